# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, binding=False, embedsignature=True, embedsignature.format=clinic
"""The judge: is a hand a win, how is it made up, and every question of the public API.

Whether a hand wins is decided in four ways. `looks_won` asks of plain hands without jokers whether the groups are
exactly sets and one pair, or the tally is that of seven pairs or thirteen orphans. With jokers, `covered` asks the
tables for the fewest sets that hold all its tiles: a hand of 3k+2 tiles, jokers counted, that k sets and a pair can
hold is a win, since the jokers are exactly what is missing. `walk` is the recursion with backtracking over the counts;
it also knows kongs in the hand and writes down every target. The other forms ask `_distance` whether nothing is
missing.
"""

import os
from operator import index

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from ._distance cimport (
    ALL_SUITS, HONORS_AND_KNITTED, KNITTED, KNITTED_KINDS, KNITTED_STRAIGHT, NONE, SEVEN_PAIRS, SEVEN_PAIRS_AND_PUNG,
    STANDARD, THIRTEEN_ORPHANS, UNREACHABLE_SHANTEN, all_discards, all_suits, distance, distance_work, form_distance,
    is_quick, kinds_in, quick_distance, ukeire
)
from ._hand cimport COPIES, KINDS, Hand, quick_list, read_hand, told_melds
from ._lanes cimport lanes, lanes_any, lanes_less, lanes_load, lanes_or, lanes_sum
from ._tables cimport (
    GROUPS, KONG_LANES, LEVELS, ODD, ONE_PAIR, ORPHAN_PAIRS, ORPHANS, PAIRED, SMALL_SETS, TILES, Automaton, Classes,
    Covers, Group, Planes, any_of, blocks_at, classes_of, cover_at, covers_of, fit_at, gone_classes_of, honor_blocks,
    kong_covers, make_group, planes_of, suit_blocks, tally_of, tally_table
)

from .errors import HandError, TileCountError, shown
from .results import Decomposition, Discard, HandSet, Reason, SetKind, TileSet, Ukeire, Verdict, tile_set
from .rules import Form, Rules
from .tiles import MPSZ

UNREACHABLE = 127
"""The shanten of a hand that no copies left can complete."""

cdef object _ZERO = 0      # the very object that a caller's 0 is

cdef enum:
    TABLE_SETS = 4       # for rules of any number of sets: larger hands are judged without tables
    NOT_TOLD = -1
    MOST_TILES = 136
    MOST_SETS = 44

# ---------------------------------------------------------------- counts, sixteen at a time

cdef inline bint within(const uint8_t *counts, const uint8_t *limits) noexcept nogil:
    # No count is above its limit. The last lanes overlap those before: 34 bytes are read, no more.
    cdef lanes first = lanes_less(lanes_load(counts), lanes_load(limits))
    cdef lanes second = lanes_less(lanes_load(counts + 16), lanes_load(limits + 16))
    cdef lanes last = lanes_less(lanes_load(counts + 18), lanes_load(limits + 18))
    return not lanes_any(lanes_or(lanes_or(first, second), last))


cdef inline int sum_of(const uint8_t *counts) noexcept nogil:
    # Of 34 counts.
    return lanes_sum(lanes_load(counts)) + lanes_sum(lanes_load(counts + 16)) + counts[32] + counts[33]


# ---------------------------------------------------------------- the tables' answer

cdef inline bint covered(const Automaton *automata, const uint8_t *counts, int sets, const int *masks,
                         int n_masks) noexcept nogil:
    """Whether ``sets`` sets and a pair can hold all the tiles, within one of the choices of suits."""
    cdef unsigned int blocks[3]
    cdef int entries[GROUPS]
    cdef int held = 0, group, i, sum, any
    for group in range(3):
        suit_blocks(counts + LEVELS * group, blocks)
        entries[group] = cover_at(&automata[group], blocks)
        held |= (blocks[0] | blocks[1] | blocks[2] != 0) << group
    honor_blocks(counts, blocks)
    entries[3] = cover_at(&automata[3], blocks)
    for i in range(n_masks):
        if held & ~masks[i]:
            continue
        sum = any = entries[3]
        for group in range(3):
            if masks[i] >> group & 1:
                sum += entries[group]
                any |= entries[group]
        any &= 3
        if any and (sum >> 8) - (any >> 1) <= sets:
            return True
    return False


# ---------------------------------------------------------------- the recursion

cdef inline int jokers_needed(const Walk *at, const Shape *shape) noexcept nogil:
    # How many tiles of the shape hold no natural.
    cdef int rest, i, missing
    if shape.kind == CHOW:
        missing = 0
        for i in range(3):
            missing += at.rest[shape.tiles[i]] <= 0
        return missing
    rest = at.rest[shape.tiles[0]]
    return shape.size if rest <= 0 else shape.size - rest if rest < shape.size else 0


cdef inline bint suit_allowed(const Walk *at, int kind) noexcept nogil:
    cdef int bit = 1 << kind // LEVELS
    cdef int used
    if kind >= 27:
        return True
    if at.closed & bit:
        return False
    used = at.suits | bit
    return (used & 1) + (used >> 1 & 1) + (used >> 2) <= at.max_suits


cdef bint fits(const Walk *at, const Shape *shape, int index) noexcept nogil:
    cdef int needed
    if shape.kind == PAIR:
        if not at.pair or not at.pairs >> shape.tiles[0] & 1:
            return False
    elif shape.counted:
        if at.counted == 0:
            return False
    elif at.sets == at.counted:
        return False
    if shape.most and at.depth >= shape.most and at.chosen[at.depth - shape.most] == index:
        return False
    needed = jokers_needed(at, shape)
    if needed > at.jokers or (at.any and needed == shape.size):
        return False
    return suit_allowed(at, shape.tiles[0])


cdef inline void take(Walk *at, const Shape *shape, int needed, int sign) noexcept nogil:
    # Put the shape into the target (sign 1), or take it out again (-1).
    cdef int i
    for i in range(shape.size):
        at.rest[shape.tiles[i]] -= sign
    at.jokers -= sign * needed
    at.naturals -= sign * (shape.size - needed)
    if shape.kind == PAIR:
        at.pair = sign < 0
    else:
        at.sets -= sign
        if shape.counted:
            at.counted -= sign


cdef bint rest_by_jokers(const Walk *at) noexcept nogil:
    # All naturals are held: can jokers alone make what is still to make?
    cdef int kind
    if at.counted > at.sets:
        return False
    if not at.pair:
        return True
    for kind in range(KINDS):
        if at.pairs >> kind & 1 and suit_allowed(at, kind):
            return True
    return False


cdef bint found(Walk *at) noexcept nogil:
    # Note the target; true when there is no room for more.
    if not at.any:
        memcpy(at.found + at.n_found * DEEPEST, at.chosen, at.depth)
        at.found[at.n_found * DEEPEST + at.depth] = MOST_SHAPES
    at.n_found += 1
    at.last = at.depth
    return at.any or at.n_found == at.most_found


cdef bint walk(Walk *at, int shape, int kind) noexcept nogil:
    """Add shapes from ``shape`` on to the target in all ways; true when told to stop.

    Shapes come in order of their first tile and are chosen in that order, so a target's parts come once, and a kind
    before the first tile of the next shape can get no more: it must be held by then.
    """
    cdef const Shape *next
    cdef int needed, suits
    cdef bint stop
    if at.naturals == 0 and at.sets == 0 and not at.pair:
        return found(at)
    if at.any and at.naturals == 0:
        return rest_by_jokers(at) and found(at)
    if at.resume:
        shape = at.chosen[at.depth]
        if at.depth == at.resume - 1:
            shape += 1
            at.resume = 0
    while shape < at.shapes.n:
        next = &at.shapes.shapes[shape]
        while kind < next.tiles[0]:
            if at.rest[kind] > 0:
                return False
            kind += 1
        if at.jokers == 0 and at.rest[kind] <= 0:
            # Without a joker the next shape begins at the lowest tile not yet held.
            while kind < KINDS and at.rest[kind] <= 0:
                kind += 1
            if shape < at.shapes.start[kind]:
                shape = at.shapes.start[kind]
                continue
        if fits(at, next, shape):
            needed = jokers_needed(at, next)
            suits = at.suits
            if next.tiles[0] < 27:
                at.suits |= 1 << next.tiles[0] // LEVELS
            take(at, next, needed, 1)
            at.chosen[at.depth] = <uint8_t>shape
            at.depth += 1
            stop = walk(at, shape, kind)
            at.depth -= 1
            take(at, next, needed, -1)
            at.suits = suits
            if stop:
                return True
        shape += 1
    return False


