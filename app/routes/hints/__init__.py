"""Asking for a hint."""
