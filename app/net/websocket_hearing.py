"""What is heard on a socket: next to nothing.

Pages and programs have nothing to say there beside pings and their answers. So a message is short, each frame
is counted before the next is read, and what comes deflated stays so: inflating costs far more than sending.
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

MOST_FRAMES = 10  # in a second, whatever they are; a page sends one in twenty
MOST_BYTES = 512  # of a message


class Hearing(ServerProtocol):
    """Reads what a client says until it is too much; then it reads no more."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(extensions=[_OFFER], max_size=MOST_BYTES, logger=logging.getLogger("uvicorn.error"))
        self._clock = clock
        self._since = clock()
        self._frames = 0

    def recv_frame(self, frame: Frame) -> None:
        if self._is_too_much():
            self.fail(CloseCode.POLICY_VIOLATION)
            raise ProtocolError("too many frames")  # so that the rest of what came is not even looked at
        super().recv_frame(frame)

    def _is_too_much(self) -> bool:
        now = self._clock()
        if now >= self._since + 1:
            self._since, self._frames = now, 0
        self._frames += 1
        return self._frames > MOST_FRAMES


class _OnlyTelling(PerMessageDeflate):
    """Deflates, but inflates nothing: a client that may read deflated messages may send them too."""

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        if frame.opcode in CTRL_OPCODES:
            return frame
        return replace(frame, data=b"", rsv1=frame.rsv1 and frame.opcode is Opcode.CONT)  # where it is wrong


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


# Neither side remembers earlier messages: the same bytes suit every socket, and an idle one keeps no window.
_OFFER = _Offer(server_no_context_takeover=True, client_no_context_takeover=True)
