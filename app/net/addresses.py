"""Network addresses: this machine's, whether one is local, and what counts as one visitor."""

import re
import socket
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address

import ifaddr

# Bridges, tunnels and virtual machines have addresses too, but hardly a phone in the house that reaches them.
VIRTUAL = re.compile(r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|tun|tap|utun|wg|tailscale|zt", re.IGNORECASE)


def lan_hosts() -> list[str]:
    """The IPv4 addresses by which others on the network may reach this machine, the likeliest first."""
    adapters = {
        str(address.ip): str(adapter.nice_name)
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if address.is_IPv4
    }
    return by_likelihood(adapters, routed_host())


def by_likelihood(adapters: Mapping[str, str], routed: str | None) -> list[str]:
    """Hosts, given with the names of their adapters: real networks, the one that leads outside first."""

    def stays_inside(host: str) -> bool:
        return ip_address(host).is_loopback or ip_address(host).is_link_local

    def unlikelihood(host: str) -> tuple[bool, bool, str]:
        return bool(VIRTUAL.match(adapters[host])), host != routed, host

    return sorted((host for host in adapters if not stays_inside(host)), key=unlikelihood)


def routed_host() -> str | None:
    """The address this machine goes out with. To connect a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def is_address(text: str) -> bool:
    """Whether this is an address, of either kind."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether a name or address leads to the very machine that it is used on."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_own_host(host: str) -> bool:
    """Whether this is an address of this machine, or the name that it has itself."""
    own = socket.gethostname().lower()
    return is_loopback(host) or host.lower() in (own, f"{own}.local") or host in lan_hosts()


def household(host: str) -> str:
    """What counts as one address: of IPv6, all of a network, since any one machine has that many of them."""
    try:
        address = ip_address(host)
    except ValueError:
        return host  # a socket file has none
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))
