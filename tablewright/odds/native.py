"""Loops as machine code: compiled by numba once, kept, and from then on loaded without the compiler.

A loop is a Python function over arrays that allocates nothing: it writes into arrays it is given and
answers with a whole number. What is kept beside Python's own compiled files is trusted only if it was
made of this very source, by these very compilers, for this very processor, and its hash is right;
anything else counts as nothing and is made again. Where nothing can be kept, nothing else changes.
"""

import contextlib
import ctypes
import hashlib
import importlib.util
import inspect
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy.typing as npt


class Whole(NamedTuple):
    """A whole number that a loop is given."""


class Numbers(NamedTuple):
    """An array that a loop is given: of which numbers, and how many dimensions it has."""

    kind: str
    dimensions: int = 1


Given = Whole | Numbers


class Loop:
    """A function over arrays, as machine code from its first call on."""

    def __init__(self, function: Callable[..., int], given: tuple[Given, ...]) -> None:
        self.function, self.given = function, given
        self._lock = threading.Lock()
        self._native: Callable[..., int] | None = None

    def __call__(self, *values: int | npt.NDArray[Any]) -> int:
        words: list[int] = []
        for given, value in zip(self.given, values, strict=True):
            if isinstance(given, Whole):
                words.append(int(value))
            else:
                words += self._where(given, value)
        native = self._native or self.load()
        return native(*words)

    def _where(self, given: Numbers, value: Any) -> tuple[int, ...]:
        """Where an array lies, and how long it is in each dimension."""
        if value.dtype != given.kind or value.ndim != given.dimensions:
            raise TypeError(f"{self.function.__name__}: expected {given}, not {value.dtype}")
        if not value.flags.c_contiguous:
            raise TypeError(f"{self.function.__name__}: expected numbers that lie side by side")
        return (value.ctypes.data, *value.shape)

    def load(self) -> Callable[..., int]:
        """The machine code, kept from before or compiled now."""
        with self._lock:
            if self._native is None:
                made_for = _made_for()
                code = self._kept(made_for)
                if code is None:
                    code = self._compiled()
                    self._keep(made_for, code)
                self._native = self._linked(code)
        return self._native

    # What is kept ---------------------------------------------------------------------------------

    def _files(self, made_for: str) -> list[Path]:
        """Where it may be kept: beside what Python compiles of its file, else in the user's cache."""
        from tablewright.odds.store import folder

        beside = Path(importlib.util.cache_from_source(inspect.getfile(self.function)))
        machine = hashlib.sha256(made_for.encode()).hexdigest()[:12]
        name = f"{beside.stem}.{self.function.__name__}-{machine}.loop"
        return [beside.with_name(name), folder() / name]

    def _seal(self, made_for: str, code: bytes) -> bytes:
        """The line that a file opens with: the hash of all that the code was made of, and of it."""
        digest = hashlib.sha256(Path(inspect.getfile(self.function)).read_bytes())
        digest.update(Path(__file__).read_bytes())
        digest.update(f"{self.function.__name__} {self.given} {made_for} ".encode())
        digest.update(code)
        return digest.hexdigest().encode("ascii") + b"\n"

    def _kept(self, made_for: str) -> bytes | None:
        for file in self._files(made_for):
            with contextlib.suppress(OSError):
                seal, _, code = file.read_bytes().partition(b"\n")
                if seal + b"\n" == self._seal(made_for, code):
                    return code
        return None

    def _keep(self, made_for: str, code: bytes) -> None:
        """Write it at the first place that can be written to, whole or not at all."""
        from tablewright.odds.store import put

        for file in self._files(made_for):
            with contextlib.suppress(OSError):
                put(file, self._seal(made_for, code) + code)
                return

    # Making and loading it ------------------------------------------------------------------------

    def _compiled(self) -> bytes:
        """The object code of the loop, behind a door that takes addresses and lengths."""
        import numba

        taken: list[str] = []
        passed: list[str] = []
        kinds: list[Any] = []
        for n, given in enumerate(self.given):
            if isinstance(given, Whole):
                taken.append(f"n{n}")
                passed.append(f"n{n}")
                kinds.append(numba.int64)
            else:
                lengths = [f"n{n}_{dimension}" for dimension in range(given.dimensions)]
                taken += [f"at{n}", *lengths]
                passed.append(f"carray(at{n}, ({', '.join(lengths)},))")
                kinds += [
                    numba.types.CPointer(getattr(numba, given.kind)),  # type: ignore[no-untyped-call]
                    *[numba.int64] * given.dimensions,
                ]
        source = f"def door({', '.join(taken)}):\n    return loop({', '.join(passed)})\n"
        known: dict[str, Any] = {
            "loop": numba.njit(error_model="numpy")(self.function),
            "carray": numba.carray,  # type: ignore[attr-defined]
        }
        exec(source, known)
        made = numba.cfunc(numba.int64(*kinds), error_model="numpy")(known["door"])
        return made.native_name.encode("ascii") + b"\n" + self._alone(made)

    def _alone(self, made: Any) -> bytes:
        """The object code of what the door leads to and nothing else: it must need no one's help."""
        import llvmlite.binding as llvm

        module = llvm.parse_bitcode(made._library._final_module.as_bitcode())
        for each in [*module.functions, *module.global_variables]:
            if not each.is_declaration and each.name != made.native_name:
                each.linkage = "internal"
        machine = _machine()
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = tuning.slp_vectorization = True
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
        missing = [each.name for each in module.functions if each.is_declaration]
        missing = [name for name in missing if not name.startswith("llvm.")]
        if missing:
            raise TypeError(
                f"{self.function.__name__} asks for {', '.join(missing)}:"
                " expected a loop that allocates nothing and cannot fail"
            )
        return bytes(machine.emit_object(module))

    def _linked(self, kept: bytes) -> Callable[..., int]:
        import llvmlite.binding as llvm

        name, _, code = kept.partition(b"\n")
        engine = _engine()
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        words = [ctypes.c_int64] * sum(
            1 if isinstance(given, Whole) else 1 + given.dimensions for given in self.given
        )
        address = engine.get_function_address(name.decode("ascii"))
        if not address:
            raise RuntimeError(f"{self.function.__name__}: its machine code has no such function")
        return ctypes.CFUNCTYPE(ctypes.c_int64, *words)(address)


def native(*given: Given) -> Callable[[Callable[..., int]], Loop]:
    """Have a function over such arrays and numbers run as machine code."""
    return lambda function: Loop(function, given)


@cache
def _machine() -> Any:
    """The processor that this runs on."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="default",
        codemodel="jitdefault",
        jit=True,
    )


@cache
def _engine() -> Any:
    """What machine code is loaded into, for as long as this process lives."""
    import llvmlite.binding as llvm

    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())


@cache
def _made_for() -> str:
    """The compilers and the processor that machine code depends on."""
    import llvmlite
    import llvmlite.binding as llvm

    numba = importlib.util.find_spec("numba")
    if numba is None or numba.origin is None:
        raise ImportError("numba: expected to be installed")
    return " ".join(
        [
            sys.version,
            Path(numba.origin).with_name("_version.py").read_text(),
            llvmlite.__version__,
            llvm.get_process_triple(),
            llvm.get_host_cpu_name(),
            llvm.get_host_cpu_features().flatten(),
        ]
    )
