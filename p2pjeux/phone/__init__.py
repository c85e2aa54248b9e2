"""A seat on a phone: what its page is made of, fetched once and served by a laptop of the table."""
