"""nginx between attackers and the server, as `deploy/nginx.conf` sets it up, for `attack.py`."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CONFIGURATION = Path(__file__).parents[1] / "deploy" / "nginx.conf"
WHOLE = """\
daemon off;
pid {folder}/pid;
error_log {folder}/main.log emerg;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {ours}
}}
"""


@contextmanager
def nginx_before(port: int, folder: Path) -> Iterator[int]:
    """Yield nginx's port. Only TLS, the log and the ports differ from our file."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with socket.create_server(("127.0.0.1", 0)) as free:
        outer: int = free.getsockname()[1]
    common, _, servers = CONFIGURATION.read_text(encoding="utf-8").partition("server {\n")
    secure = "server {\n" + servers.partition("\nserver {\n")[2]
    lines = [
        line
        for line in secure.splitlines()
        if not line.strip().startswith(("ssl_", "listen [", "error_log"))
    ]
    ours = common.replace("127.0.0.1:8420", f"127.0.0.1:{port}")
    ours += "\n".join(lines).replace("listen 443 ssl", f"listen 127.0.0.1:{outer}")
    file = folder / "nginx.conf"
    file.write_text(WHOLE.format(folder=folder, ours=ours), encoding="utf-8")
    started = subprocess.Popen([program, "-c", str(file)], stderr=subprocess.DEVNULL)
    try:
        _wait_for(outer)
        yield outer
    finally:
        started.terminate()
        started.wait()


def _wait_for(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("nginx did not start")
