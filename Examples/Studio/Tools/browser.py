"""A headless Chromium, driven over a pipe by its DevTools protocol. Only Python's own modules."""
import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find():
    """The program's path; None where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return None


class Browser:
    """One page of a browser whose camera shows a clip."""

    def __init__(self, clip=None, size=(1280, 860), downloads=None, more=()):
        self.profile = tempfile.mkdtemp(prefix="studio-browser-")
        (command_read, self.write_end), (self.read_end, answer_write) = os.pipe(), os.pipe()
        # Chromium reads from 3 and writes to 4: the ends must not be there already.
        command_read, answer_write = (fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (command_read, answer_write))

        def place():
            os.dup2(command_read, 3)
            os.dup2(answer_write, 4)

        arguments = [
            find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
            f"--user-data-dir={self.profile}", f"--window-size={size[0]},{size[1]}", "--use-fake-ui-for-media-stream",
            "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
            # Whatever is not this machine cannot even be looked up.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost", "--force-color-profile=srgb",
            *more,
        ]
        if clip:
            arguments += ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={clip}"]
        self.process = subprocess.Popen(arguments, preexec_fn=place, stderr=subprocess.DEVNULL,
                                        close_fds=False)
        os.close(command_read)
        os.close(answer_write)
        self.buffer, self.number, self.events, self.session = b"", 0, [], None
        # What the page asked by a dialog; each one is answered with yes.
        self.questions = []
        self.tab()
        if downloads:
            self.call("Page.setDownloadBehavior", behavior="allow", downloadPath=downloads)

    def call(self, method, _timeout=60, **parameters):
        number = self._write(method, parameters)
        end = time.time() + _timeout
        while time.time() < end:
            answer = self._next(end - time.time())
            if answer is None:
                continue
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)
            if answer.get("method") == "Page.javascriptDialogOpening":
                self.questions.append(answer["params"]["type"])
                self._write("Page.handleJavaScriptDialog", {"accept": True})
        raise TimeoutError(method)

    def _write(self, method, parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        return self.number

    def _next(self, wait):
        while b"\0" not in self.buffer:
            if not select.select([self.read_end], [], [], max(wait, 0))[0]:
                return None
            part = os.read(self.read_end, 1 << 20)
            if not part:
                raise RuntimeError("the browser has gone")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def tab(self):
        """Opens another page of the same browser, which is the one that is driven from now on."""
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def open(self, url):
        self.call("Page.navigate", url=url)

    def reload(self):
        """Loads the page again, and returns what it asked before it went."""
        self.questions.clear()
        self.run("window.isOld = true")
        self.call("Page.reload")
        self.wait("!window.isOld && document.readyState === 'complete' && window.studioState?.firstResult", what="the page again")
        return list(self.questions)

    def run(self, script, timeout=60):
        """The value of a script, which may await."""
        answer = self.call("Runtime.evaluate", _timeout=timeout, expression=f"(async () => {{ {script} }})()",
                           awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "script failed"))
        return answer["result"].get("value")

    def wait(self, condition, timeout=60, what=""):
        """Waits until a script's value is true, and returns it."""
        end = time.time() + timeout
        while time.time() < end:
            try:
                if value := self.run(f"return {condition}"):
                    return value
            except RuntimeError as error:
                # A page that goes takes its scripts along.
                if "navigated" not in str(error) and "context" not in str(error):
                    raise
            time.sleep(0.05)
        told = self.run("return document.getElementById('notice')?.textContent")
        raise TimeoutError(f"{what or condition}{told and f'; the page says: {told}' or ''}")

    def click(self, selector, seconds=0):
        """Clicks where a person would, or presses for some seconds; fails if something covers the place."""
        for _ in range(3):
            x, y = self._place(selector)
            for kind in ("mousePressed", "mouseReleased"):
                self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
                if kind == "mousePressed" and seconds:
                    time.sleep(seconds)
            if seconds or self._was_clicked():
                return
        raise RuntimeError(f"{selector} is disabled, or moves away from each click")

    def _place(self, selector):
        """The middle of an element that has stood still for as long as a page takes to draw what has changed."""
        return self.run(f"""const node = document.querySelector({json.dumps(selector)});
          if (!node?.checkVisibility()) throw new Error({json.dumps(selector + " cannot be seen")});
          const middle = () => {{
            node.scrollIntoView({{ block: 'center', behavior: 'instant' }});
            const {{ left, top, width, height }} = node.getBoundingClientRect();
            return [left + width / 2, top + height / 2];
          }};
          // Pictures that arrive and lists that grow move what is below them: a person would wait, too.
          let place = middle();
          for (let before, stillCount = 0, tries = 0; stillCount < 5 && tries < 50; tries++) {{
            before = place;
            await new Promise(done => setTimeout(done, 20));
            place = middle();
            stillCount = `${{place}}` === `${{before}}` ? stillCount + 1 : 0;
          }}
          const [x, y] = place;
          const found = document.elementFromPoint(x, y);
          if (found !== node && !node.contains(found) && !node.labels?.length) throw new Error({json.dumps(selector + " is covered")});
          window.wasClicked = false;
          addEventListener('click', ({{ target }}) => {{
            window.wasClicked = [node, ...node.labels ?? []].some(one => one.contains(target));
          }}, {{ capture: true, once: true }});
          return [x, y]""")

    def _was_clicked(self):
        """Whether the last click reached its element, or has led to another page."""
        try:
            return self.run("return window.wasClicked ?? true")
        except RuntimeError as error:
            if "navigated" not in str(error) and "context" not in str(error):
                raise
            return True

    def type(self, selector, text):
        """Writes into a field, in the place of what is there."""
        self.click(selector)
        self.run(f"document.querySelector({json.dumps(selector)}).select()")
        self.call("Input.insertText", text=text)

    def files(self, selector, paths):
        """Gives files to an input of the page."""
        document = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def drop(self, paths):
        """Drops files or folders onto the page."""
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        # The page accepts what is over it a little later, and only then a drop arrives.
        for kind in ("dragEnter", "dragOver", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=300, y=300, data=data)
            time.sleep(0.5)

    def messages(self):
        """The socket's messages of text, in both directions."""
        self.run("return 0")
        kinds = {"Network.webSocketFrameSent": "client", "Network.webSocketFrameReceived": "server"}
        return [(kinds[event["method"]], json.loads(event["params"]["response"]["payloadData"])) for event in self.events
                if event["method"] in kinds and event["params"]["response"]["opcode"] == 1]

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def emulate(self, width, height, scheme="dark", is_phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def requested(self):
        """The addresses that were asked for."""
        self.run("return 0")
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]

    def complaints(self):
        """Errors of scripts, and of what the page's policy forbids."""
        self.run("return 0")
        found = [event["params"]["exceptionDetails"].get("exception", {}).get("description", "")
                 for event in self.events if event["method"] == "Runtime.exceptionThrown"]
        return found + [event["params"]["entry"]["text"] for event in self.events
                        if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error"]

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.read_end)
        os.close(self.write_end)
        shutil.rmtree(self.profile, ignore_errors=True)
