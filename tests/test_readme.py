"""What the README shows runs as it stands there."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_example_runs_and_says_what_stands_beside_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, str(README), "exec"), {})  # the README's own text
    shown = capsys.readouterr().out.splitlines()
    assert shown == [line[2:] for line in example.splitlines() if line.startswith("# ")]
