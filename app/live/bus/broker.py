"""Carries notices through a broker: Valkey, Redis, or anything else that speaks their protocol.

In Postgres, a transaction that sends a notice holds a lock until it has been written to disk, so all servers'
commits queue up behind one another. A broker is notified after the commit, which avoids that queue.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.live.bus.courier import CHANNELS, Away, Notice, Send

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

PATIENCE = 5.0  # seconds of silence before we send a ping, and seconds to wait for its answer


class BrokerCourier:
    knows_commits = False

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        parts = urlsplit(url)
        number = parts.path.strip("/") or "0"
        self._url, self._patience = url, patience
        self.address = f"{parts.scheme}://{parts.hostname}:{parts.port or 6379}/{number}"
        # Pub/sub ignores database numbers, so the number goes into the channel names.
        self._channels = {f"{channel}:{number}": channel for channel in CHANNELS}
        self._names = {channel: name for name, channel in self._channels.items()}

    @asynccontextmanager
    async def hearing(self) -> AsyncIterator[AsyncIterator[Notice]]:
        async with self._client() as client, client.pubsub() as pubsub:
            await pubsub.subscribe(*self._channels)
            for _ in self._channels:
                await pubsub.get_message(timeout=None)  # subscribed only once the broker confirms it
            yield self._notices(pubsub)

    async def _notices(self, pubsub: "PubSub") -> AsyncIterator[Notice]:
        """Yield notices. When it's quiet, ping the broker, because a dead broker is as silent as an idle
        one."""
        is_asked = False
        while True:
            message = await pubsub.get_message(timeout=self._patience)
            if message is None and is_asked:
                raise Away("no answer")
            if is_asked := message is None:
                await pubsub.ping()
            elif message["type"] == "message":
                yield Notice(self._channels[message["channel"]], message["data"])

    @asynccontextmanager
    async def sending(self) -> AsyncIterator[Send]:
        async with self._client() as client:

            async def send(notices: Sequence[Notice]) -> None:
                together = client.pipeline(transaction=False)
                for notice in notices:
                    together.publish(self._names[notice.channel], notice.text)
                await together.execute()

            yield send

    @asynccontextmanager
    async def _client(self) -> AsyncIterator["Redis"]:
        from redis.asyncio import Redis  # only needed with a broker
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
        from redis.exceptions import RedisError

        # With retries, the client would reconnect silently and hide that notices were missed.
        once = Retry(NoBackoff(), 0)
        try:
            async with Redis.from_url(
                self._url, decode_responses=True, retry=once, socket_timeout=self._patience
            ) as client:
                yield client
        except (RedisError, OSError) as trouble:
            raise Away(f"{trouble}") from trouble
