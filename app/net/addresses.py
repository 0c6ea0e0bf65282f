"""Network addresses: finding this machine's, checking for loopback, and grouping them for limits."""

import re
import socket
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

import ifaddr

# Bridges, tunnels and virtual machines have addresses too, but phones in the house can rarely reach them.
VIRTUAL = re.compile(r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|tun|tap|utun|wg|tailscale|zt", re.IGNORECASE)


def lan_hosts() -> list[str]:
    """The IPv4 addresses at which others on the network can probably reach this machine, likeliest first."""
    adapters = {
        str(address.ip): str(adapter.nice_name)
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if address.is_IPv4
    }
    return by_likelihood(adapters, routed_host())


def by_likelihood(adapters: Mapping[str, str], routed: str | None) -> list[str]:
    """Sort hosts, given their adapters: real networks before virtual ones, and the default route first in
    each group."""

    def stays_inside(host: str) -> bool:
        return ip_address(host).is_loopback or ip_address(host).is_link_local

    def unlikelihood(host: str) -> tuple[bool, bool, str]:
        return bool(VIRTUAL.match(adapters[host])), host != routed, host

    return sorted((host for host in adapters if not stays_inside(host)), key=unlikelihood)


def routed_host() -> str | None:
    """This machine's address on its default route. Connecting a UDP socket sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def is_address(text: str) -> bool:
    """Whether this is an IPv4 or IPv6 address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether a host name or address refers to this machine's loopback interface."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_own_host(host: str) -> bool:
    """Whether this is one of this machine's addresses, or its host name."""
    own = socket.gethostname().lower()
    return is_loopback(host) or host.lower() in (own, f"{own}.local") or host in lan_hosts()


def household(host: str) -> str:
    """The address under which limits count this host. An IPv6 address counts as its /64 network, because a
    single machine can use all addresses in it."""
    try:
        address = ip_address(host)
    except ValueError:
        return host  # a Unix socket has no address
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))


@lru_cache(4096)
def networks(address: str) -> tuple[str, ...]:
    """The address, the network of roughly its site (/24 or /48), and that of its provider (/16 or /32)."""
    try:
        version = ip_address(address).version
    except ValueError:
        return (address,)
    wider = (24, 16) if version == 4 else (48, 32)
    return address, *(str(ip_network(f"{address}/{bits}", strict=False)) for bits in wider)
