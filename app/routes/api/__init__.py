"""The JSON API: its operations, what they take and answer, its socket, and the page that describes it."""
