"""Fairness: what lets the rules have secrets with nobody to trust (protocol/5-fairness.md)."""
