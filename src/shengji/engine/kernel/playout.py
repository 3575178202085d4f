"""Random play: a lead, a follow, and a whole deal from the first lead.

Randomness is an argument: a seed of 31 bits goes in, the next one comes out.
"""

from .follow import owed, stand_in, without_bombs
from .jit import kernel, popcount
from .pack import leave_run, pack, usable
from .pieces import (
    NO_PIECES,
    Pieces,
    add,
    counted,
    largest,
    shape,
    special_faces,
    special_run,
    special_runs,
    take_faces,
)
from .planes import (
    EMPTY,
    NONE,
    THROWS_ALL,
    Hand,
    Hands,
    Options,
    Table,
    faces_of,
    fold,
    group_of,
    points,
    runs,
    size,
    take,
    with_hand,
    within,
    without,
)
from .throw import forced_piece
from .trick import beats, is_one_piece

SEED_BITS = 31
THROW_ONE_IN = 10


@kernel
def next_seed(seed: int) -> int:
    """The seed after this one."""
    return (seed * 1103515245 + 12345) & ((1 << SEED_BITS) - 1)


@kernel
def below(seed: int, number: int) -> int:
    """A number from 0 up to, not including, `number`, as the seed says."""
    return (seed * number) >> SEED_BITS


@kernel
def some_bit(mask: int, seed: int) -> int:
    """One of the bits of a mask that has any."""
    for _ in range(below(seed, popcount(mask))):
        mask &= mask - 1
    return mask & -mask


@kernel
def some_cards(hand: Hand, number: int, seed: int) -> tuple[Hand, int]:
    """So many cards of a hand that has them."""
    left = hand
    for _ in range(number):
        seed = next_seed(seed)
        left = take(left, some_bit(left[0], seed), 1)
    return without(hand, left), seed


@kernel
def random_follow(
    hand: Hand,
    group: int,
    number: int,
    lead: Pieces,
    table: Table,
    options: Options,
    seed: int,
) -> tuple[Hand, int]:
    """A legal answer to a lead; every one can come, not all equally often."""
    seed = next_seed(seed)
    of_group = within(hand, group)
    held = size(of_group)
    if held <= number:
        if held == number:
            return of_group, seed
        if number == 1:
            return (some_bit(hand[0], seed), 0, 0, 0), seed
        strangers, seed = some_cards(within(hand, ~group), number - held, seed)
        return joined(of_group, strangers), seed
    if number == 1:
        return (some_bit(of_group[0], seed), 0, 0, 0), seed
    left = of_group
    if lead != NO_PIECES and of_group[1]:
        debt = owed(of_group, lead, table, options)
        left, seed = pay(without_bombs(of_group, options), debt, table, options, seed)
        left = without(of_group, without(without_bombs(of_group, options), left))
    paid = held - size(left)
    for _ in range(number - paid):
        seed = next_seed(seed)
        left = take(left, some_bit(left[0], seed), 1)
    return without(of_group, left), seed


@kernel
def joined(hand: Hand, other: Hand) -> Hand:
    """The cards of two hands that share no face."""
    return hand[0] | other[0], hand[1] | other[1], hand[2] | other[2], hand[3] | other[3]


@kernel
def pay(hand: Hand, debt: Pieces, table: Table, options: Options, seed: int) -> tuple[Hand, int]:
    """What is left of some cards once the pieces that are owed were taken at random."""
    debt, seed = some_reading(hand, debt, table, options, seed)
    while debt != NO_PIECES:
        k, n = largest(debt)
        debt = add(debt, k, n, -1)
        hand, seed = pay_piece(hand, k, n, debt, table, options, seed)
    return hand, seed


