"""One grammar of input: from what may be done and what a person selects or types to one action."""
