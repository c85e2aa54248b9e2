"""One seat at one table as a machine without I/O: commands in, events out."""
