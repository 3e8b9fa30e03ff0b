# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A group of kinds (a suit, or the honours) read from left to right: the recursion breadth first.

A target takes of each kind some tiles for chows begun there or up to two kinds before, none or two for the pair, and
three for each pung. The chows still open are all that the next kind must know: an *open state*. A `Move` is one choice
of chows at one kind; which moves there are is all that tells a suit from the honours.

For each open state a *vector* holds how near a target can be, by number of pairs (0, 1: two rows) and of sets (a lane
each): `BEST` less the fewest missing tiles, 0 where there is no target. Then a tile that is missing is a subtraction
that stops at 0, the nearer of two is the greater, and another set is a shift that fills with 0: few instructions for
sixteen lanes. `step` takes the vectors over one kind; after the last kind one vector is left, the group's.
Three chows begun at one kind are three pungs, so a move begins at most two.

The vectors met over all counts are few: read as states, they make an
automaton, minimised and flattened to three table look-ups of three kinds each. Groups of equal needs are one class;
classes of two groups are joined by a table. Where one copy of a kind is gone for good, as after a discard, the vectors
may be others: tables of their own know them (`Gone`). `Covers` is the smaller cousin for the one question "is it a
win": whether the tiles of the group are exactly sets, or sets and a pair, and the fewest sets that hold them all.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ._lanes cimport (
    lanes, lanes_all, lanes_less, lanes_load, lanes_max, lanes_next_row, lanes_store, lanes_up, lanes_zero
)

from _thread import allocate_lock
from array import array
from weakref import WeakValueDictionary

cdef enum:
    MOST_WIND_CHOWS = 8   # four chows of three winds, each at most twice
    NEVER = -1            # a step that no hand takes
    MOST_STATES = 0xffff  # what the tables' entries can hold; no rules come near

cdef enum Mode:
    # What the states of an automaton are.
    FIT                   # ways in which the tiles are exactly sets and a pair
    COVER                 # the fewest sets that hold the tiles
    FOUR_COPIES           # vectors of targets of at most four alike
    ONE_GONE              # the same, and of at most three alike of one kind
    FIFTH_COPIES          # vectors of targets of any number alike

cdef enum:
    SUIT_MOVES_LENGTH = 27

cdef Move SUIT_MOVES[SUIT_MOVES_LENGTH]
cdef Move EIGHT_MOVES[9]
cdef Move NINE_MOVES[3]
cdef Move PLAIN_MOVES[1]
cdef Move WIND_MOVES[4][900]
cdef int N_WIND_MOVES[4]
cdef Move DRAGON_MOVES[3][3]

# What a kind may hold besides chow tiles: tiles, sets, pairs. A second pung only where jokers make a fifth copy; a
# third never beats a pung of another kind.
cdef int EXTRA_TILES[6]
cdef int EXTRA_SETS[6]
cdef int EXTRA_PAIRS[6]
# MISSING[cap][count][need]: the tiles missing of a target with so many of a kind, in every lane; all there can be where
# it cannot have them.
cdef uint8_t MISSING[5][5][5][2 * SMALL]
EXTRA_TILES[:] = [0, 2, 3, 5, 6, 8]
EXTRA_SETS[:] = [0, 0, 1, 1, 2, 2]
EXTRA_PAIRS[:] = [0, 1, 0, 1, 0, 1]

cdef int put_moves(Move *moves, list found) except -1:
    cdef int i
    found.sort(key=lambda move: move[2])
    for i in range(len(found)):
        moves[i].source, moves[i].target, moves[i].tiles, moves[i].sets = found[i]
    return len(found)


cdef int make_moves() except -1:
    # Suits: the open state 3a + b means a chows begun two kinds before and b begun one kind before.
    suit = [(3 * a + b, 3 * b + x, a + b + x, x) for a in range(3) for b in range(3) for x in range(3)]
    put_moves(SUIT_MOVES, suit)
    put_moves(EIGHT_MOVES, [move for move in suit if move[3] == 0])
    put_moves(NINE_MOVES, [(3 * a, 0, a, 0) for a in range(3)])
    put_moves(PLAIN_MOVES, [(0, 0, 0, 0)])
    cdef int cap, count, need
    for cap in range(5):
        for count in range(5):
            for need in range(5):
                memset(MISSING[cap][count][need], BEST if need > cap else max(need - count, 0), 2 * SMALL)
    return 0


