"""Build hook: wheels, source distributions and editable installs carry the built web client."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBuildHook(BuildHookInterface[Any]):
    """Runs tools/build_client.py before hatchling collects the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client where it is not up to date.  Raises SystemExit if that fails."""
        del version, build_data
        tool = Path(self.root) / "tools" / "build_client.py"
        built = subprocess.run([sys.executable, str(tool)], check=False)
        if built.returncode:
            raise SystemExit(built.returncode)