cdef void add_shape(Shapes *shapes, int kind, int size, int first, int second, int third, int most,
                    bint counted) noexcept:
    cdef Shape *shape = &shapes.shapes[shapes.n]
    shape.kind = <uint8_t>kind
    shape.size = <uint8_t>size
    shape.tiles[0] = <uint8_t>first
    shape.tiles[1] = <uint8_t>second
    shape.tiles[2] = <uint8_t>third
    shape.tiles[3] = <uint8_t>first
    shape.most = <uint8_t>most
    shape.counted = counted
    shapes.n += 1


cdef void index_shapes(Shapes *shapes) noexcept:
    cdef int kind, i = 0
    for kind in range(ROOM):
        while i < shapes.n and shapes.shapes[i].tiles[0] < kind:
            i += 1
        shapes.start[kind] = i


cdef void standard_shapes(const Rule *rule, Shapes *shapes) noexcept:
    """All sets and pairs of the rule's tiles, in order of their first tile."""
    cdef int kind, second, third
    shapes.n = 0
    for kind in range(KINDS):
        if not rule.kinds >> kind & 1:
            continue
        add_shape(shapes, PUNG, 3, kind, kind, kind, 0, False)
        if rule.hand_kongs:
            add_shape(shapes, KONG, 4, kind, kind, kind, 0, True)
        if kind < 27:
            if kind % LEVELS < 7 and rule.kinds >> kind & 7 == 7:
                add_shape(shapes, CHOW, 3, kind, kind + 1, kind + 2, 0, False)
        elif rule.honor_runs:
            for second in range(kind + 1, 31 if kind < 31 else KINDS):
                for third in range(second + 1, 31 if kind < 31 else KINDS):
                    add_shape(shapes, CHOW, 3, kind, second, third, 0, False)
        add_shape(shapes, PAIR, 2, kind, kind, kind, 0, False)
    index_shapes(shapes)


cdef void form_shapes(const Rule *rule, int form, int way, Shapes *shapes) noexcept:
    """The parts of a form that is not made of sets and a pair."""
    cdef int kind, i
    cdef uint64_t alone = 0
    shapes.n = 0
    if form == HONORS_AND_KNITTED:
        for i in range(9):
            alone |= <uint64_t>1 << KNITTED[way][i]
    for kind in range(KINDS):
        if not rule.kinds >> kind & 1:
            continue
        if form == HONORS_AND_KNITTED:
            if kind >= 27 or alone >> kind & 1:
                add_shape(shapes, SINGLE, 1, kind, kind, kind, 1, False)
        elif form == THIRTEEN_ORPHANS:
            if kind >= 27 or kind % LEVELS in (0, 8):
                add_shape(shapes, SINGLE, 1, kind, kind, kind, 1, False)
                add_shape(shapes, PAIR, 1, kind, kind, kind, 0, False)
        else:
            add_shape(shapes, PAIR_SET, 2, kind, kind, kind, 2 if rule.quads_as_pairs else 1, False)
            if form == SEVEN_PAIRS_AND_PUNG:
                add_shape(shapes, PUNG, 3, kind, kind, kind, 0, True)
    index_shapes(shapes)


# ---------------------------------------------------------------- the judge

cdef int form_bit(object form) except -1:
    return 1 << <int>form


cdef uint64_t mask_of(object kinds) except? 0:
    cdef uint64_t mask = 0
    for kind in kinds:
        mask |= <uint64_t>1 << <int>kind
    return mask


cdef int suits_used(uint64_t kinds) noexcept nogil:
    return ((kinds & 0x1ff) != 0) | ((kinds >> 9 & 0x1ff) != 0) << 1 | ((kinds >> 18 & 0x1ff) != 0) << 2


cdef int compile_rules(object rules, Rule *rule) except -1:
    """What each field of `Rules` means to the kernel."""
    cdef int kind, group, form
    cdef uint64_t ranks
    cdef int exists, naturals, pairs
    memset(rule, 0, sizeof(Rule))
    rule.kinds = mask_of(rules.kinds)
    rule.wild = mask_of(rules.wild)
    rule.n_wild = len(rules.wild)
    rule.sets = rules.sets or 0
    for each in rules.forms:
        rule.forms |= form_bit(each)
    rule.quads_as_pairs = rules.quads_as_pairs
    rule.max_suits = rules.max_suits
    rule.hand_kongs = rules.hand_kongs
    rule.melded_chows = rules.melded_chows
    rule.honor_runs = rules.honor_runs
    rule.tallies = tally_table()
    rule.pairs = rule.kinds
    if rules.pair_ranks is not None:
        rule.pairs = 0
        for kind in range(27):
            if kind % LEVELS + 1 in rules.pair_ranks:
                rule.pairs |= rule.kinds & <uint64_t>1 << kind
    rule.usual = rule.pairs == rule.kinds and not rule.honor_runs
    for kind in range(KINDS):
        if rule.kinds >> kind & 1:
            rule.limits[kind] = COPIES
            rule.naturals[kind] = 0 if rule.wild >> kind & 1 else COPIES
    for group in range(GROUPS):
        kind = LEVELS * group
        exists = <int>(rule.kinds >> kind & 0x1ff)
        naturals = <int>((rule.kinds & ~rule.wild) >> kind & 0x1ff)
        pairs = <int>(rule.pairs >> kind & 0x1ff)
        make_group(&rule.groups[group], group < 3, rule.honor_runs, exists, naturals, pairs)
        make_group(&rule.free[group], group < 3, rule.honor_runs, exists, naturals, exists)
    return 0


cdef int choose_suits(const Rule *rule, Question *question, int void) noexcept:
    """Write the choices of suits that a target may use: as many as the rule allows, none of the void suit, all of the
    melds'."""
    cdef int open_suits = ALL_SUITS if void < 0 else ALL_SUITS & ~(1 << void)
    cdef int most = min(rule.max_suits, 3 if void < 0 else 2)
    cdef int mask
    question.n_masks = 0
    for mask in range(ALL_SUITS, 0, -1):
        if (mask & 1) + (mask >> 1 & 1) + (mask >> 2) != most or mask & ~open_suits or question.melded_suits & ~mask:
            continue
        question.masks[question.n_masks] = mask
        question.n_masks += 1
    return 0


cdef int check_room(const Question *question, const uint8_t *counts, const Rule *rule, object where) except -1:
    """Raise for the first kind of which there are more than there can be."""
    cdef int kind
    if within(counts, question.room):
        return 0
    for kind in range(KINDS):
        if counts[kind] > rule.limits[kind] and rule.limits[kind] == 0:
            raise TileCountError(f"{where}{MPSZ[kind]}: not in the tile set of these rules")
        if counts[kind] > question.room[kind]:
            beside = rule.limits[kind] - question.room[kind]
            more = f" and {beside} in melds and seen" if beside else ""
            raise TileCountError(f"{where}{MPSZ[kind]}: {counts[kind]} copies{more}, at most {COPIES}")
    return 0


cdef int ask_around(const Rule *rule, object melds, object wild, object void, object seen,
                    Question *question) except -1:
    """Fill in what stands around the hand: everything but what `place` does."""
    cdef uint8_t used[ROOM]
    cdef uint8_t visible[ROOM]
    cdef int kind, suit = -1
    cdef uint64_t melded = 0
    memset(question, 0, sizeof(Question))
    memset(used, 0, ROOM)
    question.melds = NOT_TOLD
    memcpy(question.room, rule.limits, ROOM)
    if melds is not None:
        question.melds = len(melds)
        if rule.sets and question.melds > rule.sets:
            raise TileCountError(f"{question.melds} melds, at most {rule.sets} under these rules")
        for meld in melds:
            if meld.kind is SetKind.CHOW:
                if not rule.melded_chows:
                    raise TileCountError(f"{meld}: chows are not melded under these rules")
                if meld.tiles[0] >= 27 and not rule.honor_runs:
                    raise TileCountError(f"{meld}: honours are no chow under these rules")
            for tile in meld.tiles:
                kind = tile
                used[kind] += 1
                melded |= <uint64_t>1 << kind
                if used[kind] > COPIES:
                    raise TileCountError(f"melds: {MPSZ[kind]}: {used[kind]} copies, at most {COPIES}")
        check_room(question, used, rule, "melds: ")
        question.melded_suits = suits_used(melded)
    if seen is not None:
        if read_hand(seen, visible) is not None:
            raise HandError("seen: tiles without melds")
        for kind in range(KINDS):
            question.room[kind] -= used[kind]
        check_room(question, visible, rule, "seen: ")
        for kind in range(KINDS):
            used[kind] += visible[kind]
    for kind in range(KINDS):
        question.room[kind] = rule.limits[kind] - used[kind]
        question.caps[kind] = rule.naturals[kind] - used[kind] if rule.naturals[kind] else 0
        question.short |= question.caps[kind] != rule.naturals[kind]
    question.bounded = question.short
    if wild is not _ZERO:
        question.unnamed = number("wild", wild, MOST_TILES)
    if void is not None:
        suit = number("void", void, 2)
    choose_suits(rule, question, suit)
    return 0


