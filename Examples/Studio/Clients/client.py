#!/usr/bin/env python3
"""Hands in a picture by Mudra's server, with nothing but Python: client.py PICTURE [PORT]. See PROTOCOL.md."""
import base64, json, os, socket, struct, sys

host = f"localhost:{sys.argv[2] if len(sys.argv) > 2 else 8080}"
connection = socket.create_connection(("127.0.0.1", int(host.split(":")[1])))
key = base64.b64encode(os.urandom(16)).decode()
connection.sendall((f"GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
                    f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
stream = connection.makefile("rb")
status = stream.readline().decode().strip()
while stream.readline() not in (b"\r\n", b""):
    pass
if " 101 " not in status + " ":
    sys.exit(status + ": " + stream.read().decode())


def send(opcode, content):
    """A message, masked as clients must."""
    mask = os.urandom(4)
    size = len(content)
    head = bytes([0x80 | opcode]) + (struct.pack(">B", 0x80 | size) if size < 126 else
                                     struct.pack(">BH", 0xFE, size) if size < 1 << 16 else struct.pack(">BQ", 0xFF, size))
    long_mask = (mask * (size // 4 + 1))[:size]
    masked = (int.from_bytes(content, "big") ^ int.from_bytes(long_mask, "big")).to_bytes(size, "big")
    connection.sendall(head + mask + masked)


def receive():
    size = stream.read(2)[1]
    if size > 125:
        size = struct.unpack(">H" if size == 126 else ">Q", stream.read(2 if size == 126 else 8))[0]
    return json.loads(stream.read(size))


print("connected to", receive()["model"]["name"], file=sys.stderr)
send(1, json.dumps({"type": "options", "options": {"numHands": 2}}).encode())
with open(sys.argv[1], "rb") as file:
    # 'M', version, format (1: JPEG or PNG), flags (4: a still), width, height (0: as in the file), number, 0, milliseconds
    send(2, struct.pack("<cBBBHHIId", b"M", 1, 1, 4, 0, 0, 1, 0, 0.0) + file.read())
while (answer := receive())["type"] not in ("result", "error"):
    pass
print(json.dumps(answer["result"]) if answer["type"] == "result" else sys.exit(answer["message"]))
