"""The listening socket."""

import socket

from app.listen import bind


def test_no_answer_waits_for_its_first_packet_to_be_acknowledged() -> None:
    with bind("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