cdef int number(str name, object value, int most) except -1:
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or type(value) is bool:
        raise HandError(f"{name}: an int from 0 to {most}, not {type(value).__name__}")
    if not 0 <= number <= most:
        raise HandError(f"{name}: an int from 0 to {most}, not {shown(number)}")
    return number


cdef inline void place(const Rule *rule, Question *question, const uint8_t *counts) noexcept nogil:
    """Put a hand's 34 counts, known to be within `question.room`, into the question.

    Where another thread has changed them since, what is put is of no meaning but does no harm.
    """
    cdef int kind, left
    for kind in range(KINDS):
        question.counts[kind] = min(counts[kind], question.room[kind])
    question.tiles = sum_of(question.counts) + question.unnamed
    question.jokers = question.unnamed
    question.wild_left = 0
    question.wild_drawable = 0
    if rule.wild:
        for kind in range(KINDS):
            if rule.wild >> kind & 1:
                left = question.room[kind] - question.counts[kind]
                question.jokers += question.counts[kind]
                question.counts[kind] = 0
                question.wild_left += left
                question.wild_drawable |= <uint64_t>(left > 0) << kind


cdef inline bint place_distance(const Rule *rule, Question *question) noexcept nogil:
    """How many sets the hand of 3k+1 or 3k+2 tiles has to make; false where there is no such question."""
    question.sets = (question.tiles - 1) // 3
    question.whole = question.melds <= 0
    if question.tiles % 3 == 0:
        return False
    if rule.sets == 0:
        return question.sets <= 44
    if question.melds >= 0:
        return question.sets == rule.sets - question.melds
    return question.sets <= rule.sets


# ---------------------------------------------------------------- is it a win

cdef bint standard_wins(Judge judge, const Question *question, const uint8_t *counts, int jokers, int sets, int kongs,
                        bint free) noexcept nogil:
    """Whether ``sets`` sets, ``kongs`` of them kongs, and a pair hold these naturals (``free``: and any pair)."""
    cdef Walk at
    cdef int i, kind
    if kongs == 0:
        return covered(&judge.free_covers.automata[0] if free else &judge.covers.automata[0], counts, sets,
                       question.masks, question.n_masks)
    if sets > SMALL_SETS:
        return covered_with_kongs(&judge.rule, question, counts, sets, kongs, free)
    for i in range(question.n_masks):
        start_walk(&at, &judge.rule, &judge.shapes, counts, jokers, sets, kongs, True)
        at.closed = ALL_SUITS & ~question.masks[i]
        if free:
            at.pairs = judge.rule.kinds
        at.any = True
        at.most_found = 1
        if walk(&at, 0, 0):
            return True
    return False


cdef bint covered_with_kongs(const Rule *rule, const Question *question, const uint8_t *counts, int sets, int kongs,
                             bint free) noexcept nogil:
    """`covered` where ``kongs`` of the sets are kongs: what the groups need is put together. For hands of more sets
    than a walk is quick for."""
    cdef uint32_t covers[GROUPS][2][KONG_LANES]
    cdef uint64_t total[2][MOST_SETS + 1]
    cdef uint64_t more[2][MOST_SETS + 1]
    cdef uint64_t pairs = rule.kinds if free else rule.pairs, held = 0, open
    cdef int i, group, p, q, made, others, k
    cdef const Group *groups = <const Group *>&rule.groups[0]
    if free:
        groups = <const Group *>&rule.free[0]
    for group in range(GROUPS):
        kong_covers(&groups[group], counts + LEVELS * group, covers[group])
        for i in range(LEVELS):
            held |= <uint64_t>(counts[LEVELS * group + i] > 0) << LEVELS * group + i
    for i in range(question.n_masks):
        open = kinds_in(question.masks[i])
        if held & ~open:
            continue
        memset(total, 0, sizeof(total))
        total[0][0] = 1
        for group in range(GROUPS):
            memset(more, 0, sizeof(more))
            for p in range(2):
                for made in range(min(sets + 1, KONG_LANES)):
                    for k in range(KONG_LANES):
                        if covers[group][p][made] >> k & 1:
                            for q in range(2 - p):
                                for others in range(sets + 1 - made):
                                    more[p + q][made + others] |= total[q][others] << k
            memcpy(total, more, sizeof(total))
        for made in range(sets + 1):
            for k in range(min(made, kongs) + 1):
                # The sets left over, and the pair, are jokers alone.
                if (total[1][made] | (total[0][made] if pairs & open else 0)) >> k & 1 and kongs - k <= sets - made:
                    return True
    return False


cdef void start_walk(Walk *at, const Rule *rule, const Shapes *shapes, const uint8_t *counts, int jokers, int sets,
                     int counted, bint pair) noexcept nogil:
    cdef int kind
    memset(at, 0, sizeof(Walk))
    at.shapes = shapes
    at.jokers = jokers
    at.sets = sets
    at.counted = counted
    at.pair = pair
    at.pairs = rule.pairs
    at.max_suits = 3
    for kind in range(KINDS):
        at.rest[kind] = <int8_t>counts[kind]
        at.naturals += counts[kind]


cdef bint knitted_wins(Judge judge, const Question *question, int sets, int kongs) noexcept nogil:
    cdef uint8_t rest[ROOM]
    cdef int way, i, kind, jokers
    if sets - 3 < kongs or not all_suits(question):
        return False
    for way in range(6):
        memcpy(rest, question.counts, ROOM)
        jokers = question.jokers
        for i in range(9):
            kind = KNITTED[way][i]
            if rest[kind]:
                rest[kind] -= 1
            else:
                jokers -= 1
        if jokers >= 0 and standard_wins(judge, question, rest, jokers, sets - 3, kongs, True):
            return True
    return False


cdef bint form_wins(Judge judge, Question *question, int form, int sets, int kongs) noexcept nogil:
    """Whether the hand wins in this form with that many sets, of them so many kongs in hand."""
    cdef int odd
    question.sets = sets
    question.whole = question.melds <= 0
    if form == STANDARD:
        return standard_wins(judge, question, question.counts, question.jokers, sets, kongs, False)
    if form == KNITTED_STRAIGHT:
        return knitted_wins(judge, question, sets, kongs)
    return kongs == 0 and form_distance(&judge.rule, question, form, NULL) == 0


cdef bint next_size(const Rule *rule, const Question *question, int *sets, int *kongs) noexcept nogil:
    """The next way to read the number of tiles as 3 * sets + 2 + kongs, after ``kongs`` (-1: the first); false: no
    more."""
    cdef int rest = question.tiles - 2
    cdef int least = rule.sets if question.melds < 0 else rule.sets - question.melds
    if rest < 0:
        return False
    if rule.sets == 0:
        kongs[0] = rest % 3 if kongs[0] < 0 else kongs[0] + 3
        sets[0] = (rest - kongs[0]) // 3
        return kongs[0] == 0 or (rule.hand_kongs and kongs[0] <= sets[0] and kongs[0] <= rest)
    if kongs[0] >= 0:
        return False
    sets[0] = rest // 3
    kongs[0] = 0
    if rest % 3 == 0 and (sets[0] == least or (question.melds < 0 and sets[0] < least)):
        return True
    sets[0] = least
    kongs[0] = rest - 3 * least
    return rule.hand_kongs and 0 < kongs[0] <= least


cdef bint question_wins(Judge judge, Question *question) noexcept nogil:
    cdef int sets = 0, kongs = -1, form
    while next_size(&judge.rule, question, &sets, &kongs):
        form = 1
        while form <= judge.rule.forms:
            if judge.rule.forms & form and form_wins(judge, question, form, sets, kongs):
                return True
            form <<= 1
    return False


cdef void make_looks(const Rule *rule, const Question *around, Looks *looks) noexcept nogil:
    cdef bint whole = rule.sets == 0 or rule.sets == 4      # forms of 14 tiles can be
    cdef int suits, i
    looks.enough = (rule.wild == 0 and around.unnamed == 0 and not (rule.hand_kongs and rule.sets == 0)
                    and rule.forms & ~(STANDARD | SEVEN_PAIRS | THIRTEEN_ORPHANS) == 0)
    looks.most_tiles = 3 * rule.sets + 2 if rule.sets else MOST_TILES
    looks.suits = 0
    for suits in range(ALL_SUITS + 1):
        for i in range(around.n_masks):
            looks.suits |= (suits & ~around.masks[i] == 0) << suits
    looks.fit = ONE_PAIR if rule.forms & STANDARD else -1
    looks.pairs_mask = looks.orphans_mask = 0
    looks.pairs = looks.orphans = 1            # never
    if whole and rule.forms & SEVEN_PAIRS:
        looks.pairs_mask = <uint64_t>0xff << TILES | <uint64_t>0xff << (ODD if rule.quads_as_pairs else PAIRED)
        looks.pairs = <uint64_t>14 << TILES | (0 if rule.quads_as_pairs else <uint64_t>7 << PAIRED)
    if whole and rule.forms & THIRTEEN_ORPHANS:
        looks.orphans_mask = <uint64_t>0xff << TILES | <uint64_t>0xff << ORPHANS | <uint64_t>0xff << ORPHAN_PAIRS
        looks.orphans = <uint64_t>14 << TILES | <uint64_t>13 << ORPHANS | <uint64_t>1 << ORPHAN_PAIRS


