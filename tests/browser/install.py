"""`python -m tests.browser.install`: the browser that the tests drive, installed where that is allowed.

Debian's package is taken, since a browser is no Python package. Where it cannot be installed this says
so in one line, and the tests that need it are skipped, or fail where CI is set.
"""

import os
import shutil
import subprocess
import sys

from tests.browser.chromium import NAMES, path

INSTALL = ("apt-get", "-qq", "-y", "--no-install-recommends", "install", NAMES[0])


def install() -> bool:
    """Whether it could be installed, by the person who runs this."""
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


if __name__ == "__main__" and not path():
    print("Installing Chromium for the browser tests (once)", flush=True)
    if not install() or not path():
        print("Chromium could not be installed: the browser tests need it", file=sys.stderr)
