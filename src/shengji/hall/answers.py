"""Answers to commands: one for each, however often it comes, and none before it is stored.

A command goes by its sender and its own id, `person:cid`.
"""

from collections import deque

from .commands import Refused
from .feeds import encode
from .protocol import Ack, Nack
from .refusals import nack
from .services import Member

MOST_IDLE = 1000  # so many commands that changed nothing are remembered, which no log bounds


class Answers:
    """What a room has told, and still owes, to those who sent commands."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, int] = {}
        self.idle: deque[str] = deque()
        self.waiting: dict[str, list[Member]] = {}
        self.held: deque[tuple[int, str, Ack | Nack]] = deque()

    def knows(self, cid: str, member: Member) -> bool:
        """Whether a command came before; its sender has the answer then, or will."""
        if cid in self.waiting:
            self.waiting[cid].append(member)
        elif cid in self.acknowledged:
            member.push(encode(Ack(cid=own_cid(cid), seq=self.acknowledged[cid])))
        else:
            return False
        return True

    def expect(self, cid: str, member: Member) -> None:
        """A command's events are on their way to the log."""
        self.waiting[cid] = [member]

    def hold(self, seq: int, cid: str, member: Member, answer: Ack | Nack) -> None:
        """A command changes nothing: it is answered once all up to `seq` is stored."""
        self.waiting[cid] = [member]
        self.held.append((seq, cid, answer))

    def stored(self, seq: int, cid: str | None = None) -> None:
        """All up to `seq` is stored; its last event is that of a command, if `cid` is one."""
        if cid is not None:
            self.acknowledged[cid] = seq
            self._give(cid, Ack(cid=own_cid(cid), seq=seq))
        while self.held and self.held[0][0] <= seq:
            _, idle, answer = self.held.popleft()
            if isinstance(answer, Ack):
                self._remember(idle, answer.seq)
            self._give(idle, answer)

    def _remember(self, cid: str, seq: int) -> None:
        self.acknowledged[cid] = seq
        self.idle.append(cid)
        if len(self.idle) > MOST_IDLE:
            del self.acknowledged[self.idle.popleft()]

    def _give(self, cid: str, answer: Ack | Nack) -> None:
        for member in self.waiting.pop(cid, ()):
            member.push(encode(answer))

    def lost(self) -> None:
        """The log did not take an event: what waits for it was not done."""
        for cid, members in self.waiting.items():
            for member in members:
                member.push(encode(nack(own_cid(cid), Refused("try_again"), member.lang)))
        self.waiting.clear()
        self.held.clear()


def own_cid(cid: str) -> str:
    """A command's id as its sender wrote it."""
    return cid.partition(":")[2]
