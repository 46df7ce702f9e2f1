"""Plays the catalogues that books are looked up in: a server on 127.0.0.1 for tests.

    python3 catalogues.py FOLDER

It prints its port. Requests come as /SCHEME/HOST/PATH. FOLDER/answers.json is a list of rules, the first of which counts
whose "match" is a part of "HOST/PATH" with its query decoded; "times" lets a rule count only so often. A rule has "status",
"headers", "body" (text), "hex" (bytes), "size" (so many bytes, in chunks), "delay" (seconds), "cut" (close after so many
bytes of the body), "isbns" (a book for each number that Open Library is asked about), "works" (a work of 1969 for each one asked about). What nothing matches is 404. Each
request is a line of FOLDER/requests.jsonl.
"""

import http.server
import json
import os
import pathlib
import re
import sys
import threading
import time
import urllib.parse

folder = pathlib.Path(sys.argv[1])
log = (folder / "requests.jsonl").open("a", buffering=1)
lock = threading.Lock()
used = {}


def rules():
    return json.loads((folder / "answers.json").read_text())


def books(query, template):
    """Returns what Open Library answers about several numbers: the template, with the number in it."""
    numbers = re.findall(r"ISBN:(\d+)", query)
    return json.dumps(
        {f"ISBN:{n}": json.loads(json.dumps(template).replace("NUMBER", n)) for n in numbers})


def works(query):
    """Returns what Open Library answers about several works."""
    keys = re.findall(r'"(/works/\w+)"', query)
    return json.dumps({"docs": [{"key": key, "title": "A work", "first_publish_year": 1969} for key in keys]})


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # As servers on the Internet do: head and body are written one after the other, and the second one is not to wait for
    # an acknowledgement of the first.
    disable_nagle_algorithm = True

    def do_GET(self):
        place = urllib.parse.unquote_plus(self.path.split("/", 2)[2])
        with lock:
            log.write(json.dumps({
                "scheme": self.path.split("/")[1], "place": place, "raw": self.path, "time": time.monotonic(),
                "headers": {k.lower(): v for k, v in self.headers.items()}}) + "\n")
            rule = None
            for number, candidate in enumerate(rules()):
                if candidate["match"] not in place or used.get(number, 0) >= candidate.get("times", 1 << 30):
                    continue
                used[number] = used.get(number, 0) + 1
                rule = candidate
                break
        rule = rule or {"status": 404, "body": "no such page"}
        time.sleep(rule.get("delay", 0))
        body = bytes.fromhex(rule["hex"]) if "hex" in rule else rule.get("body", "").encode()
        if "isbns" in rule:
            body = books(place, rule["isbns"]).encode()
        if "works" in rule:
            body = works(place).encode()
        self.send_response(rule.get("status", 200))
        for name, value in rule.get("headers", {}).items():
            self.send_header(name, value)
        if "size" in rule:
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            try:
                for _ in range(rule["size"] // 65536 + 1):
                    self.wfile.write(b"10000\r\n" + b" " * 65536 + b"\r\n")
                self.wfile.write(b"0\r\n\r\n")
            except OSError:
                self.close_connection = True
            return
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:rule.get("cut", len(body))])
        if "cut" in rule:
            self.close_connection = True

    def log_message(self, *_):
        pass


def end_with_parent():
    """Ends the server when whoever started it closes its input, or is gone."""
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_port, flush=True)
server.serve_forever()
