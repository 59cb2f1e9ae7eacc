"""HTTP: requests into commands, positions into views."""
