"""The close codes that the server uses. Clients should reconnect only after the first one."""

COME_BACK_LATER = 1013
FORBIDDEN = 4403  # a foreign origin, a key that isn't valid here, or a spectator who isn't allowed in
NOT_FOUND = 4404
SHUT = 4410  # the table is closed or the address is banned: the page reloads itself and shows why
