"""The games played with this browser's keys: the page, another device, and being forgotten."""
