"""The program encrypts by itself, for a tablet: a certificate that vouches for itself, and a page that gets its camera."""
import base64
import http.client
import pathlib
import shutil
import socket
import ssl
import struct
import subprocess

import browser as chromium
from test_kiosk import PAGE, points

TOKEN = "abcdefgh12345678"


def openssl(*arguments, given=None):
    return subprocess.run(["openssl", *arguments], input=given, capture_output=True, check=True).stdout


def certify(folder, name):
    """A certificate that vouches for itself, its key, and the hash by which a browser may be told to trust this key alone."""
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}",
            "-keyout", str(key), "-out", str(certificate))
    public = openssl("pkey", "-pubin", "-outform", "der", given=openssl("x509", "-in", str(certificate), "-noout", "-pubkey"))
    return certificate, key, base64.b64encode(openssl("dgst", "-sha256", "-binary", given=public)).decode()


def test_tls(studio, work, clip, check, start_server):
    if shutil.which("openssl") is None:
        return print("     skipped: no openssl here (Debian's package openssl); TLS was not tested")
    folder = work / "tls"
    folder.mkdir()
    certificate, key, trusted = certify(folder, "tablet.test")
    refused(studio, folder, certificate, key, check)
    own = work / "tls-page"
    shutil.copytree(PAGE, own)
    tablet(studio, own, clip, [], "http", [], check, start_server)
    tablet(studio, own, clip, ["--certificate", str(certificate), "--key", str(key)], "https",
           [f"--ignore-certificate-errors-spki-list={trusted}"], check, start_server)
    server, address = start_server(studio, "--certificate", str(certificate), "--key", str(key))
    try:
        port = int(address.rstrip("/").rpartition(":")[2])
        trust = ssl.create_default_context(cafile=str(certificate))
        trust.check_hostname = False
        speaks(port, trust, check)
    finally:
        server.terminate()
        server.wait()


def refused(studio, folder, certificate, key, check):
    """Files that cannot be a certificate and its key end the program before it listens, and the message names them."""
    other, _, _ = certify(folder, "other.test")
    locked, empty = folder / "locked.key", folder / "empty.pem"
    openssl("pkey", "-in", str(key), "-aes256", "-passout", "pass:secret", "-out", str(locked))
    empty.write_text("")
    found = []
    for first, second, named in ((certificate, folder / "none.key", "none.key"), (certificate, locked, "locked.key"),
                                 (other, key, key.name), (empty, key, "empty.pem"), (key, key, key.name),
                                 (pathlib.Path("/dev/zero"), key, "/dev/zero"), (folder, key, folder.name)):
        run = subprocess.run([studio, "--port", "0", "--certificate", str(first), "--key", str(second)], capture_output=True,
                             text=True, timeout=30, stdin=subprocess.DEVNULL)
        if run.returncode != 64 or named not in run.stderr or run.stdout:
            found.append((first, second, run))
    alone = subprocess.run([studio, "--port", "0", "--key", str(key)], capture_output=True, text=True, timeout=30)
    check("what is no certificate with its key is refused by name", not found and alone.returncode == 64, (found, alone.stderr))


def tablet(studio, own, clip, options, scheme, trust, check, start_server):
    """A page of one's own by another name than localhost, as a tablet asks for it."""
    server, address = start_server(studio, "--page", str(own), "--host", "127.0.0.1", "--token", TOKEN, *options)
    port = address.split(":")[2].split("/")[0]
    page = chromium.Browser(clip=clip, more=[*trust, "--host-resolver-rules=MAP tablet.test 127.0.0.1, MAP * ~NOTFOUND"])
    try:
        page.open(f"{scheme}://tablet.test:{port}/page/?token={TOKEN}")
        page.wait("document.getElementById('say') !== null && location.search === ''", what=f"a page by {scheme}")
        found = page.run("return [location.protocol, isSecureContext, Boolean(navigator.mediaDevices)]")
        if scheme == "http":
            return check("without a certificate a tablet gives no camera", found == ["http:", False, False], found)
        points(page)
        check("with a certificate a tablet's camera has hands", found == ["https:", True, True] and not page.complaints(),
              (found, page.complaints()))
    finally:
        page.close()
        server.terminate()
        server.wait()


def connect(port, trust):
    return trust.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=30))


def handshake(connection, port, origin):
    connection.sendall((f"GET /socket HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode())
    return connection.makefile("rb").readline().split()[1]


def speaks(port, trust, check):
    """What the port says to programs."""
    plain = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    plain.request("GET", "/", headers={"Host": f"localhost:{port}"})
    answer = plain.getresponse()
    text = answer.read().decode()
    check("plain HTTP is refused with a reason", answer.status == 400 and "ask for https" in text, (answer.status, text))
    silent = socket.create_connection(("127.0.0.1", port), timeout=30)
    check("a connection that says nothing is closed", silent.recv(1) == b"")
    codes = [handshake(connect(port, trust), port, origin) for origin in (f"https://localhost:{port}", f"http://localhost:{port}", "null")]
    check("only the encrypted page is the same origin", codes == [b"101", b"403", b"403"], codes)
    connection = connect(port, trust)
    head = http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=trust)
    head.request("GET", "/main.js", headers={"Host": f"localhost:{port}"})
    check("files are served as without encryption", len(head.getresponse().read()) > 10_000)
    # A message of many records of TLS, which the server reads only while there is place.
    handshake(connection, port, f"https://localhost:{port}")
    message = b"M\x01\x01\x04" + bytes(20) + bytes(3 << 20)
    connection.sendall(struct.pack(">BBQI", 0x82, 0xFF, len(message), 0) + message)
    received = b""
    while b'"code":"frame"' not in received and (part := connection.recv(1 << 16)):
        received += part
    check("a message of megabytes arrives", b'"code":"frame"' in received, received[-300:])
