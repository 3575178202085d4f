"""How much one may ask for: token buckets."""

import time
from collections.abc import Callable


class Bucket:
    """So many at once, and so many more a second."""

    def __init__(
        self, most: float, per_second: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.per_second = per_second
        self.now = now
        self.left = most
        self.at = now()

    def take(self) -> bool:
        """Whether one more is within the limit; it is counted then."""
        now = self.now()
        self.left = min(self.most, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nobody has asked for a while, so that it may be forgotten."""
        return self.left + (self.now() - self.at) * self.per_second >= self.most


class Buckets:
    """A bucket for each of many askers."""

    MOST = 10_000

    def __init__(self, most: float, per_second: float) -> None:
        self.most = most
        self.per_second = per_second
        self.buckets: dict[str, Bucket] = {}

    def take(self, asker: str) -> bool:
        """Whether this asker may once more."""
        if len(self.buckets) > self.MOST:
            self.buckets = {who: one for who, one in self.buckets.items() if not one.full}
        bucket = self.buckets.get(asker)
        if bucket is None:
            bucket = self.buckets[asker] = Bucket(self.most, self.per_second)
        return bucket.take()
