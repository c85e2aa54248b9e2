"""What is said: sentences and styled lines that every interface shares. Pure."""
