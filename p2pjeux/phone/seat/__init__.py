"""What runs in the page of a phone: a whole peer without I/O, and the one file that meets the page.

It is packed with the pure rooms and run by Pyodide in a Worker (``files/worker.mjs``), which owns
the clock, the WebSockets and the database.
"""