cdef inline int suits_held(const unsigned int *blocks) noexcept nogil:
    return ((blocks[0] | blocks[1] | blocks[2] != 0) | (blocks[3] | blocks[4] | blocks[5] != 0) << 1
            | (blocks[6] | blocks[7] | blocks[8] != 0) << 2)


cdef inline int fit_of(const Automaton *fits, const unsigned int *blocks) noexcept nogil:
    return (fit_at(&fits[0], blocks) + fit_at(&fits[1], blocks + 3)
            + fit_at(&fits[2], blocks + 6) + fit_at(&fits[3], blocks + 9))


cdef inline int looks_won(const Looks *looks, const Automaton *fits, const uint64_t *tallies,
                          const unsigned int *blocks) noexcept nogil:
    """Whether a hand looks won; -1 where it has too many tiles to tell. Where looks are `enough`.

    No branch depends on which tiles these are, as hands that win come among others in no order.
    """
    cdef uint64_t tally = tally_of(tallies, blocks)
    cdef int won
    if (tally >> TILES & 0xff) > looks.most_tiles:
        return -1
    won = ((fit_of(fits, blocks) == looks.fit) | (tally & looks.pairs_mask == looks.pairs)
           | (tally & looks.orphans_mask == looks.orphans))
    if looks.suits != 0xff:
        won &= looks.suits >> suits_held(blocks)
    return won


cdef void win_rows(Judge judge, const Looks *looks, const Question *around, const uint8_t *row, int8_t *won,
                   Py_ssize_t n) noexcept nogil:
    """Whether hands win among what ``around`` tells, which the looks are made for; the counts are within
    ``around.room``."""
    # Copies on the stack stay in registers, whatever is written.
    cdef Looks look = looks[0]
    cdef const Automaton *fits = judge.covers.fits
    cdef const uint64_t *tallies = judge.rule.tallies
    cdef unsigned int blocks[3 * GROUPS]
    cdef Py_ssize_t i
    cdef int answer
    for i in range(n):
        answer = -1
        if look.enough:
            blocks_at(row, blocks)
            answer = looks_won(&look, fits, tallies, blocks)
        won[i] = <int8_t>(answer if answer >= 0 else other_row_wins(judge, looks, around, row))
        row += KINDS


cdef inline bint plain_wins(Judge judge, const uint8_t *counts) noexcept nogil:
    # The same of one hand with nothing told.
    cdef unsigned int blocks[3 * GROUPS]
    cdef int won = -1
    if judge.looks.enough:
        blocks_at(counts, blocks)
        won = looks_won(&judge.looks, judge.covers.fits, judge.rule.tallies, blocks)
    return won if won >= 0 else other_row_wins(judge, &judge.looks, &judge.plain, counts)


cdef bint knitted_held(const uint8_t *counts) noexcept nogil:
    # Whether all tiles of a knitted straight are there.
    cdef Planes planes = planes_of(counts)
    cdef uint64_t held = any_of(&planes)
    cdef int way
    for way in range(6):
        if KNITTED_KINDS[way] & ~held == 0:
            return True
    return False


cdef bint other_row_wins(Judge judge, const Looks *looks, const Question *around, const uint8_t *counts) noexcept nogil:
    # Jokers, kongs, other forms; these are asked after a look that tells that they need not be, nearly always.
    cdef const Rule *rule = &judge.rule
    cdef unsigned int blocks[3 * GROUPS]
    cdef uint64_t tally
    if not (rule.wild or around.unnamed or (rule.hand_kongs and rule.sets == 0)):
        blocks_at(counts, blocks)
        tally = tally_of(rule.tallies, blocks)
        if (tally >> TILES & 0xff) > looks.most_tiles:
            if not rule.hand_kongs:
                return False
        elif rule.forms & STANDARD and fit_of(judge.covers.fits, blocks) == ONE_PAIR:
            return looks.suits >> suits_held(blocks) & 1
        elif (tally >> ODD & 0xfe and tally >> PAIRED & 0xfe
                and not (rule.forms & KNITTED_STRAIGHT and knitted_held(counts))):
            return False    # no form of pairs or single tiles holds these
    return asked_wins(judge, around, counts)


cdef bint asked_wins(Judge judge, const Question *around, const uint8_t *counts) noexcept nogil:
    cdef Question question
    memcpy(&question, around, sizeof(Question))
    place(&judge.rule, &question, counts)
    return question_wins(judge, &question)


# ---------------------------------------------------------------- how it is made up

SET_KINDS = {CHOW: SetKind.CHOW, PUNG: SetKind.PUNG, KONG: SetKind.KONG, PAIR_SET: SetKind.PAIR}


cdef list _walks(Judge judge, const Question *asked):
    """Where to walk for decompositions: (form, way, sets, kongs), special forms first as the seeds ask them."""
    cdef Question question = asked[0]
    cdef int sets = 0, kongs = -1, way
    walks = []
    while next_size(&judge.rule, &question, &sets, &kongs):
        for form in (*judge.rules.forms[1:], judge.rules.forms[0]) if judge.rules.forms[0] == 0 else judge.rules.forms:
            if form_wins(judge, &question, form_bit(form), sets, kongs):
                ways = 6 if form in (Form.KNITTED_STRAIGHT, Form.HONORS_AND_KNITTED) else 1
                walks += [(form, way, sets, kongs) for way in range(ways)]
    return walks


def _decompositions(Judge judge, bytes asked, int form, int way, int sets, int kongs):
    """Yield the decompositions of one form, a few dozen targets at a time."""
    cdef Question question
    cdef Walk at
    cdef Shapes shapes
    cdef uint8_t rows[32 * DEEPEST]
    cdef const Shape *shape
    cdef int i, j, kind
    cdef bint more = True
    cdef int room = 1         # often only the first is asked for
    memcpy(&question, PyBytes_AS_STRING(asked), sizeof(Question))
    knitted = ()
    if form == Form.STANDARD or form == Form.KNITTED_STRAIGHT:
        shapes = judge.shapes
        start_walk(&at, &judge.rule, &shapes, question.counts, question.jokers, sets, kongs, True)
        if form == Form.KNITTED_STRAIGHT:
            at.pairs = judge.rule.kinds
            at.sets -= 3
            if at.sets < at.counted:
                return
            for i in range(9):
                kind = KNITTED[way][i]
                if at.rest[kind] > 0:
                    at.naturals -= 1
                else:
                    at.jokers -= 1
                at.rest[kind] -= 1
            if at.jokers < 0:
                return
            knitted = (HandSet(SetKind.KNITTED, tuple(sorted(KNITTED[way][i] for i in range(9)))),)
    else:
        form_shapes(&judge.rule, 1 << form, way, &shapes)
        parts = {Form.SEVEN_PAIRS: 7, Form.THIRTEEN_ORPHANS: 13, Form.HONORS_AND_KNITTED: 14,
                 Form.SEVEN_PAIRS_AND_PUNG: 8}
        start_walk(&at, &judge.rule, &shapes, question.counts, question.jokers, parts[form],
                   form == Form.SEVEN_PAIRS_AND_PUNG, form == Form.THIRTEEN_ORPHANS)
        at.pairs = judge.rule.kinds
    at.max_suits = judge.rule.max_suits
    at.suits = question.melded_suits
    for i in range(question.n_masks):
        at.closed |= question.masks[i]
    at.closed = ALL_SUITS & ~at.closed
    counts = question.counts[:KINDS]
    while more:
        at.found = rows
        at.n_found = 0
        at.most_found = room
        room = 32
        with nogil:
            more = walk(&at, 0, 0)
        at.resume = at.last
        for i in range(at.n_found):
            row = []
            kind = 0
            while rows[i * DEEPEST + kind] != MOST_SHAPES:
                shape = &shapes.shapes[rows[i * DEEPEST + kind]]
                row.append((shape.kind, tuple([shape.tiles[j] for j in range(shape.size)])))
                kind += 1
            yield _decomposition(FORMS[form], knitted, row, counts if question.jokers else None)


FORMS = tuple(Form)
cdef dict PARTS = {}      # every set that was part of a decomposition


