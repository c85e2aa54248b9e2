"""The composition root: what a command needs is put together here, one module a command."""
