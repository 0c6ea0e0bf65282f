"""One file per subject: the addresses of the site."""
