"""How far a long command is, on stderr; where that is no terminal, nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

Tell = Callable[[float, str], None]


@contextmanager
def progress(total: float) -> Iterator[Tell]:
    """A bar while a command works; it is told how much is done, and a word on what is at hand."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _done, _text: None
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        auto_refresh=False,  # no second thread: it would disturb what is measured
    )
    with bar:
        task = bar.add_task("", total=total)

        def tell(done: float, text: str) -> None:
            bar.update(task, completed=done, description=text, refresh=True)

        yield tell
