"""Why the server closes a socket, as pages and programs understand it. Of these only the first is answered by
coming back."""

COME_BACK_LATER = 1013
FORBIDDEN = 4403  # a foreign origin, a key that opens nothing here, a spectator who was not let in
NOT_FOUND = 4404
SHUT = 4410  # the table is closed or the address banned: a page asks for itself once more, and is told why