@kernel
def some_reading(
    hand: Hand, debt: Pieces, table: Table, options: Options, seed: int
) -> tuple[Pieces, int]:
    """The pieces owed, or others that may stand in for them (C-14), that the cards hold."""
    if not options.bulldozer or not hand[2]:
        return debt, seed
    threes, twos = counted(debt[0], 3) + 1, counted(debt[0], 2) + 1
    seed = next_seed(seed)
    first = below(seed, threes * twos)
    for step in range(threes * twos):
        choice = (first + step) % (threes * twos)
        other = stand_in(debt, choice // twos, choice % twos)
        if pack(hand, other, table, options.protect):
            return other, seed
    return debt, seed


@kernel
def pay_piece(
    hand: Hand, k: int, n: int, rest: Pieces, table: Table, options: Options, seed: int
) -> tuple[Hand, int]:
    """The cards less one run of n k-tuples at a random place that leaves room for the rest."""
    starts = usable(hand, k, options.protect)
    if n > 1:
        starts = runs(fold(starts, table), n, table.link)
    seed = next_seed(seed)
    if k == 2 and n == 2 and below(seed, 3) == 0:
        left = pay_special(hand, rest, table, options, seed)
        if left != NONE:
            return left, seed
    while starts:
        seed = next_seed(seed)
        start = some_bit(starts, seed)
        starts ^= start
        left, seed = pay_run(hand, start, k, n, table, options, seed)
        if pack(left, rest, table, options.protect):
            return left, seed
        if n > 1:
            left = leave_run(hand, start, k, n, rest, table, options.protect)
            if left != NONE:
                return left, seed
    return pay_special(hand, rest, table, options, seed), seed


@kernel
def pay_run(
    hand: Hand, start: int, k: int, n: int, table: Table, options: Options, seed: int
) -> tuple[Hand, int]:
    """The cards less the run of n k-tuples at a row, any of the faces that share a row."""
    left = hand
    for i in range(n):
        face = start << i
        if n > 1 and (face == table.level_row or face == table.twos_row):
            seed = next_seed(seed)
            face = some_bit(faces_of(face, table) & usable(left, k, options.protect), seed)
        left = take(left, face, k)
    return left, seed


@kernel
def pay_special(hand: Hand, rest: Pieces, table: Table, options: Options, seed: int) -> Hand:
    """The cards less any run that no shift gives and that leaves room for the rest, or NONE."""
    number = special_runs(table)
    first = below(seed, number)
    for step in range(number):
        held = usable(hand, 2, options.protect)
        faces = special_run(held, (first + step) % number, table)
        if faces:
            left = take_faces(hand, faces, 2)
            if pack(left, rest, table, options.protect):
                return left
    return NONE


@kernel
def random_lead(hand: Hand, table: Table, options: Options, seed: int) -> tuple[Hand, int]:
    """A random piece, or one time in ten, where throws are allowed, some cards of one group."""
    seed = next_seed(seed)
    face = some_bit(hand[0], seed)
    seed = next_seed(seed)
    throws = options.throws
    if throws and below(seed, THROW_ONE_IN) == 0:
        of_group = within(hand, group_of(face, table))
        held = size(of_group)
        if held > 1 and (throws == THROWS_ALL or not face & table.trump):
            seed = next_seed(seed)
            return some_cards(of_group, 2 + below(seed, held - 1), seed)
    if not face & hand[1]:
        return (face, 0, 0, 0), seed
    return random_sets(hand, face, table, seed)


@kernel
def random_sets(hand: Hand, face: int, table: Table, seed: int) -> tuple[Hand, int]:
    """A face that is held more than once, some of its copies, and maybe a run upwards from it."""
    held = 2 + (face & hand[2] != 0) + (face & hand[3] != 0)
    seed = next_seed(seed)
    k = 1 + below(seed, held)
    special = special_faces(hand, table)
    seed = next_seed(seed)
    if k == 2 and special & face and below(seed, 2) == 0:
        return (special, special, 0, 0), seed
    left = take(hand, face, k)
    row = fold(face, table)
    while k > 1 and row & table.link and fold(hand[k - 1], table) & row << 1:
        seed = next_seed(seed)
        if below(seed, 2) == 0:
            break
        row <<= 1
        seed = next_seed(seed)
        left = take(left, some_bit(faces_of(row, table) & hand[k - 1], seed), k)
    return without(hand, left), seed


@kernel
def some_stand(
    hands: Hands, leader: int, play: Hand, table: Table, options: Options
) -> tuple[Hand, Pieces]:
    """What lies on the table after a lead: the lead or what is forced of it, and its pieces."""
    pieces = shape(play, table)
    if size(play) == 1 or is_one_piece(pieces, size(play)):
        return play, pieces
    group = group_of(play[0] & -play[0], table)
    others = with_hand(hands, leader, EMPTY)
    stopped, k, n, _, piece = forced_piece(play, pieces, others, leader, group, table, options)
    if not stopped:
        return play, pieces
    return piece, add(NO_PIECES, k, n, 1) if k > 1 else NO_PIECES


@kernel
def play_out(
    hands: Hands, leader: int, table: Table, options: Options, seed: int
) -> tuple[int, int, int, int]:
    """Play a deal at random from the first lead to the last trick.

    Returns the points that the seats opposing the leader took, the seat that took the last
    trick, a checksum of all plays, and the next seed.
    """
    first = leader
    taken, checksum = 0, 0
    while hands[leader][0]:
        play, seed = random_lead(hands[leader], table, options, seed)
        play, pieces = some_stand(hands, leader, play, table, options)
        group = group_of(play[0] & -play[0], table)
        number = size(play)
        hands = with_hand(hands, leader, without(hands[leader], play))
        best, winner, score = play, leader, points(play, table)
        checksum = mixed(checksum, play)
        for step in range(1, len(hands)):
            seat = (leader + step) % len(hands)
            play, seed = random_follow(hands[seat], group, number, pieces, table, options, seed)
            hands = with_hand(hands, seat, without(hands[seat], play))
            score += points(play, table)
            checksum = mixed(checksum, play)
            if beats(best, play, group, number, pieces, table, options):
                best, winner = play, seat
        leader = winner
        if (winner - first) % 2:
            taken += score
    return taken, leader, checksum, seed


@kernel
def mixed(checksum: int, play: Hand) -> int:
    """The checksum with one more play in it, within 31 bits."""
    for mask in play:
        checksum = ((checksum * 31 + mask % 2147483629) * 16777619) % 2147483647
    return checksum
