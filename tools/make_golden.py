"""Write tests/golden/<preset>.jsonl anew, after a change of rules that the changelog tells."""

from pathlib import Path

from shengji.bots.tiers import TIERS
from shengji.engine.ruleset import PRESETS, preset
from shengji.proof.golden import golden_lines

FOLDER = Path(__file__).parent.parent / "tests" / "golden"
SEED = 80
DEALS = 3


def main() -> None:
    """Play each preset with two novices against two random bots."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    policies = [TIERS["novice"], TIERS["random"]] * 2
    for name in PRESETS:
        lines = golden_lines(preset(name), SEED, policies, DEALS)
        text = "".join(f"{line}\n" for line in lines)
        (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")
        print(name, text.count("\n"), "actions")


if __name__ == "__main__":
    main()
