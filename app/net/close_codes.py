"""The codes with which the server closes a socket. Clients should reconnect only after the first."""

COME_BACK_LATER = 1013
FORBIDDEN = 4403  # a foreign origin, a key that isn't valid here, a spectator who wasn't let in
NOT_FOUND = 4404
SHUT = 4410  # the table is closed or the address banned: the page reloads itself and shows why
