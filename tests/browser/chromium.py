"""The browser that tests drive: one place for its path and its flags."""

import os

from playwright.sync_api import Browser, Playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 5_000

PHONE = (390, 844)
SMALL_PHONE = (360, 640)
LYING = (844, 390)
DESKTOP = (1440, 900)


def launched(playwright: Playwright) -> Browser:
    """Chromium, from the path in CHROMIUM."""
    path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))