cdef int make_run_moves() except -1:
    # Winds as chows: n chows of three different winds each leave out one wind, so together they hold at most n of each
    # wind and 3n in all, and any such counts will do. The open state is n and how many tiles of these have come.
    cdef int chows, held, taken, i
    cdef int opens[MOST_WIND_CHOWS + 2]
    if N_WIND_MOVES[0]:
        return 0
    opens[0] = 0
    winds = [[], [], [], []]
    for chows in range(MOST_WIND_CHOWS + 1):
        opens[chows + 1] = opens[chows] + 3 * chows + 1
        for taken in range(chows + 1):
            winds[0].append((0, opens[chows] + taken, taken, chows))
            for held in range(3 * chows - taken + 1):
                for i in (1, 2):
                    winds[i].append((opens[chows] + held, opens[chows] + held + taken, taken, 0))
            winds[3].append((opens[chows] + 3 * chows - taken, 0, taken, 0))
    for i in range(3, -1, -1):
        N_WIND_MOVES[i] = put_moves(WIND_MOVES[i], winds[i])
    put_moves(DRAGON_MOVES[0], [(0, chows, chows, chows) for chows in range(3)])
    put_moves(DRAGON_MOVES[1], [(chows, chows, chows, 0) for chows in range(3)])
    put_moves(DRAGON_MOVES[2], [(chows, 0, chows, 0) for chows in range(3)])
    return 0


make_moves()


# TALLIES[place][block]: the fields of three counts. Places: ranks 1-3, 4-6 and 7-9 of a suit, honours.
cdef uint64_t TALLIES[5][BLOCKS]     # the last is empty