cdef object _decomposition(object form, tuple knitted, list chosen, bytes counts):
    # ``counts`` only where there are jokers.
    pair = None
    alone = []
    sets = list(knitted)
    for part in chosen:
        kind, tiles = part
        if kind == PAIR:
            pair = tiles[0]
        elif kind == SINGLE:
            alone.append(tiles[0])
        else:
            known = PARTS.get(part)
            if known is None:
                known = PARTS[part] = HandSet(SET_KINDS[kind], tiles)
            sets.append(known)
    if alone:
        if pair is not None:
            alone.remove(pair)
        sets.append(HandSet(SetKind.SINGLES, tuple(alone)))
    if counts is None:
        return Decomposition(form, tuple(sets), pair)
    target = [0] * KINDS
    for each in sets:
        for tile in each.tiles:
            target[tile] += 1
    if pair is not None:
        target[pair] += 2
    jokers = tuple([tile for tile in range(KINDS) for _ in range(target[tile] - counts[tile])])
    return Decomposition(form, tuple(sets), pair, jokers)


# ---------------------------------------------------------------- why not

cdef int group_completes(Judge judge, const uint8_t *counts, int group, bint pair) noexcept nogil:
    """Whether the naturals of one group are exactly sets, any of them kongs where the rules know these, and one pair or
    none."""
    cdef uint8_t own[ROOM]
    cdef Walk at
    cdef int kind, sum = 0, kongs
    memset(own, 0, ROOM)
    for kind in range(LEVELS * group, min(KINDS, LEVELS * group + LEVELS)):
        own[kind] = counts[kind]
        sum += own[kind]
    sum -= 2 * pair
    for kongs in range(sum // 4 + 1 if judge.rule.hand_kongs else 1):
        if sum < 0 or (sum - kongs) % 3:
            continue
        start_walk(&at, &judge.rule, &judge.shapes, own, 0, (sum - kongs) // 3, kongs, pair)
        at.any = True
        if walk(&at, 0, 0):
            return True
    return False


cdef int kongs_possible(const Question *question) noexcept nogil:
    # How many kongs the naturals and jokers can make, the fullest kinds first.
    cdef int kongs = 0, jokers = question.jokers, missing, kind
    for missing in range(4):
        for kind in range(KINDS):
            if 4 - question.counts[kind] == missing and jokers >= missing:
                kongs += 1
                jokers -= missing
    return kongs + jokers // 4


cdef tuple why_not(Judge judge, Question *question, object void):
    """The reason that a hand does not win and the group it speaks of, or None."""
    cdef const Rule *rule = &judge.rule
    cdef int sets = 0, kongs = -1, group, suits, need, code, sum
    cdef uint64_t held = 0, pairs
    cdef unsigned int blocks[3]
    cdef int kind
    cdef bint sized = False, alike = False, with_pair = False, any_pair
    while next_size(rule, question, &sets, &kongs):
        sized = sized or kongs <= kongs_possible(question)
    if not sized:
        return Reason.WRONG_TILE_COUNT, None
    for kind in range(KINDS):
        held |= <uint64_t>(question.counts[kind] > 0) << kind
        alike = alike or question.counts[kind] > 1
    suits = suits_used(held) | question.melded_suits
    if (suits & 1) + (suits >> 1 & 1) + (suits >> 2) > rule.max_suits:
        return Reason.TOO_MANY_SUITS, None
    if void is not None and suits >> <int>void & 1:
        return Reason.VOID_SUIT_HELD, int(void)
    if rule.pairs != rule.kinds:
        sets, kongs = 0, -1
        while next_size(rule, question, &sets, &kongs):
            if standard_wins(judge, question, question.counts, question.jokers, sets, kongs, True):
                return Reason.PAIR_NOT_ALLOWED, None
    if question.jokers:
        # Sets needed so far, against those that the number of tiles allows.
        sets = (question.tiles - 2) // 3
        need = code = 0
        for group in range(GROUPS):
            if group < 3:
                suit_blocks(question.counts + LEVELS * group, blocks)
            else:
                honor_blocks(question.counts, blocks)
            sum = cover_at(&judge.free_covers.automata[group], blocks)
            need += sum >> 8
            code |= sum & 3
            if need - (code >> 1) > sets:
                return Reason.SUIT_INCOMPLETE, group
        return Reason.WRONG_TILE_COUNT, None
    if not alike:
        return Reason.NO_PAIR, None
    if not rule.forms & STANDARD:
        # No suit is made up by itself in other forms: the first that is held.
        return Reason.SUIT_INCOMPLETE, min([kind // LEVELS for kind in range(KINDS) if question.counts[kind]])
    for group in range(GROUPS):
        if group_completes(judge, question.counts, group, False):
            continue
        if with_pair or not group_completes(judge, question.counts, group, True):
            return Reason.SUIT_INCOMPLETE, group
        with_pair = True
    if not with_pair:
        return Reason.NO_PAIR, None
    return Reason.WRONG_TILE_COUNT, None


# ---------------------------------------------------------------- discards

cdef uint64_t may_discard(const Question *question, const uint8_t *hand, int void) noexcept nogil:
    """The kinds that may go: all that are held, only the void suit's while any of it is held, jokers only when nothing
    else is."""
    cdef Planes planes = planes_of(question.counts)
    cdef uint64_t held = any_of(&planes), suit
    if held == 0:
        planes = planes_of(hand)
        return any_of(&planes)
    if void >= 0:
        suit = <uint64_t>0x1ff << LEVELS * void
        if held & suit:
            return held & suit
    return held


# ---------------------------------------------------------------- many hands

cdef enum Task:
    IS_WIN
    SHANTEN
    WAITS
    UKEIRE
    DISCARDS


cdef struct Outs:
    int8_t *numbers      # is it a win, or shanten
    uint64_t *tiles
    uint8_t *counts


cdef Py_ssize_t check_rows(const Rule *rule, const Question *around, int task, const uint8_t[:, ::1] rows,
                           Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """The first of the rows that the task cannot be asked of, or -1."""
    cdef Py_ssize_t i
    cdef const uint8_t *row = &rows[first, 0]
    cdef uint8_t room[ROOM]
    cdef bint counted = task != IS_WIN or around.unnamed > 0    # else any number of tiles will do
    # What `place_distance` asks where melds are not told: so many tiles at most, and these residues by three.
    cdef int most = MOST_TILES if task == IS_WIN else 3 * (rule.sets or MOST_SETS) + 2
    cdef int residues = 7 if task == IS_WIN else 6 if task == SHANTEN else 4 if task == DISCARDS else 2
    cdef unsigned int tiles
    memcpy(room, around.room, ROOM)
    for i in range(first, last):
        if not within(row, room):
            return i
        if counted:
            tiles = sum_of(row) + around.unnamed
            if tiles > <unsigned int>most or not residues >> tiles % 3 & 1:
                return i
        row += KINDS
    return -1


cdef void judge_rows(Judge judge, const Question *around, int task, int void, const uint8_t[:, ::1] rows,
                     Py_ssize_t first, Py_ssize_t last, const Outs *outs, uint8_t *work) noexcept nogil:
    """Answer rows that `check_rows` has passed."""
    cdef Question question
    cdef Looks looks
    cdef const Rule *rule = &judge.rule
    cdef Py_ssize_t i
    cdef int now
    cdef uint8_t count
    cdef int8_t shanten
    cdef bint quick
    memcpy(&question, around, sizeof(Question))
    if task == IS_WIN:
        make_looks(rule, around, &looks)
        win_rows(judge, &looks, around, &rows[first, 0], outs.numbers + first, last - first)
        return
    quick = task == SHANTEN and is_quick(rule, around)
    for i in range(first, last):
        if quick:
            now = quick_distance(rule, &rows[i, 0], True)
            if now >= 0:
                outs.numbers[i] = <int8_t>(now - 1) if now != NONE else UNREACHABLE_SHANTEN
                continue
        place(rule, &question, &rows[i, 0])
        if not place_distance(rule, &question):
            continue    # changed while it was read
        if task == SHANTEN:
            now = distance(rule, &question, work)
            outs.numbers[i] = <int8_t>(now - 1) if now != NONE else UNREACHABLE_SHANTEN
        elif task == WAITS:
            ukeire(rule, &question, &shanten, &outs.tiles[i], &count, work)
            if shanten != 0:
                outs.tiles[i] = 0
        elif task == UKEIRE:
            ukeire(rule, &question, &outs.numbers[i], &outs.tiles[i], &outs.counts[i], work)
        else:
            all_discards(rule, &question, may_discard(&question, &rows[i, 0], void), outs.numbers + KINDS * i,
                         outs.tiles + KINDS * i, outs.counts + KINDS * i, work)


cdef object as_rows(object counts):
    """The batch as a memoryview of shape (N, 34)."""
    try:
        view = memoryview(counts)
    except TypeError:
        given = type(counts).__name__
        raise TileCountError(f"a batch is a buffer of uint8 of shape (N, {KINDS}), not {given}") from None
    except (BufferError, ValueError) as error:
        raise TileCountError(f"a batch that cannot be read: {error}") from None
    if view.format != "B" or not view.c_contiguous:
        gaps = "" if view.c_contiguous else ", not contiguous"
        raise TileCountError(f"a batch is C-contiguous uint8, not {view.format!r}{gaps}")
    if view.ndim == 1 and view.nbytes % KINDS == 0:
        return view.cast("B", (view.nbytes // KINDS, KINDS)) if view.nbytes else view
    if view.ndim != 2 or view.shape[1] != KINDS:
        raise TileCountError(f"a batch has the shape (N, {KINDS}), not {view.shape}")
    return view


cdef object make_out(str form, tuple shape):
    """A new NumPy array, or without NumPy a memoryview of that shape."""
    try:
        import numpy
    except ImportError:
        size = {"?": 1, "b": 1, "B": 1, "Q": 8}[form]
        total = size
        for length in shape:
            total *= length
        flat = memoryview(bytearray(total))
        return flat.cast(form, shape) if total else flat.cast(form)
    return numpy.empty(shape, {"?": "bool", "b": "int8", "B": "uint8", "Q": "uint64"}[form])


cdef object flat_out(object out, str form, tuple shape):
    """The buffer to write as flat bytes, its type and shape checked."""
    try:
        view = memoryview(out)
    except (TypeError, BufferError, ValueError) as error:
        raise HandError(f"out: {error}") from None
    allowed = {"?": "?Bb", "b": "b", "B": "B", "Q": "QL"}[form]
    if view.format not in list(allowed) or (form == "Q" and view.itemsize != 8):
        raise HandError(f"out: items of format {form!r}, not {view.format!r}")
    length = 1
    for each in shape:
        length *= each
    if view.readonly or not view.c_contiguous:
        raise HandError("out: a writable C-contiguous buffer")
    if view.shape != shape and view.shape != (length,):
        raise HandError(f"out: the shape {shape}, not {view.shape}")
    return view.cast("B") if length else None


def _run(threads, Py_ssize_t n, work):
    """Call ``work(first, last)`` on slices of the rows, one a thread; return what each returned."""
    threads = number("threads", threads, 1024)
    if threads == 0:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = max(1, min(threads, n // 256 + 1))
    if threads == 1:
        return [work(0, n)]
    from threading import Thread

    answers = [None] * threads

    def part(index):
        answers[index] = work(n * index // threads, n * (index + 1) // threads)

    others = [Thread(target=part, args=(index,)) for index in range(1, threads)]
    for thread in others:
        thread.start()
    part(0)
    for thread in others:
        thread.join()
    return answers


cdef class Judge:
    """One rule set, compiled: the judge of hands under it. Immutable; any number of threads may use it at once.

    :param rules: a `Rules`, as the presets are.

    In every method ``hand`` is text in any notation, a `Hand`, or 34 counts in a sequence or buffer; ``melds`` an
    iterable of `Meld` (None: not told, unless the hand tells them; ``()``: none), ``wild`` a number of jokers beside
    the hand's tiles, ``void`` the void suit 定缺 (0 characters, 1 dots, 2 bamboo), ``seen`` tiles visible elsewhere,
    given as a hand. All raise `HandError` for what no hand can be: `NotationError` for text, `TileCountError` for
    counts.

    >>> import mjcore as mj
    >>> judge = mj.Judge(mj.SICHUAN)
    >>> judge.is_win("1w1w1w2d3d4d2w3w4w7d8d9d5w5w")
    True
    """

    def __cinit__(self, rules):
        if not isinstance(rules, Rules):
            raise TypeError(f"rules are a Rules, not {type(rules).__name__}")
        compile_rules(rules, &self.rule)
        standard_shapes(&self.rule, &self.shapes)
        ask_around(&self.rule, None, 0, None, None, &self.plain)
        make_looks(&self.rule, &self.plain, &self.looks)
        self.covers = covers_of(self.rule.groups)
        self.free_covers = covers_of(self.rule.free)
        self.rules = rules

    def __reduce__(self):
        return type(self), (self.rules,), getattr(self, "__dict__", None)

    def __eq__(self, other):
        return self.rules == other.rules if isinstance(other, Judge) else NotImplemented

    def __hash__(self):
        return hash((Judge, self.rules))

    def __repr__(self):
        return f"Judge({self.rules!r})"

    cpdef int prepare(self) except -1:
        """Make the tables that distances and discards need, which is else done when one is first asked."""
        return self._prepare(self.rule.wild != 0, True)

    cdef int _prepare(self, bint jokers, bint discards) except -1:
        # What a pointer of the rule points into is kept before it is set, and then no more changed: a thread that comes
        # second is given the same tables.
        cdef int sets = self.rule.sets or TABLE_SETS
        if sets > SMALL_SETS:
            return 0
        cdef bint apart = self.rule.forms & KNITTED_STRAIGHT and self.rule.pairs != self.rule.kinds
        if self.rule.exact == NULL:
            self.exact = classes_of(self.rule.groups, sets, False)
            self.free_exact = classes_of(self.rule.free, sets, False) if apart else self.exact
            self.rule.free_exact = &self.free_exact.table
            self.rule.exact = &self.exact.table
            self.quick = is_quick(&self.rule, &self.plain)
        if discards and self.rule.gone == NULL:
            self.gone = gone_classes_of(self.rule.groups, sets, self.exact)
            self.rule.gone = &self.gone.table
        if jokers and self.rule.fifth == NULL:
            self.fifth = classes_of(self.rule.groups, sets, True)
            self.free_fifth = classes_of(self.rule.free, sets, True) if apart else self.fifth
            self.rule.free_fifth = &self.free_fifth.table
            self.rule.fifth = &self.fifth.table
        return 0

    # ------------------------------------------------------------ C callers

    cdef bint wins(self, const uint8_t *counts) noexcept nogil:
        """Whether 34 counts, each within the tile set, are a win; melds not told."""
        return plain_wins(self, counts)

    cdef int replacement_number(self, const uint8_t *counts) noexcept nogil:
        """The replacement number of 34 counts within the tile set, melds not told; NONE where there is no such
        question, -1 where there is no memory to answer it.

        Call `prepare` before.
        """
        cdef Question question
        cdef uint8_t *work
        cdef int now
        memcpy(&question, &self.plain, sizeof(Question))
        place(&self.rule, &question, counts)
        if not place_distance(&self.rule, &question):
            return NONE
        work = <uint8_t *>malloc(distance_work(&self.rule, question.jokers + question.wild_left, question.sets) + 1)
        if work == NULL:
            return -1
        now = distance(&self.rule, &question, work)
        free(work)
        return now

    # ------------------------------------------------------------ one hand

    cdef object _ask(self, object hand, object melds, object wild, object void, object seen, Question *question,
                     uint8_t *counts):
        """Fill in the question; the counts as they were given, and as the result the melds told."""
        told = read_hand(hand, counts)
        if told is not None:
            if melds is not None:
                raise HandError("melds are told twice: in the hand and beside it")
            melds = told
        if melds is not None:
            melds = told_melds(melds)
        if melds is None and wild is _ZERO and void is None and seen is None:
            memcpy(question, &self.plain, sizeof(Question))
        else:
            ask_around(&self.rule, melds, wild, void, seen, question)
        check_room(question, counts, &self.rule, "")
        place(&self.rule, question, counts)
        if question.tiles > MOST_TILES:
            raise TileCountError(f"{question.tiles} tiles, of {MOST_TILES}")
        return melds

    cdef int _ask_distance(self, object hand, object melds, object wild, object void, object seen, int residue,
                           Question *question, uint8_t *counts) except -1:
        self._ask(hand, melds, wild, void, seen, question, counts)
        if not place_distance(&self.rule, question) or (residue and question.tiles % 3 != residue):
            wanted = {0: "3k+1 or 3k+2", 1: "3k+1", 2: "3k+2"}[residue]
            most = ""
            if self.rule.sets:
                most = f", k = {self.rule.sets - question.melds}" if question.melds >= 0 else f", k <= {self.rule.sets}"
            raise TileCountError(f"{question.tiles} tiles: this is asked of {wanted}{most}")
        if (self.rule.exact == NULL or (self.rule.fifth == NULL and question.jokers + question.wild_left)
                or (self.rule.gone == NULL and residue == 2)):
            self._prepare(question.jokers + question.wild_left > 0, residue == 2)
        return 0

    def is_win(self, hand, melds=None, wild=0, object void=None, seen=None):
        """Whether the hand wins 胡牌. A wrong number of tiles is no win, not an error."""
        # Most calls are answered by `is_win_first`.
        cdef Question question
        cdef uint8_t counts[ROOM]
        self._ask(hand, melds, wild, void, seen, &question, counts)
        return question_wins(self, &question)

    def judge(self, hand, melds=None, wild=0, object void=None, seen=None):
        """The `Verdict`: true when won; the form, how it is made up, or why it does not win."""
        cdef Question question
        cdef uint8_t counts[ROOM]
        melds = self._ask(hand, melds, wild, void, seen, &question, counts)
        first = next(self._walk(&question), None)
        reason = group = None
        if first is None:
            reason, group = why_not(self, &question, void)
        return Verdict(self.rules, (bytes(counts[:KINDS]), melds, int(wild), void), first, reason, group)

    def decompositions(self, hand, melds=None, wild=0, object void=None, seen=None):
        """Every distinct `Decomposition`, in a stable order; an empty list when the hand does not win.

        Special forms come first, then by the sets from the lowest tile on, pungs before kongs before chows. With many
        jokers the list can be very long: see `iter_decompositions`.
        """
        return list(self.iter_decompositions(hand, melds, wild, void, seen))

    def iter_decompositions(self, hand, melds=None, wild=0, object void=None, seen=None):
        """The decompositions one by one, found as they are asked for."""
        cdef Question question
        cdef uint8_t counts[ROOM]
        self._ask(hand, melds, wild, void, seen, &question, counts)
        return self._walk(&question)

    cdef object _walk(self, Question *question):
        walks = _walks(self, question)
        asked = (<const uint8_t *>question)[:sizeof(Question)]
        return (each for start in walks for each in _decompositions(self, asked, *start))

    def shanten(self, hand, melds=None, wild=0, object void=None, seen=None):
        """The shanten 向听数: -1 won, 0 ready, 127 (`UNREACHABLE`) when no winning hand can be reached with the copies
        left.

        :raises TileCountError: for a hand of 3k tiles, or of more than the rules' sets (melds counted) and a pair.
        """
        # Most calls are answered by `shanten_first`.
        cdef Question question
        cdef uint8_t counts[ROOM]
        cdef int now
        self._ask_distance(hand, melds, wild, void, seen, 0, &question, counts)
        now = distance(&self.rule, &question, work_for(&self.rule, &question).bytes)
        return now - 1 if now != NONE else UNREACHABLE_SHANTEN

    def shanten_by_form(self, hand, melds=None, wild=0, object void=None, seen=None):
        """The shanten of each `Form` of the rules, as a dict; 127 where the form cannot be reached (or takes no
        melds)."""
        cdef Question question
        cdef uint8_t counts[ROOM]
        cdef Work work
        cdef int now
        self._ask_distance(hand, melds, wild, void, seen, 0, &question, counts)
        work = work_for(&self.rule, &question)
        found = {}
        for form in self.rules.forms:
            now = form_distance(&self.rule, &question, form_bit(form), work.bytes)
            found[form] = now - 1 if now != NONE else UNREACHABLE_SHANTEN
        return found

    def waits(self, hand, melds=None, wild=0, object void=None, seen=None):
        """The `TileSet` of the tiles that win 听牌, of which a copy is left; of a hand of 3k+1 tiles."""
        ukeire = self._ukeire(hand, melds, wild, void, seen)
        return ukeire.tiles if ukeire.shanten == 0 else TileSet()

    def ukeire(self, hand, melds=None, wild=0, object void=None, seen=None):
        """The `Ukeire` (acceptance, 受け入れ 进张): shanten, the tiles that lower it and how many copies of them are left.

        Of a hand of 3k+1 tiles. Jokers' kinds are among the tiles while a copy is left.
        """
        return self._ukeire(hand, melds, wild, void, seen)

    cdef object _ukeire(self, object hand, object melds, object wild, object void, object seen):
        cdef Question question
        cdef uint8_t counts[ROOM]
        cdef int8_t shanten
        cdef uint64_t tiles
        cdef uint8_t count
        self._ask_distance(hand, melds, wild, void, seen, 1, &question, counts)
        ukeire(&self.rule, &question, &shanten, &tiles, &count, work_for(&self.rule, &question).bytes)
        return tuple.__new__(Ukeire, (shanten, tile_set(tiles), count))

    def discards(self, hand, melds=None, wild=0, object void=None, seen=None, scoring=None):
        """A `Discard` for each tile that may go 何切, best first: by shanten, then by copies accepted, then by tile.

        Of a hand of 3k+2 tiles. While it holds tiles of the void suit only those are listed. The tile discarded is not
        left to draw. A joker may be discarded only if nothing else is left to discard; an unnamed one then stands last,
        its ``tile`` None.

        With a ``scoring`` each has the value of what it leads to as well, and melds not told are none: see
        `mjcore.scoring`.
        """
        if scoring is not None:
            from .scoring import discards

            return discards(self, hand, () if melds is None else melds, wild, void, seen, scoring)
        cdef Question question
        cdef uint8_t counts[ROOM]
        cdef int8_t shanten[KINDS]
        cdef uint64_t tiles[KINDS]
        cdef uint8_t count[KINDS]
        cdef uint64_t allowed
        cdef int kind
        cdef Work work
        self._ask_distance(hand, melds, wild, void, seen, 2, &question, counts)
        work = work_for(&self.rule, &question)
        allowed = may_discard(&question, counts, -1 if void is None else void)
        all_discards(&self.rule, &question, allowed, shanten, tiles, count, work.bytes)
        order = [(shanten[kind], -count[kind], kind) for kind in range(KINDS) if allowed >> kind & 1]
        order.sort()
        found = [
            tuple.__new__(Discard, (kind, shanten[kind], tile_set(tiles[kind]), count[kind])) for _, _, kind in order
        ]
        if question.unnamed and question.jokers == question.tiles:
            question.jokers -= 1
            question.tiles -= 1
            ukeire(&self.rule, &question, shanten, tiles, count, work.bytes)
            found.append(Discard(None, shanten[0], tile_set(tiles[0]), count[0]))
        return found

    # ------------------------------------------------------------ what it is worth

    def score(self, hand, win, melds=(), wild=0, object void=None, scoring=None):
        """What a won hand is worth: the `mjcore.scoring.Score` of its dearest reading. See `mjcore.scoring.score`."""
        from .scoring import score

        return score(self, hand, win, melds, wild, void, scoring)

    def best_wait(self, hand, melds=(), wild=0, object void=None, seen=None, scoring=None):
        """What a hand of 3k+1 tiles waits for and what each is worth: see `mjcore.scoring.best_wait`."""
        from .scoring import best_wait

        return best_wait(self, hand, melds, wild, void, seen, scoring)

    # ------------------------------------------------------------ many hands

    def score_many(self, counts, tiles, out=None, threads=1, **won):
        """What each hand is worth: total uint8[N] and value uint16[N]. See `mjcore.scoring.score_many`."""
        from .scoring import score_many

        return score_many(self, counts, tiles, out, threads, **won)

    def is_win_many(self, counts, out=None, threads=1, *, wild=0, object void=None, seen=None):
        """Whether each hand wins: bool[N].

        ``counts`` is a C-contiguous buffer of uint8 of shape (N, 34), or flat; ``out`` a writable buffer to fill and
        return, else a NumPy array is made (without NumPy a memoryview). ``threads`` share the rows (0: as many as there
        are cores) without the GIL; the answer to rows that are written to meanwhile is of no meaning. ``wild``,
        ``void``, ``seen`` hold for every row; melds are not told.

        :raises TileCountError: naming the first row that no hand can be; nothing is written then.
        """
        return self._many(IS_WIN, counts, (out,), threads, wild, void, seen)[0]

    def shanten_many(self, counts, out=None, threads=1, *, wild=0, object void=None, seen=None):
        """The shanten of each hand: int8[N]. The arguments are those of `is_win_many`."""
        return self._many(SHANTEN, counts, (out,), threads, wild, void, seen)[0]

    def waits_many(self, counts, out=None, threads=1, *, wild=0, object void=None, seen=None):
        """The waits of each hand: uint64[N], bit t is tile t. The arguments are those of `is_win_many`."""
        return self._many(WAITS, counts, (out,), threads, wild, void, seen)[0]

    def ukeire_many(self, counts, out=None, threads=1, *, wild=0, object void=None, seen=None):
        """Shanten int8[N], accepted tiles uint64[N] and their copies left uint8[N]; ``out`` is a tuple of three
        buffers."""
        return self._many(UKEIRE, counts, three(out), threads, wild, void, seen)

    def discards_many(self, counts, out=None, threads=1, *, wild=0, object void=None, seen=None):
        """For each hand and each tile discarded: shanten int8[N, 34] (127: not in hand, or may not go), accepted tiles
        uint64[N, 34] and their copies left uint8[N, 34]; ``out`` is a tuple of three buffers."""
        return self._many(DISCARDS, counts, three(out), threads, wild, void, seen)

    cdef tuple _many(self, int task, object counts, tuple outs, object threads, object wild, object void, object seen):
        cdef Question around
        cdef Py_ssize_t n, row
        cdef const uint8_t[:, ::1] rows
        number("threads", threads, 1024)
        ask_around(&self.rule, None, wild, void, seen, &around)
        view = as_rows(counts)
        n = view.nbytes // KINDS
        shape = (n,)
        if task == DISCARDS:
            shape = (n, KINDS)
        forms = {IS_WIN: "?", SHANTEN: "b", WAITS: "Q"}.get(task, "bQB")
        outs = tuple(make_out(form, shape) if out is None else out for form, out in zip(forms, outs))
        flat = [flat_out(out, form, shape) for form, out in zip(forms, outs)]
        if n == 0:
            return outs
        rows = view
        batch = Batch.__new__(Batch)
        (<Batch>batch).fill(self, &around, task, -1 if void is None else void, rows, flat)
        if task != IS_WIN:
            self._prepare(self.rule.wild != 0 or around.unnamed > 0, task == DISCARDS)
        bad = [row for row in _run(threads, n, batch.check) if row >= 0]
        if bad:
            self._bad_row(task, &around, rows, bad[0])
        _run(threads, n, batch.judge)
        return outs

    cdef int _bad_row(self, int task, const Question *around, const uint8_t[:, ::1] rows, Py_ssize_t row) except -1:
        check_room(around, &rows[row, 0], &self.rule, f"row {row}: ")
        tiles = sum_of(&rows[row, 0]) + around.unnamed
        if tiles > MOST_TILES:
            raise TileCountError(f"row {row}: {tiles} tiles, of {MOST_TILES}")
        wanted = {SHANTEN: "3k+1 or 3k+2", DISCARDS: "3k+2"}.get(task, "3k+1")
        raise TileCountError(f"row {row}: {tiles} tiles: this is asked of {wanted}, k <= {self.rule.sets or 44}")


cdef class Batch:
    """Many rows and where their answers go; `check` and `judge` work on a slice without the GIL."""

    cdef Judge judged_by
    cdef Question around
    cdef int task
    cdef int void
    cdef const uint8_t[:, ::1] rows
    cdef list keep
    cdef Outs outs

    cdef int fill(self, Judge judge, const Question *around, int task, int void, const uint8_t[:, ::1] rows,
                  list flat) except -1:
        cdef uint8_t[::1] out, other
        cdef uint8_t *at
        self.judged_by = judge
        self.around = around[0]
        self.task = task
        self.void = void
        self.rows = rows
        self.keep = flat
        for i in range(len(flat)):
            out = flat[i]
            at = &out[0]
            if at < &rows[0, 0] + rows.shape[0] * KINDS and &rows[0, 0] < at + out.shape[0]:
                raise HandError("out: a buffer of its own, not the one of the counts")
            for j in range(i):
                other = flat[j]
                if at < &other[0] + other.shape[0] and &other[0] < at + out.shape[0]:
                    raise HandError("out: three buffers that share no memory")
            if task == WAITS or i == 1:
                self.outs.tiles = <uint64_t *>at
            elif i == 0:
                self.outs.numbers = <int8_t *>at
            else:
                self.outs.counts = at
        return 0

    def check(self, Py_ssize_t first, Py_ssize_t last):
        cdef Py_ssize_t bad
        with nogil:
            bad = check_rows(&self.judged_by.rule, &self.around, self.task, self.rows, first, last)
        return bad

    def judge(self, Py_ssize_t first, Py_ssize_t last):
        cdef Rule *rule = &self.judged_by.rule
        cdef Work work = Work(0)
        if self.task != IS_WIN:
            work = Work(distance_work(rule, 4 * rule.n_wild + self.around.unnamed, rule.sets or 44))
        with nogil:
            judge_rows(self.judged_by, &self.around, self.task, self.void, self.rows, first, last, &self.outs,
                       work.bytes)


cdef tuple three(object out):
    if out is None:
        return None, None, None
    if not isinstance(out, (tuple, list)) or len(out) != 3:
        raise HandError("out: three buffers, for shanten, tiles and count")
    return tuple(out)


cdef class Work:
    """Bytes for the questions that a few on the stack do not serve."""

    cdef uint8_t *bytes

    def __cinit__(self, size_t size):
        self.bytes = NULL
        if size:
            self.bytes = <uint8_t *>malloc(size)
            if self.bytes == NULL:
                raise MemoryError

    def __dealloc__(self):
        free(self.bytes)


cdef Work NO_WORK = Work(0)


cdef Work work_for(const Rule *rule, const Question *question):
    cdef size_t size = distance_work(rule, question.jokers + question.wild_left, question.sets)
    return NO_WORK if size == 0 else Work(size)


# ---------------------------------------------------------------- the quick way in

# Cython's way into a method counts a reference for each argument not given, up and down, which takes as long as judging
# does. So calls with a hand alone are answered before it; all others, and hands that are not plain counts, go on to it.

cdef inline const uint8_t *plain_row(Judge judge, object hand, uint8_t *counts) noexcept:
    # The counts of a hand that is quickly read (into `counts` if need be) and tells no melds; NULL for every other.
    cdef const uint8_t *row = NULL
    if type(hand) is bytes:
        if PyBytes_GET_SIZE(hand) == KINDS:
            row = <const uint8_t *>PyBytes_AS_STRING(hand)
    elif type(hand) is Hand:
        if (<Hand>hand).melds is None:
            row = (<Hand>hand).tiles
    elif type(hand) is list:
        if quick_list(hand, counts):
            row = counts
    return row if row != NULL and within(row, judge.plain.room) else NULL


cdef extern from *:
    """
    typedef PyObject *(*mj_method)(PyObject *, PyObject *const *, Py_ssize_t, PyObject *);

    /* Put `quick` where calls of the method arrive; what was there before, or NULL where methods are called in another
       way or it is there already. */
    static mj_method mj_answer_first(PyObject *method, mj_method quick) {
    #if !defined(Py_LIMITED_API) && !defined(PYPY_VERSION)
        if (Py_IS_TYPE(method, &PyMethodDescr_Type)) {
            PyMethodDef *definition = ((PyMethodDescrObject *)method)->d_method;
            if (definition->ml_flags == (METH_FASTCALL | METH_KEYWORDS)) {
                mj_method before = (mj_method)(void (*)(void))definition->ml_meth;
                if (before == quick) return NULL;
                definition->ml_meth = (PyCFunction)(void (*)(void))quick;
                return before;
            }
        }
    #endif
        return NULL;
    }
    """
    ctypedef PyObject *const_args "PyObject *const"
    ctypedef PyObject *(*mj_method)(PyObject *self, const_args *args, Py_ssize_t n, PyObject *names) except NULL
    mj_method mj_answer_first(object method, mj_method quick)

cdef extern from "Python.h":
    PyObject *PyLong_FromLong(long value)

cdef mj_method is_win_before
cdef mj_method shanten_before
cdef PyObject *ANSWERS[2]
cdef object _FALSE = False     # the objects, not the numbers that Cython takes the words for
cdef object _TRUE = True
ANSWERS[0] = <PyObject *>_FALSE
ANSWERS[1] = <PyObject *>_TRUE


cdef PyObject *is_win_first(PyObject *self, const_args *args, Py_ssize_t n, PyObject *names) except NULL:
    cdef uint8_t counts[ROOM]
    cdef const uint8_t *row
    cdef PyObject *answer
    if n == 1 and names == NULL:
        row = plain_row(<Judge>self, <object>args[0], counts)
        if row != NULL:
            answer = ANSWERS[plain_wins(<Judge>self, row)]
            Py_INCREF(<object>answer)
            return answer
    return is_win_before(self, args, n, names)


cdef PyObject *shanten_first(PyObject *self, const_args *args, Py_ssize_t n, PyObject *names) except NULL:
    cdef uint8_t counts[ROOM]
    cdef const uint8_t *row
    cdef int now
    if n == 1 and names == NULL and (<Judge>self).quick:
        row = plain_row(<Judge>self, <object>args[0], counts)
        if row != NULL:
            now = quick_distance(&(<Judge>self).rule, row, True)
            if now >= 0:
                return PyLong_FromLong(now - 1 if now != NONE else UNREACHABLE_SHANTEN)
    return shanten_before(self, args, n, names)


is_win_before = mj_answer_first(Judge.__dict__["is_win"], is_win_first)
shanten_before = mj_answer_first(Judge.__dict__["shanten"], shanten_first)
ANSWERED_FIRST = (is_win_before != NULL) + (shanten_before != NULL)    # how many methods are, for tests
