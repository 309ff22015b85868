"""A page in headless Chromium, driven through a pipe (--remote-debugging-pipe): what tests of HTML pages look with."""
import base64
import json
import os
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")
# key -> (code, number that Windows gives it, text that it types)
KEYS = {"ArrowLeft": ("ArrowLeft", 37, ""), "ArrowRight": ("ArrowRight", 39, ""), "Home": ("Home", 36, ""), "End": ("End", 35, ""),
        "PageUp": ("PageUp", 33, ""), "PageDown": ("PageDown", 34, ""), "Tab": ("Tab", 9, ""), " ": ("Space", 32, " "), "f": ("KeyF", 70, "f")}


def find():
    """The path of a browser, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Page:
    def __init__(self, path):
        """One page of one browser, nothing loaded yet. Use as a context: it ends the browser."""
        self.profile = tempfile.mkdtemp(prefix="xqlab-browser-")
        told, tell = os.pipe()
        ask, answer = os.pipe()
        # The browser reads descriptor 3 and writes 4; the shell puts ours there.
        command = [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
                   "--remote-debugging-pipe", "--user-data-dir=" + self.profile]
        self.process = subprocess.Popen(["/bin/sh", "-c", f'exec "$@" 3<&{told} 4>&{answer}', "sh", *command], pass_fds=(told, answer),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(told)
        os.close(answer)
        self.to = os.fdopen(tell, "wb", 0)
        self.come_from = os.fdopen(ask, "rb")
        self.number, self.session, self.events = 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.to.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def read(self):
        text = bytearray()
        while (byte := self.come_from.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("the browser ended")
            text += byte
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.to.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def wait(self, method):
        while True:
            for event in self.events:
                if event.get("method") == method:
                    self.events.remove(event)
                    return event["params"]
            self.events.append(self.read())

    def load(self, path, fragment=""):
        self.call("Page.navigate", url="about:blank")
        self.wait("Page.loadEventFired")
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path) + fragment)
        self.wait("Page.loadEventFired")

    def look(self, width, height, scheme):
        """Size of the window, and "light" or "dark"."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def js(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']['exception'].get('description')}")
        return result["result"].get("value")

    def press(self, key):
        code, number, text = KEYS[key]
        common = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def complaints(self):
        """Exceptions, and what was written to the console or the log, since the page was loaded."""
        found = []
        for event in self.events:
            params = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(params["exceptionDetails"]["exception"].get("description", "exception"))
            elif event.get("method") == "Runtime.consoleAPICalled":
                found.append(str(params["args"]))
            elif event.get("method") == "Log.entryAdded":
                found.append(params["entry"]["text"])
        return found

    def requests(self):
        """Everything that was loaded since, by address."""
        return [event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]

    def screenshot(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
