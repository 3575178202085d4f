"""The kernel compiled: its files imported a second time, with numba's decorator in place of none.

Both kernels live in one process and take the same arguments, so a compiled function may be given
the table and the options of a plain `Setting`.  Nothing here judges cards.

Each function is compiled once, for the types that it declares.  Left to itself numba would compile
it again for every constant that it is called with, and a function that calls itself with other
types than its own cannot be read back from the cache (numba issue 6061: it crashes).
"""

import importlib
import os
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any, get_args

from shengji.engine import kernel as plain
from shengji.engine.kernel import planes

FOLDER = Path(plain.__path__[0])
_LOADING = Lock()


def compiled_kernel(cache_dir: Path | None = None, boundscheck: bool = False) -> ModuleType:
    """The kernel as a package of the same modules, `compiled_kernel().follow.verdict` and so on.

    All functions are compiled, which takes many seconds, or read from a folder of `cache_dir` (the
    user's cache by default) that is named by a hash of all kernel files; where nothing can be
    written, nothing is kept.  With `boundscheck` an index out of range raises IndexError and is
    not read in silence.  The same arguments give the same package.

    Raises ImportError if numba is not installed.
    """
    with _LOADING:
        return _compiled(cache_dir or _user_cache(), boundscheck)


@cache
def _compiled(cache_dir: Path, boundscheck: bool) -> ModuleType:
    try:
        import numba
    except ImportError as error:
        raise ImportError(
            'the compiled kernel needs numba: pip install "shengji[fast]"', name="numba"
        ) from error
    digest = kernel_digest()
    folder = cache_dir / f"kernel-{digest}"
    jit = numba.njit(cache=_writable(folder), error_model="numpy", boundscheck=boundscheck)
    loaded = sha256(f"{folder} {boundscheck}".encode()).hexdigest()[:8]
    config: Any = numba.config
    kept = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        name = f"shengji_kernel_{digest}_{loaded}"
        package = kernel_copy(name, jit, jit(popcount), jit(top_bit))
    finally:
        config.CACHE_DIR = kept
    for module in kernel_modules():
        for member in list(vars(getattr(package, module)).values()):
            _compile(member)
    return package


def _compile(function: Any) -> None:
    """Compile a function for the types that it declares and no others, what it calls before it."""
    if not hasattr(function, "py_func") or not function._can_compile:
        return
    python = function.py_func
    for called in python.__code__.co_names:
        other = python.__globals__.get(called)
        if other is not function:
            _compile(other)
    *given, returned = (_type_of(one) for one in python.__annotations__.values())
    function.compile(returned(*given))
    function.disable_compile()


def _type_of(declared: Any) -> Any:
    """The type that numba has for a declared one."""
    import numba

    types: Any = numba.types
    if declared is bool:
        return types.boolean
    if declared is int:
        return types.int64
    if hasattr(declared, "_fields"):
        return types.NamedUniTuple(
            types.int64, len(declared._fields), getattr(planes, declared.__name__)
        )
    return types.Tuple([_type_of(one) for one in get_args(declared)])


def kernel_copy(
    name: str,
    decorator: Callable[..., Any],
    count: Callable[[int], int],
    top: Callable[[int], int],
) -> ModuleType:
    """The kernel's files imported as another package, with other members of `kernel.jit`.

    The package is known by its name from then on, as for any import.
    """
    package = ModuleType(name, plain.__doc__)
    package.__path__ = [str(FOLDER)]
    jit = ModuleType(f"{name}.jit")
    vars(jit).update(kernel=decorator, popcount=count, top_bit=top)
    sys.modules[name] = package
    sys.modules[jit.__name__] = jit
    for module in kernel_modules():
        setattr(package, module, importlib.import_module(f"{name}.{module}"))
    return package


def kernel_modules() -> tuple[str, ...]:
    """The names of the kernel's modules that hold functions of its own."""
    return tuple(sorted(path.stem for path in FOLDER.glob("[a-z]*.py") if path.stem != "jit"))


def kernel_digest() -> str:
    """Sixteen hex digits that stand for all kernel files and this one."""
    found = sha256()
    for path in (*sorted(FOLDER.glob("*.py")), Path(__file__)):
        found.update(f"{path.name}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def popcount(mask: int) -> int:
    """How many bits of a mask below 2^63 are set, by adding ever larger fields."""
    mask -= mask >> 1 & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    return (mask * 0x0101010101010101 & 0x7FFFFFFFFFFFFFFF) >> 56


def top_bit(mask: int) -> int:
    """The highest bit of a mask below 2^63, by filling all bits below it."""
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> shift
    return mask ^ mask >> 1


def _user_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(base or Path.home() / ".cache") / "shengji"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
