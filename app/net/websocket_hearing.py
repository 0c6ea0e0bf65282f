"""The receiving side of a WebSocket, with tight limits: clients only need to send pings and pongs.

Messages must therefore be short, and every frame is counted as it is read. Compressed messages are never
inflated, because that would cost the server far more than sending them costs the client.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from websockets.exceptions import ProtocolError
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, CloseCode, Frame, Opcode
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

MOST_FRAMES = 10  # per second, of any kind; a page sends one every twenty seconds
MOST_BYTES = 512  # per message


class Hearing(ServerProtocol):
    """The server's side of the WebSocket protocol, which stops reading once a client exceeds the limits."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(extensions=[_OFFER], max_size=MOST_BYTES, logger=logging.getLogger("uvicorn.error"))
        self._clock = clock
        self._since = clock()
        self._frames = 0

    def recv_frame(self, frame: Frame) -> None:
        if self._is_too_much():
            self.fail(CloseCode.POLICY_VIOLATION)
            raise ProtocolError("too many frames")  # so that the rest of the input isn't even parsed
        super().recv_frame(frame)

    def _is_too_much(self) -> bool:
        now = self._clock()
        if now >= self._since + 1:
            self._since, self._frames = now, 0
        self._frames += 1
        return self._frames > MOST_FRAMES


class _OnlyTelling(PerMessageDeflate):
    """Compresses the server's messages, and discards those of clients, whether compressed or not."""

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        if frame.opcode in CTRL_OPCODES:
            return frame
        # keep rsv1 on continuation frames, where it is an error
        return replace(frame, data=b"", rsv1=frame.rsv1 and frame.opcode is Opcode.CONT)


class _Offer(ServerPerMessageDeflateFactory):
    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, _OnlyTelling(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
        )


# Without context takeover, the same bytes work for every socket, and an idle socket needs no window memory.
_OFFER = _Offer(server_no_context_takeover=True, client_no_context_takeover=True)
