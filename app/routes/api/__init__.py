"""The JSON API: its operations, their schemas, its WebSocket, and the reference page."""
