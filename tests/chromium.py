"""`python -m tests.chromium`: the browser that the tests drive, installed where that is allowed.

Debian's package is taken, since a browser is no Python package. Where it cannot be installed this says
so in one line, and the tests that need it are skipped, or fail where CI is set.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")
INSTALL = ("apt-get", "-qq", "-y", "--no-install-recommends", "install", "chromium")


def found() -> str | None:
    """The browser of this machine, if there is one."""
    named = os.environ.get("TABLEWRIGHT_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> bool:
    """Whether it could be installed, by whoever runs this."""
    if not shutil.which("apt-get"):
        return False
    as_root: tuple[str, ...] = () if os.geteuid() == 0 else ("sudo", "-n")
    if as_root and not shutil.which("sudo"):
        return False
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (("apt-get", "-qq", "update"), INSTALL):
        done = subprocess.run(
            [*as_root, *command], env=quiet, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        if done.returncode:
            print(done.stderr.decode(errors="replace").strip()[-500:], file=sys.stderr)
            return False
    return True


if __name__ == "__main__" and not found():
    print("Installing Chromium for the browser tests (once)", flush=True)
    if not install() or not found():
        print("Chromium could not be installed: the browser tests need it", file=sys.stderr)
