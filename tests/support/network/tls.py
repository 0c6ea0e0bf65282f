"""A certificate for this machine, made for one test and trusted by nothing else."""

import ssl
import subprocess
from pathlib import Path
from typing import NamedTuple


class Certificate(NamedTuple):
    certificate: Path
    key: Path

    def server(self) -> ssl.SSLContext:
        """The context of the server that presents it."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        return context

    def client(self) -> ssl.SSLContext:
        """The context of a client that trusts it."""
        return ssl.create_default_context(cafile=str(self.certificate))


def self_signed(folder: Path, *names: str) -> Certificate:
    made = Certificate(folder / "fullchain.pem", folder / "privkey.pem")
    alternatives = ",".join(["IP:127.0.0.1", *(f"DNS:{name}" for name in names)])
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-batch"),
            *("-subj", "/CN=housewarming", "-addext", f"subjectAltName={alternatives}"),
            *("-keyout", str(made.key), "-out", str(made.certificate)),
        ],
        check=True,
        capture_output=True,
    )
    return made