cdef void make_tallies() noexcept:
    cdef int place, number, i, count
    cdef bint orphan
    cdef uint64_t tally
    for place in range(4):
        for number in range(125):
            tally = 0
            for i in range(3):
                count = (number // 25, number // 5 % 5, number % 5)[2 - i]
                orphan = place == 3 or (place == 0 and i == 0) or (place == 2 and i == 2)
                tally += <uint64_t>count << TILES
                tally += <uint64_t>(count >= 2) << PAIRED
                tally += <uint64_t>(count == 4) << FOURS
                tally += <uint64_t>(count % 2) << ODD
                tally += <uint64_t>(count == 1) << SINGLES
                tally += <uint64_t>(orphan and count >= 1) << ORPHANS
                tally += <uint64_t>(orphan and count >= 2) << ORPHAN_PAIRS
            TALLIES[place][number] = tally


make_tallies()


cdef const uint64_t *tally_table() noexcept nogil:
    return &TALLIES[0][0]


cdef int make_group(Group *group, bint chows, bint runs, int exists, int naturals, int pairs) except -1:
    """Fill in ``group``: a suit with ``chows``, else honours (``runs``: with chows of winds and of dragons)."""
    group.chows = chows
    group.lone = not chows and not runs
    cdef int level
    cdef Kind *kind
    if runs:
        make_run_moves()
    for level in range(LEVELS):
        kind = &group.kinds[level]
        kind.exists = (exists >> level) & 1
        kind.natural = kind.exists and (naturals >> level) & 1
        kind.pair = kind.exists and (pairs >> level) & 1
        kind.moves = PLAIN_MOVES
        kind.n_moves = 1
        kind.n_open = 1
        if chows:
            kind.moves = &SUIT_MOVES[0] if level < 7 else &EIGHT_MOVES[0] if level < 8 else &NINE_MOVES[0]
            kind.n_moves = SUIT_MOVES_LENGTH if level < 7 else 9 if level < 8 else 3
            kind.n_open = 9 if level < 8 else 1
        elif runs and level < 4:
            kind.moves = WIND_MOVES[level]
            kind.n_moves = N_WIND_MOVES[level]
            kind.n_open = MOST_OPEN if level < 3 else 1
        elif runs and level < 7:
            kind.moves = DRAGON_MOVES[level - 4]
            kind.n_moves = 3
            kind.n_open = 3 if level < 6 else 1
    return 0


cdef inline void improve(uint8_t *target, const uint8_t *source, int sets, int pairs, int missing,
                         int row) noexcept nogil:
    # The target's vector, or the source's with so many more sets, pairs and missing tiles where that is nearer.
    cdef lanes vector
    cdef int lane, worth
    if row == SMALL:
        vector = lanes_up(lanes_load(source), sets)
        if pairs:
            vector = lanes_next_row(vector)
        lanes_store(target, lanes_max(lanes_load(target), lanes_less(vector, lanes_all(missing))))
        return
    for lane in range(sets, row):
        worth = source[lane - sets] - missing
        if worth > target[pairs * row + lane]:
            target[pairs * row + lane] = <uint8_t>worth
        if not pairs:
            worth = source[row + lane - sets] - missing
            if worth > target[row + lane]:
                target[row + lane] = <uint8_t>worth


cdef void step(const Kind *kind, uint8_t *after, const uint8_t *before, int count, int cap, int most_over,
               int row) noexcept nogil:
    """Take the vectors over one kind: ``count`` are held, ``cap`` can be had, up to ``most_over`` beyond may be jokers.

    An open state has a vector for each number of jokers beyond the caps, 0 to ``most_over``.
    """
    cdef int block = 2 * row * (most_over + 1)
    cdef int i, extra, need, over, jokers, sets
    cdef const Move *move
    memset(after, 0, kind.n_open * block)
    for i in range(kind.n_moves):
        move = &kind.moves[i]
        if move.tiles > (cap + most_over if kind.exists else 0):
            break
        for extra in range(6 if kind.exists else 1):
            need = move.tiles + EXTRA_TILES[extra]
            over = need - cap if need > cap else 0
            if over > most_over:
                break
            sets = move.sets + EXTRA_SETS[extra]
            if (EXTRA_PAIRS[extra] and not kind.pair) or sets >= row:
                continue
            for jokers in range(most_over + 1 - over):
                improve(after + move.target * block + 2 * row * (jokers + over),
                        before + move.source * block + 2 * row * jokers, sets, EXTRA_PAIRS[extra],
                        need - count if need > count else 0, row)


cdef inline lanes suit_taken(lanes vector, const uint8_t *missing, const uint8_t *missing_pair,
                             int need) noexcept nogil:
    # The vector with `need` tiles of chows, and a pair or a pung beside them where four copies allow it.
    cdef lanes taken = lanes_less(vector, lanes_load(missing + 2 * SMALL * need))
    if need <= 2:
        taken = lanes_max(taken, lanes_less(lanes_next_row(vector), lanes_load(missing_pair + 2 * SMALL * (need + 2))))
    if need <= 1:
        taken = lanes_max(taken, lanes_less(lanes_up(vector, 1), lanes_load(missing + 2 * SMALL * (need + 3))))
    return taken


cdef inline void suit_open(bint begun, bint more, uint8_t *after, const uint8_t *before, const uint8_t *missing,
                           const uint8_t *missing_pair, int b) noexcept nogil:
    # The open states after a kind that have b chows begun one kind before: 3b and two more, one for each number of
    # chows begun here, where there may be `more`. Chows `begun` two kinds before are there from the third kind on.
    cdef lanes zero = lanes_load(before + 2 * SMALL * b)
    cdef lanes one = lanes_zero()
    cdef lanes two = lanes_zero()
    cdef lanes best = suit_taken(zero, missing, missing_pair, b)
    if begun:
        one = lanes_load(before + 2 * SMALL * (3 + b))
        two = lanes_load(before + 2 * SMALL * (6 + b))
        best = lanes_max(best, suit_taken(one, missing, missing_pair, 1 + b))
        best = lanes_max(best, suit_taken(two, missing, missing_pair, 2 + b))
    lanes_store(after + 2 * SMALL * 3 * b, best)
    if not more:
        lanes_store(after + 2 * SMALL * (3 * b + 1), lanes_zero())
        lanes_store(after + 2 * SMALL * (3 * b + 2), lanes_zero())
        return
    best = suit_taken(zero, missing, missing_pair, 1 + b)
    if begun:
        best = lanes_max(best, suit_taken(one, missing, missing_pair, 2 + b))
        if b < 2:
            best = lanes_max(best, suit_taken(two, missing, missing_pair, 3 + b))
    lanes_store(after + 2 * SMALL * (3 * b + 1), lanes_up(best, 1))
    best = suit_taken(zero, missing, missing_pair, 2 + b)
    if begun and b < 2:
        best = lanes_max(best, suit_taken(one, missing, missing_pair, 3 + b))
        if b < 1:
            best = lanes_max(best, suit_taken(two, missing, missing_pair, 4 + b))
    lanes_store(after + 2 * SMALL * (3 * b + 2), lanes_up(best, 2))


cdef void suit_step(const Kind *kind, int level, uint8_t *after, const uint8_t *before, int count,
                    int cap) noexcept nogil:
    """`step` for a kind of a suit, no jokers beyond the caps: the same moves, written out so that vectors stay in
    registers.

    Without jokers a target holds at most four of a kind, so sums of more are left out; and so is what no chow can have
    begun.
    """
    cdef const uint8_t *missing = &MISSING[cap if kind.exists else 0][count][0][0]
    cdef const uint8_t *missing_pair = missing if kind.pair else &MISSING[0][0][0][0]
    cdef bint begun = level > 1, more = level < 7
    suit_open(begun, more, after, before, missing, missing_pair, 0)
    if 0 < level < 8:
        suit_open(begun, more, after, before, missing, missing_pair, 1)
        suit_open(begun, more, after, before, missing, missing_pair, 2)
    elif level == 0:
        memset(after + 2 * SMALL * 3, 0, 6 * 2 * SMALL)


cdef void lone_step(const Kind *kind, uint8_t *vector, int count, int cap) noexcept nogil:
    """`step` for a kind that is in no chow, no jokers beyond the caps."""
    cdef const uint8_t *missing = &MISSING[cap if kind.exists else 0][count][0][0]
    cdef lanes before = lanes_load(vector)
    cdef lanes best = lanes_max(before, lanes_less(lanes_up(before, 1), lanes_load(missing + 2 * SMALL * 3)))
    if kind.pair:
        best = lanes_max(best, lanes_less(lanes_next_row(before), lanes_load(missing + 2 * SMALL * 2)))
    lanes_store(vector, best)


cdef size_t work_size(int most_over, int row) noexcept nogil:
    """Bytes of work space that `group_needs` takes."""
    return 2 * MOST_OPEN * (most_over + 1) * 2 * row


cdef void group_needs(const Group *group, const uint8_t *counts, const uint8_t *caps, int most_over, int row,
                      uint8_t *work, uint8_t *vector) noexcept nogil:
    """Write the vector of one group, for each number of jokers beyond the caps from 0 to ``most_over``."""
    cdef int block = 2 * row * (most_over + 1)
    cdef uint8_t *before = work
    cdef uint8_t *after = work + MOST_OPEN * block
    cdef uint8_t *swap
    cdef int i
    if group.lone and row == SMALL and most_over == 0:
        memset(vector, 0, block)
        vector[0] = BEST
        for i in range(LEVELS):
            lone_step(&group.kinds[i], vector, counts[i], caps[i])
        return
    memset(before, 0, 9 * block)            # the open states of a suit before its first kind
    for i in range(most_over + 1):
        before[2 * row * i] = BEST
    for i in range(LEVELS):
        if group.chows and row == SMALL and most_over == 0:
            suit_step(&group.kinds[i], i, after, before, counts[i], caps[i])
        else:
            step(&group.kinds[i], after, before, counts[i], caps[i], most_over, row)
        swap = before
        before = after
        after = swap
    memcpy(vector, before, block)


def suit_needs(counts, caps):
    """How near the targets of one suit are, for tests: 16 bytes, 255 less the missing tiles (0: no target), by number
    of sets from 0 to 7, without the pair and with it.

    ``counts`` and ``caps`` are nine each: copies held and copies that a target may hold, 0 to 4.
    """
    cdef Group group
    cdef uint8_t held[LEVELS]
    cdef uint8_t most[LEVELS]
    cdef uint8_t work[2 * MOST_OPEN * 2 * SMALL]
    cdef uint8_t vector[2 * SMALL]
    cdef int i
    if len(counts) != LEVELS or len(caps) != LEVELS:
        raise ValueError("a suit has nine kinds")
    for i in range(LEVELS):
        if not 0 <= counts[i] <= 4 or not 0 <= caps[i] <= 4:
            raise ValueError("a count is from 0 to 4")
        held[i] = counts[i]
        most[i] = caps[i]
    make_group(&group, True, False, 0x1ff, 0x1ff, 0x1ff)
    group_needs(&group, held, most, 0, SMALL, work, vector)
    return vector[:2 * SMALL]


cdef int cover_step(const Kind *kind, uint8_t *after, const uint8_t *before, int count, bint fit) noexcept nogil:
    # As `step`, but a vector is the fewest sets that hold all tiles so far, without and with the pair. What all have in
    # common is taken out and returned. To `fit`, a target has no other tiles, and the number of sets follows from
    # theirs.
    cdef int i, extra, pair, lane, value, least = INFINITE
    cdef const Move *move
    memset(after, INFINITE, 2 * kind.n_open)
    for i in range(kind.n_moves):
        move = &kind.moves[i]
        for extra in range(6):
            if (move.tiles or extra) and not kind.exists:
                break
            if move.tiles + EXTRA_TILES[extra] < count or (EXTRA_PAIRS[extra] and not kind.pair):
                continue
            if fit and move.tiles + EXTRA_TILES[extra] > count:
                break
            for pair in range(2 - EXTRA_PAIRS[extra]):
                value = before[2 * move.source + pair] + (0 if fit else move.sets + EXTRA_SETS[extra])
                lane = 2 * move.target + pair + EXTRA_PAIRS[extra]
                if value < after[lane]:
                    after[lane] = <uint8_t>value
                    least = min(least, value)
    for lane in range(2 * kind.n_open):
        if after[lane] < INFINITE:
            after[lane] -= <uint8_t>least
    return least


cdef void kong_covers(const Group *group, const uint8_t *counts, uint32_t[2][KONG_LANES] covers) noexcept nogil:
    """In what ways sets hold all tiles of a group where four alike may stand as a kong, jokers filling the rest.

    ``covers``, by number of pairs (0, 1) and of sets, has bit k where k of the sets are kongs. Any pung may be one with
    another joker. Sets that hold nothing are left out.
    """
    cdef uint32_t before[MOST_OPEN][2][KONG_LANES]
    cdef uint32_t after[MOST_OPEN][2][KONG_LANES]
    cdef const Kind *kind
    cdef const Move *move
    cdef uint32_t ways
    cdef int level, i, rest, pair, sets, made, most = 0
    memset(before, 0, sizeof(before))
    before[0][0][0] = 1
    for level in range(LEVELS):
        kind = &group.kinds[level]
        # two chows begun, and a pung
        most = min(most + 3, KONG_LANES - 1) if group.chows or group.lone else KONG_LANES - 1
        memset(after, 0, kind.n_open * sizeof(after[0]))
        for i in range(kind.n_moves):
            move = &kind.moves[i]
            if move.tiles and not kind.exists:
                break
            rest = max(0, counts[level] - move.tiles)
            for pair in range(2):
                for sets in range(most + 1 - move.sets):
                    ways = before[move.source][pair][sets]
                    made = sets + move.sets
                    if ways == 0:
                        continue
                    if rest == 0:
                        after[move.target][pair][made] |= ways
                        continue
                    if made < most:
                        after[move.target][pair][made + 1] |= ways << 1 | (ways if rest < 4 else 0)
                    if pair == 0 and kind.pair:
                        if rest <= 2:
                            after[move.target][1][made] |= ways
                        elif made < most:
                            after[move.target][1][made + 1] |= ways << 1 | ways
        memcpy(before, after, kind.n_open * sizeof(after[0]))
    memcpy(covers, before[0], sizeof(before[0]))


cdef list _levels(const Group *group, int sets, Mode mode, dict classes):
    """The automaton kind by kind: for each level an array of `width` entries a state, the next state + 65536 * what is
    added.

    The entries are of 0 to 4 copies; of `ONE_GONE` five more are of the same where one copy is gone, which may be so of
    one kind. The states after the last kind are the ends: classes, numbered in ``classes``; a cover's are 0, 1, 2, a
    fit's its code.
    """
    cdef bint cover = mode == FIT or mode == COVER
    cdef uint8_t vectors[MOST_OPEN * 2 * SMALL]
    cdef uint8_t after[MOST_OPEN * 2 * SMALL]
    cdef int row = 2 if cover else 2 * SMALL
    cdef int most_tiles = 4 * LEVELS if cover else 3 * sets + 2
    cdef int level, entry, at, count, copies, added, lane, size, index, held, number
    cdef int[::1] entries
    cdef bint gone
    cdef const Kind *kind
    cdef bytes state, following
    cdef list states, fewest, whole, next_states, next_fewest, next_whole, levels = []
    cdef dict found
    memset(vectors, INFINITE if cover else 0, sizeof(vectors))
    vectors[0] = 0 if cover else BEST
    states = [PyBytes_FromStringAndSize(<char *> vectors, row)]
    fewest = [0]
    whole = [True]      # states that are met with no copy gone
    for level in range(LEVELS):
        kind = &group.kinds[level]
        found = {}
        next_states = []
        next_fewest = []
        next_whole = []
        made = array("i", bytes(len(states) * width(mode) * sizeof(int)))
        entries = made
        size = kind.n_open * row
        for index in range(len(states)):
            state = states[index]
            memcpy(vectors, <const char *> state, len(state))
            for entry in range(width(mode)):
                at = width(mode) * index + entry
                count = entry % 5
                gone = entry >= 5
                held = <int>fewest[index] + count
                if held > most_tiles or (cover and count and not kind.natural) or (gone
                                                                                   and (count == 4
                                                                                        or not whole[index])):
                    entries[at] = NEVER
                    continue
                added = 0
                if cover:
                    added = cover_step(kind, after, vectors, count, mode == FIT)
                    if mode == FIT:
                        added = 0
                    if level == LEVELS - 1:
                        entries[at] = _fit_end(after) if mode == FIT else _cover_end(after) + ((added + after[0]) << 16)
                        continue
                else:
                    # Tiles of a kind that no natural is of change nothing, so that any draw may be looked up.
                    copies = count if kind.natural else 0
                    if group.chows and mode != FIFTH_COPIES:
                        suit_step(kind, level, after, vectors, copies, (4 - gone) * kind.natural)
                    else:
                        step(kind, after, vectors, copies, BEST if mode == FIFTH_COPIES else (4 - gone) * kind.natural,
                             0, SMALL)
                    for lane in range(2 * kind.n_open):
                        memset(after + SMALL * lane + sets + 1, 0, SMALL - sets - 1)
                following = PyBytes_FromStringAndSize(<char *> after, size)
                if level == LEVELS - 1:
                    entries[at] = classes.setdefault(following, len(classes))
                    continue
                number = found.setdefault(following, len(next_states))
                if number == len(next_states):
                    next_states.append(following)
                    next_fewest.append(held)
                    next_whole.append(whole[index] and not gone)
                else:
                    if held < <int>next_fewest[number]:
                        next_fewest[number] = held
                    if whole[index] and not gone:
                        next_whole[number] = True
                entries[at] = number + (added << 16)
        levels.append(made)
        if max(len(next_states), len(classes)) > MOST_STATES:
            raise OverflowError("too many states")
        states = next_states
        fewest = next_fewest
        whole = next_whole
    return levels


cdef inline int width(Mode mode) noexcept nogil:
    return 10 if mode == ONE_GONE else 5


cdef int _cover_end(const uint8_t *vector) noexcept nogil:
    # Every group can be held by sets alone; what does the pair do?
    if vector[1] >= INFINITE:
        return 0
    return 2 if vector[1] < vector[0] else 1


cdef int _fit_end(const uint8_t *vector) noexcept nogil:
    # Tiles that are sets are not sets and a pair: the numbers differ by two.
    return ONLY_SETS if vector[0] < INFINITE else ONE_PAIR if vector[1] < INFINITE else NO_FIT


cdef list _minimised(list levels, int wide):
    """The same automaton with the states of each level that lead to the same ends made one."""
    cdef int level, i, count, entry
    cdef int row[10]
    cdef int[::1] entries
    cdef list same, kept
    cdef dict rows
    merged = []
    same = None
    for level in range(LEVELS - 1, -1, -1):
        entries = levels[level]
        rows = {}
        kept = []
        for i in range(entries.shape[0] // wide):
            for count in range(wide):
                entry = entries[wide * i + count]
                if entry != NEVER and same is not None:
                    entry = (entry >> 16 << 16) + <int>same[entry & 0xffff]
                row[count] = entry
            kept.append(rows.setdefault(PyBytes_FromStringAndSize(<char *> row, wide * sizeof(int)), len(rows)))
        merged.append(array("i", b"".join(rows)))
        same = kept
    merged.reverse()
    return merged


cdef void _flatten_block(const int *one, const int *two, const int *three, int states, int wide, int gone, int scale,
                         uint16_t *table) noexcept:
    # Three kinds in one look-up; of the first, second or third (``gone``: 0, 1, 2) a copy is gone.
    cdef int state, number, entry, added
    if gone == 0:
        one += 5
    elif gone == 1:
        two += 5
    elif gone == 2:
        three += 5
    for state in range(states):
        for number in range(125):
            entry = one[wide * state + number % 5]
            if entry == NEVER:
                continue
            added = entry >> 16
            entry = two[wide * (entry & 0xffff) + number // 5 % 5]
            if entry == NEVER:
                continue
            added += entry >> 16
            entry = three[wide * (entry & 0xffff) + number // 25]
            if entry == NEVER:
                continue
            added += entry >> 16
            table[state * BLOCKS + number] = <uint16_t>((entry & 0xffff) * scale + (added << 8))


cdef int _flatten(list levels, Mode mode, Automaton *automaton, Gone *gone_of) except -1:
    """Write the tables; an entry is the next state (of a fit times `BLOCKS`) + 256 * what the three kinds added."""
    cdef int block, gone, states, scale
    cdef int[::1] one, two, three
    cdef uint16_t *table
    for block in range(3):
        one, two, three = levels[3 * block], levels[3 * block + 1], levels[3 * block + 2]
        states = one.shape[0] // width(mode)
        if mode == FIT and states * BLOCKS > MOST_STATES:
            raise OverflowError("too many states")
        scale = BLOCKS if mode == FIT and block < 2 else 1
        for gone in range(-1, 3 if width(mode) > 5 else 0):
            if block == 0:
                table = &automaton.first[0] if gone < 0 else &gone_of.first[gone][0]
            else:
                table = <uint16_t *> calloc((states + 1) * BLOCKS, sizeof(uint16_t))
                if table == NULL:
                    raise MemoryError
                if block == 1 and gone < 0:
                    automaton.second = table
                elif block == 1:
                    gone_of.second[gone] = table
                elif gone < 0:
                    automaton.third = table
                else:
                    gone_of.third[gone] = table
            _flatten_block(&one[0], &two[0], &three[0], states, width(mode), gone, scale, table)
    return 0


cdef int _fill(Automaton *automata, Gone *gone, const Group *groups, int sets, Mode mode, dict classes) except -1:
    # Groups that are alike share their tables.
    cdef int i, j
    for i in range(GROUPS):
        for j in range(i):
            if _group_key(&groups[i]) == _group_key(&groups[j]):
                automata[i] = automata[j]
                if gone != NULL:
                    gone[i] = gone[j]
                break
        else:
            levels = _minimised(_levels(&groups[i], sets, mode, classes), width(mode))
            _flatten(levels, mode, &automata[i], NULL if gone == NULL else &gone[i])
    return 0


cdef void _free(Automaton *automata, Gone *gone) noexcept:
    cdef int i, j, place
    for i in range(GROUPS):
        for j in range(i):
            if automata[i].second == automata[j].second:
                break
        else:
            free(automata[i].second)
            free(automata[i].third)
            for place in range(3 if gone != NULL else 0):
                free(gone[i].second[place])
                free(gone[i].third[place])


cdef bytes _group_key(const Group *group):
    cdef int level
    return bytes(
        value
        for level in range(LEVELS)
        for value in (
            group.kinds[level].n_open, group.kinds[level].n_moves & 0xff,
            group.kinds[level].exists, group.kinds[level].natural, group.kinds[level].pair,
        )
    )


cdef class Covers:
    def __dealloc__(self):
        _free(self.fits, NULL)
        _free(self.automata, NULL)


cdef class Classes:
    def __dealloc__(self):
        _free(self.table.automata, self.table.gone)
        free(self.table.joined)
        free(self.table.missing)
        free(self.table.vectors)


cdef void join(const uint8_t *one, const uint8_t *two, uint8_t *both) noexcept nogil:
    """The vector of two groups together: the nearest of all ways to share out sets and pair. All rows are SMALL."""
    cdef lanes other = lanes_load(two)
    cdef lanes paired = lanes_next_row(other)
    cdef lanes best = lanes_zero()
    cdef int sets
    for sets in range(SMALL):
        if one[sets]:
            best = lanes_max(best, lanes_up(lanes_less(other, lanes_all(BEST - one[sets])), sets))
        if one[SMALL + sets]:
            best = lanes_max(best, lanes_up(lanes_less(paired, lanes_all(BEST - one[SMALL + sets])), sets))
    lanes_store(both, best)


cdef Classes _make_classes(const Group *groups, int sets, Mode mode, Classes known):
    # The classes of ``known`` keep their numbers.
    cdef Classes made = Classes.__new__(Classes)
    cdef ClassTable *table = &made.table
    cdef dict classes = {}
    cdef list joined = []
    cdef int i, j, k, n
    cdef bytes vector
    cdef const uint8_t *vector_of
    cdef uint8_t empty[2 * SMALL]
    cdef uint8_t both[2 * SMALL]
    memset(empty, 0, sizeof(empty))
    empty[0] = BEST
    table.sets = sets
    table.empty = 0
    classes[PyBytes_FromStringAndSize(<char *> empty, 2 * SMALL)] = 0
    if known is not None:
        for i in range(known.table.n):
            classes[PyBytes_FromStringAndSize(<char *> known.table.vectors + 2 * SMALL * i, 2 * SMALL)] = i
    _fill(table.automata, table.gone if mode == ONE_GONE else NULL, groups, sets, mode, classes)
    # Joining goes on until it makes no new class.
    vectors = list(classes)
    i = 0
    while i < len(vectors):
        row = []
        for j in range(i + 1):
            join(<const uint8_t *><const char *><bytes>vectors[i], <const uint8_t *><const char *><bytes>vectors[j],
                 both)
            for k in range(2 * SMALL):
                if k % SMALL > sets:
                    both[k] = 0
            vector = PyBytes_FromStringAndSize(<char *> both, 2 * SMALL)
            number = classes.setdefault(vector, len(classes))
            if number == len(vectors):
                vectors.append(vector)
            row.append(number)
        joined.append(row)
        i += 1
    n = table.n = len(vectors)
    if n > MOST_STATES:
        raise OverflowError("too many classes")
    table.joined = <uint16_t *> calloc(n * n, sizeof(uint16_t))
    table.missing = <uint8_t *> calloc((sets + 1) * n * n, 1)
    table.vectors = <uint8_t *> calloc(n * 2 * SMALL, 1)
    if table.joined == NULL or table.missing == NULL or table.vectors == NULL:
        raise MemoryError
    for i in range(n):
        for j in range(i + 1):
            table.joined[i * n + j] = table.joined[j * n + i] = <uint16_t>joined[i][j]
        vector = vectors[i]
        memcpy(table.vectors + i * 2 * SMALL, <const char *> vector, 2 * SMALL)
    for i in range(n):
        for j in range(n):
            for k in range(sets + 1):
                vector_of = table.vectors + 2 * SMALL * table.joined[i * n + j]
                table.missing[(k * n + i) * n + j] = BEST - vector_of[SMALL + k]
    return made


_cache = WeakValueDictionary()
_lock = allocate_lock()


cdef Covers covers_of(const Group *groups):
    """The cover tables of four groups, made when first asked for."""
    cdef Covers made
    key = b"".join([_group_key(&groups[i]) for i in range(GROUPS)])
    with _lock:
        made = _cache.get(key)
        if made is None:
            made = Covers.__new__(Covers)
            _fill(made.fits, NULL, groups, 0, FIT, {})
            _fill(made.automata, NULL, groups, 0, COVER, {})
            _cache[key] = made
    return made


cdef Classes classes_of(const Group *groups, int sets, bint fifth_copies):
    """The class tables of four groups for hands of up to ``sets`` sets, made when first asked for.

    With ``fifth_copies`` a target may hold any number alike, else four (none of a joker's kind).
    """
    return _classes(groups, sets, FIFTH_COPIES if fifth_copies else FOUR_COPIES, None)


cdef Classes gone_classes_of(const Group *groups, int sets, Classes known):
    """The class tables where one copy of a kind may be gone; classes that are also in the tables ``known`` of four
    copies have the same number."""
    return _classes(groups, sets, ONE_GONE, known)


cdef Classes _classes(const Group *groups, int sets, Mode mode, Classes known):
    cdef Classes made
    key = (b"".join([_group_key(&groups[i]) for i in range(GROUPS)]), sets, mode)
    with _lock:
        made = _cache.get(key)
        if made is None:
            made = _make_classes(groups, sets, mode, known)
            _cache[key] = made
    return made


def table_needs(const uint8_t[:, ::1] rows, int sets, int gone=-1):
    """What `suit_needs` tells of each row of nine counts, looked up in the tables for so many sets, for tests; of the
    rank ``gone`` (0 to 8; -1: none) a copy is gone."""
    cdef Group groups[GROUPS]
    cdef Classes classes
    cdef Steps steps
    cdef unsigned int blocks[3]
    cdef Py_ssize_t i
    cdef int level, tiles
    if not 0 < sets <= SMALL_SETS or not -1 <= gone < LEVELS or rows.shape[1] != LEVELS:
        raise ValueError(f"1 to {SMALL_SETS} sets, rows of nine counts, a rank from 0 to 8")
    for i in range(rows.shape[0]):
        tiles = 0
        for level in range(LEVELS):
            tiles += rows[i, level]
            if rows[i, level] > (3 if level == gone else 4) or tiles > 3 * sets + 2:
                raise ValueError("more tiles than there can be")
    for i in range(GROUPS):
        make_group(&groups[i], i < 3, False, 0x1ff if i < 3 else 0x7f, 0x1ff, 0x1ff)
    classes = classes_of(groups, sets, False)
    steps = steps_of(&classes.table.automata[0])
    if gone >= 0:
        classes = gone_classes_of(groups, sets, classes)
        steps = gone_steps(&classes.table, 0, gone)
    needs = bytearray()
    for i in range(rows.shape[0]):
        suit_blocks(&rows[i, 0], blocks)
        needs += (classes.table.vectors + 2 * SMALL * class_in(steps, blocks))[:2 * SMALL]
    return bytes(needs)
