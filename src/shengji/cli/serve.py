"""`shengji serve`: a hall for everybody on the network, or behind an address of one's own."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from shengji.words import Words

from .bots import MaybeWhole, option
from .commands import new_app


def command(say: Words) -> App:
    """The command as an App."""
    app = new_app(say, "serve")

    def flag(name: str, key: str) -> Parameter:
        return option(name, say, f"cli.serve.{key}", shows_default=False)

    @app.default
    def serve(
        *,
        host: Annotated[str | None, flag("host", "host")] = None,
        port: Annotated[MaybeWhole, flag("port", "port")] = None,
        data: Annotated[str | None, flag("data", "folder")] = None,
        local: Annotated[bool | None, flag("local", "local")] = None,
        public_url: Annotated[str | None, flag("public-url", "public_url")] = None,
        config: Annotated[Path | None, flag("config", "config")] = None,
    ) -> int:
        from shengji.hall.serve import serve as run
        from shengji.hall.settings import load_settings

        flags = {"host": host, "port": port, "data": data, "local": local, "public_url": public_url}
        return run(load_settings(flags, os.environ, config), say)

    return app
