# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a hand is worth: the dearest of its readings, over all decompositions and all that jokers may stand for.

A reading is a target of the judge, made of parts (sets and the pair, or seven pairs). What the rules ask of it are
*features*, and each is of one of three sorts: every part has it (all pungs), one suit has it (a straight), or it is
counted (kongs, roots). So a suit's part of a reading is known to the rules by a few bits and numbers, its *key*. Each
suit is made up alone in all ways (`make_up`), ways with the same key are one, and the keys of the suits are put
together: however many jokers there are, few keys are left. Without jokers the ways of a suit are looked up in a table
that `make_up` has filled once. The rules are a `Table` of rows, evaluated for each key; this file knows features, no
combination's name and no fan.
"""

from cython cimport auto_pickle
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcpy, memset

from ._distance cimport Question, Rule, SEVEN_PAIRS, STANDARD
from ._hand cimport KINDS, ROOM, Hand, told_melds
from ._judge cimport CHOW, KONG, PAIR, PAIR_SET, PUNG, Judge
from ._tables cimport load8

from ._judge import _run
from .errors import HandError, TileCountError
from .notation import parse_counts
from .results import Decomposition, HandSet, SetKind
from .rules import Form
from .tiles import MPSZ, tile_index

cdef enum:
    GROUPS = 4
    LEVELS = 9
    SETS = 4
    SLOTS = 4 * LEVELS         # a kind has four parts, in the order of the judge's shapes: pung, kong, chow, pair
    FIRST_ROOM = 256
    ALL_PARTS = ALL_PUNGS | ALL_TERMINAL | ALL_258 | ALL_MIDDLE
    ONE_SUIT = STRAIGHT | MIDDLE_FIVE
    PLACED = 1 << 18           # the winning tile has a place outside kongs
    SUITS_AT = 24              # bits of a key: the groups used
    MOST_FANS = 255
    MADE_SLOTS = 1 << 16       # three times the 21,743 suits that sets and a pair make up
    WAYS_AT = 20
    NO_TILE = 255              # an unnamed joker wins

FEATURES = {
    "STANDARD": STANDARD_FORM, "SEVEN_PAIRS": PAIRS_FORM, "FULL_FLUSH": FULL_FLUSH, "GOLDEN_WAIT": GOLDEN_WAIT,
    "CONCEALED": CONCEALED, "SELF_DRAWN": SELF_DRAWN, "AFTER_KONG": AFTER_KONG, "ROBBING_KONG": ROBBING_KONG,
    "LAST_TILE": LAST_TILE, "FIRST_TURN": FIRST_TURN, "DEALER": DEALER, "ROOTED": ROOTED, "ALL_PUNGS": ALL_PUNGS,
    "ALL_TERMINAL": ALL_TERMINAL, "ALL_258": ALL_258, "ALL_MIDDLE": ALL_MIDDLE, "STRAIGHT": STRAIGHT,
    "MIDDLE_FIVE": MIDDLE_FIVE,
}
"""The features by name, for `mjcore.scoring.Feature`."""

cdef extern from *:
    """
    /* A key's numbers, above its features: sets, pairs and kongs, each with a bit of guard, roots; and for hands on
       their way the tiles missing, and those of them that only jokers can be. */
    #define MJ_SET ((uint64_t)1 << 32)
    #define MJ_PAIR ((uint64_t)1 << 36)
    #define MJ_KONG ((uint64_t)1 << 38)
    #define MJ_GUARDS (MJ_SET << 3 | MJ_PAIR << 1 | MJ_KONG << 3)
    #define MJ_ROOT ((uint64_t)1 << 42)
    #define MJ_MISSING ((uint64_t)1 << 46)
    #define MJ_OVER ((uint64_t)1 << 51)
    #define MJ_NUMBERS (~(uint64_t)0 << 32)
    #define MJ_MADE (MJ_ROOT - MJ_SET)
    /* Nine kinds in one word, six bits each. */
    #define MJ_UNITS 0x1041041041041u
    """
    const uint64_t A_SET "MJ_SET"
    const uint64_t A_PAIR "MJ_PAIR"
    const uint64_t A_KONG "MJ_KONG"
    const uint64_t GUARDS "MJ_GUARDS"
    const uint64_t A_ROOT "MJ_ROOT"
    const uint64_t MISSING "MJ_MISSING"
    const uint64_t OVER "MJ_OVER"
    const uint64_t NUMBERS "MJ_NUMBERS"
    const uint64_t MADE "MJ_MADE"      # sets, pairs and kongs
    const uint64_t UNITS "MJ_UNITS"    # 1 of each kind

cdef enum:
    BITS = 6
    HELD = 32                  # in the word of what is left of a hand this stands for none
    FIVE = 1 << 4 * BITS       # 1 of the fifth kind
    USED = 15 << SUITS_AT


cdef struct Part:
    uint64_t tiles             # how many of each kind
    uint64_t kinds             # 1 of each kind it has
    uint64_t copies            # tiles that may be of a root: none of a kong's
    uint64_t sets              # 1 of each kind, where the part is a set (or one of seven pairs) and no kong
    uint64_t adds              # to a key's numbers
    uint32_t keeps             # of the features that every part must have
    uint32_t runs              # 1 for 123, 2 for 456, 4 for 789
    uint8_t kind               # of ShapeKind
    uint8_t size
    uint8_t first
    uint8_t slot

cdef struct Parts:
    int n
    Part parts[SLOTS]          # in order of their first kind
    int start[LEVELS + 1]      # the first part that begins at each kind or after it

cdef struct Way:
    uint32_t tiles             # three bits a kind
    Entry entry                # as in the first suit, whatever the winning tile

cdef struct Tiles:
    uint32_t tiles
    uint32_t ways              # the first one, and how many above WAYS_AT; 0: a free slot

cdef struct Made:
    # All ways to make up a suit of no more than four alike, when they are known.
    Way *ways                  # in order of their tiles, then of their keys
    int n
    int room
    Tiles *slots

cdef struct Group:
    # A suit, or the honours, and what is asked of it.
    const Parts *parts
    int index
    bint nearest               # a hand on its way: tiles may be left over
    uint64_t kinds             # that parts may have
    uint64_t pairs             # that the pair may have
    int most                   # copies of a kind that seven pairs may have; 0: no limit
    uint64_t limits            # how many sets, pairs and kongs there may be, with GUARDS
    uint64_t copies            # the melds', as those of `Part`
    uint64_t sets
    uint32_t runs
    uint64_t win               # 1 of the winning tile's kind, if that is of this group and no joker
    uint64_t stands            # kinds that the winning tile may be by standing for them, or as a tile yet to come
    uint64_t left              # copies left to draw of each kind
    int over                   # tiles that only jokers can be: at most so many
    int budget                 # tiles of the parts that the hand need not hold
    uint32_t asked
    List *found
    Made *made                 # where to note all ways to make up a suit; NULL: in `found`


cdef inline int of_kind(uint64_t word, int kind) noexcept nogil:
    return <int>(word >> BITS * kind & 63)


cdef inline int marked(uint64_t units) noexcept nogil:
    # How many kinds are marked with 1 (the product's highest field is the sum of all).
    return <int>(units * UNITS >> 8 * BITS & 63)


cdef inline uint64_t above(uint64_t rest) noexcept nogil:
    # The kinds of which something is left to hold.
    return (rest - UNITS) >> 5 & UNITS


cdef inline uint64_t below(uint64_t rest) noexcept nogil:
    # The kinds of which the parts have more than the hand.
    return ~rest >> 5 & UNITS


# ---------------------------------------------------------------- the parts

cdef Parts SUIT_SETS, HONOR_SETS, SUIT_PAIRS, HONOR_PAIRS


cdef void add_part(Parts *parts, int kind, int first, bint honor) noexcept:
    cdef Part *part = &parts.parts[parts.n]
    cdef int i, last = first + 2 if kind == CHOW else first
    cdef uint64_t unit = <uint64_t>1 << BITS * first
    memset(part, 0, sizeof(Part))
    part.kind = <uint8_t>kind
    part.first = <uint8_t>first
    part.slot = <uint8_t>(4 * first + (0 if kind == PUNG else 1 if kind == KONG else 2 if kind == CHOW else 3))
    part.size = 3 if kind == CHOW or kind == PUNG else 4 if kind == KONG else 2
    part.kinds = unit * 0x1041 if kind == CHOW else unit
    part.tiles = part.kinds if kind == CHOW else unit * part.size
    part.copies = 0 if kind == KONG else part.tiles
    part.sets = 0 if kind == KONG or kind == PAIR else part.kinds
    part.adds = A_PAIR if kind == PAIR else A_SET + A_KONG if kind == KONG else A_SET
    part.keeps = ALL_PARTS
    if kind == CHOW or kind == PAIR_SET:
        part.keeps &= ~ALL_PUNGS
    if honor or (first > 0 and last < 8):
        part.keeps &= ~ALL_TERMINAL
    if honor or first == 0 or last == 8:
        part.keeps &= ~ALL_MIDDLE
    if honor or kind == CHOW or first % 3 != 1:
        part.keeps &= ~ALL_258
    if kind == CHOW and first % 3 == 0:
        part.runs = 1 << first // 3
    parts.n += 1


cdef void fill_parts(Parts *parts, bint honor, bint pairs) noexcept:
    cdef int kind
    parts.n = 0
    for kind in range(LEVELS + 1):
        parts.start[kind] = parts.n
        if kind == LEVELS or (honor and kind >= 7):
            continue
        if pairs:
            add_part(parts, PAIR_SET, kind, honor)
            continue
        add_part(parts, PUNG, kind, honor)
        add_part(parts, KONG, kind, honor)
        if not honor and kind < 7:
            add_part(parts, CHOW, kind, honor)
        add_part(parts, PAIR, kind, honor)


fill_parts(&SUIT_SETS, False, False)
fill_parts(&HONOR_SETS, True, False)
fill_parts(&SUIT_PAIRS, False, True)
fill_parts(&HONOR_PAIRS, True, True)


# ---------------------------------------------------------------- lists of different keys

cdef class Space:
    """Lists to work with; one for each thread."""

    def __cinit__(self):
        cdef int i
        memset(self.lists, 0, sizeof(self.lists))
        memset(self.kept, 0, sizeof(self.kept))
        for i in range(3):
            self.lists[i].room = FIRST_ROOM
            self.lists[i].entries = <Entry *>malloc(FIRST_ROOM * sizeof(Entry))
            if self.lists[i].entries == NULL:
                raise MemoryError

    def __dealloc__(self):
        cdef int i
        for i in range(3):
            free(self.lists[i].entries)
            free(self.lists[i].slots)


cdef void clear(List *list, bint hashed) noexcept nogil:
    # Without jokers there are few keys: then they are looked for one by one.
    list.n = 0
    list.failed = False
    list.hashed = hashed
    if not hashed:
        return
    if list.slots == NULL:
        list.slots = <uint32_t *>malloc(2 * list.room * sizeof(uint32_t))
        if list.slots == NULL:
            list.failed = True
            return
    memset(list.slots, 0, 2 * list.room * sizeof(uint32_t))


cdef inline uint32_t *slot_of(const List *list, uint64_t key) noexcept nogil:
    # The key's slot, or the free one where it belongs.
    cdef uint32_t mask = 2 * list.room - 1
    cdef uint32_t at = <uint32_t>(key * <uint64_t>0x9e3779b97f4a7c15 >> 40) & mask
    while list.slots[at] and list.entries[list.slots[at] - 1].key != key:
        at = (at + 1) & mask
    return &list.slots[at]


cdef bint grow(List *list) noexcept nogil:
    cdef Entry *entries = <Entry *>realloc(list.entries, 2 * list.room * sizeof(Entry))
    cdef uint32_t *slots
    cdef int i
    if entries == NULL:
        return False
    list.entries = entries
    if list.slots != NULL:
        slots = <uint32_t *>realloc(list.slots, 4 * list.room * sizeof(uint32_t))
        if slots == NULL:
            return False
        list.slots = slots
    list.room *= 2
    if list.hashed:
        memset(list.slots, 0, 2 * list.room * sizeof(uint32_t))
        for i in range(list.n):
            slot_of(list, list.entries[i].key)[0] = i + 1
    return True


cdef void put(List *list, uint64_t key, uint64_t chosen) noexcept nogil:
    """Note an entry. Of two with one key that with the earlier parts stays; they have as many parts."""
    cdef uint32_t *slot
    cdef int i
    if list.failed:
        return
    if list.hashed:
        slot = slot_of(list, key)
        i = slot[0] - 1 if slot[0] else list.n
    else:
        i = 0
        while i < list.n and list.entries[i].key != key:
            i += 1
    if i < list.n:
        if chosen < list.entries[i].chosen:
            list.entries[i].chosen = chosen
        return
    if list.n == list.room:
        if not grow(list):
            list.failed = True
            return
    if list.hashed:
        slot_of(list, key)[0] = list.n + 1
    list.entries[list.n].key = key
    list.entries[list.n].chosen = chosen
    list.n += 1


# ---------------------------------------------------------------- one suit

cdef void note(const Group *at, uint64_t rest, uint64_t copies, uint64_t sets, uint32_t keeps, uint32_t runs,
               uint64_t made, int missing, uint64_t chosen) noexcept nogil:
    """Note one way to make up the suit."""
    cdef uint64_t under = below(rest), key = made, own, lacking
    cdef uint64_t wins = at.win | (under & at.stands)
    cdef uint32_t features = keeps
    cdef int kind, over
    if runs | at.runs == 7:
        features |= STRAIGHT
    if runs & 2 and wins & FIVE:
        features |= MIDDLE_FIVE
    if at.asked & PLACED:
        own = copies - at.copies
        if (own + 31 * UNITS) >> 5 & wins:
            features |= PLACED
    # A root: four alike outside kongs, in two or more sets (both words have small numbers).
    key += A_ROOT * marked((copies >> 2 | copies >> 3 | copies >> 4) & (sets >> 1 | sets >> 2 | sets >> 3) & UNITS)
    if at.nearest:
        key += MISSING * missing
        over = 0
        lacking = below(rest + at.left)
        for kind in range(LEVELS):
            if lacking >> BITS * kind & 1:
                over += HELD - of_kind(rest + at.left, kind)
        if over > at.over:
            return
        key += OVER * over
    if made:
        key |= <uint64_t>1 << (SUITS_AT + at.index)
    if at.made == NULL:
        put(at.found, key | (features & at.asked), chosen)
    elif (HELD * UNITS - rest + 3 * UNITS) & 24 * UNITS == 0:
        # No more than four alike (and never more than 14).
        add_way(at, HELD * UNITS - rest, key | features, chosen)


cdef void make_up(const Group *at, int next, uint64_t rest, uint64_t copies, uint64_t sets, uint32_t keeps,
                  uint32_t runs, uint64_t made, int budget, uint64_t chosen) noexcept nogil:
    """Add parts from ``next`` on in all ways, and note each that holds all of the hand's tiles (on its way: each).

    ``rest`` is what the hand has beyond the parts so far; ``budget`` is how many more tiles they may have that the hand
    lacks. The parts come in order of their first kind, as `walk` in ``_judge.pyx`` takes them.
    """
    cdef uint64_t open = above(rest), more
    cdef const Part *part
    cdef int needed, held, kind
    if open == 0 or at.nearest:
        note(at, rest, copies, sets, keeps, runs, made, at.budget - budget, chosen)
    while next < at.parts.n:
        part = &at.parts.parts[next]
        if open & ((<uint64_t>1 << BITS * part.first) - 1) and not at.nearest:
            return
        if budget == 0:
            # The next part begins at a kind that is left to hold.
            more = open >> BITS * part.first << BITS * part.first
            if more == 0:
                return
            kind = marked(((more & (~more + 1)) - 1) & UNITS)
            if kind > part.first:
                next = at.parts.start[kind]
                part = &at.parts.parts[next]
        next += 1
        more = made + part.adds
        if (at.limits - more) & GUARDS != GUARDS:
            continue
        if part.kind == CHOW:
            needed = 3 - marked(open & part.kinds)
        else:
            held = of_kind(rest, part.first) - HELD
            needed = part.size if held <= 0 else part.size - held if held < part.size else 0
        if needed > budget or part.kinds & ~(at.pairs if part.kind == PAIR else at.kinds):
            continue
        if at.most and of_kind(copies, part.first) == at.most:
            continue
        make_up(at, next - 1, rest - part.tiles, copies + part.copies, sets + part.sets, keeps & part.keeps,
                runs | part.runs, more, budget - needed, chosen << 8 | (SLOTS * at.index + part.slot + 1))


cdef inline uint64_t packed(const uint8_t *counts, int n) noexcept nogil:
    cdef uint64_t word = 0
    cdef int kind
    for kind in range(n):
        word |= <uint64_t>counts[kind] << BITS * kind
    return word


cdef inline uint64_t unpacked(uint64_t bits, int group) noexcept nogil:
    # Kinds of a group as 1 each.
    cdef uint64_t word = 0
    cdef int kind
    for kind in range(LEVELS):
        word |= (bits >> (LEVELS * group + kind) & 1) << BITS * kind
    return word


# ---------------------------------------------------------------- suits made up before

cdef Made MADE_OF_SETS, MADE_OF_PAIRS
memset(&MADE_OF_SETS, 0, sizeof(Made))
memset(&MADE_OF_PAIRS, 0, sizeof(Made))


cdef void add_way(const Group *at, uint64_t tiles, uint64_t key, uint64_t chosen) noexcept nogil:
    cdef Made *made = at.made
    cdef Way *way
    cdef int kind
    if made.n == made.room:
        way = <Way *>realloc(made.ways, 2 * made.room * sizeof(Way))
        if way == NULL:
            at.found.failed = True
            return
        made.ways = way
        made.room *= 2
    way = &made.ways[made.n]
    way.tiles = 0
    for kind in range(LEVELS):
        way.tiles |= of_kind(tiles, kind) << 3 * kind
    way.entry.key = key & ~<uint64_t>USED
    way.entry.chosen = chosen
    made.n += 1


cdef int in_order(const void *one, const void *other) noexcept nogil:
    cdef const Way *a = <const Way *>one
    cdef const Way *b = <const Way *>other
    if a.tiles != b.tiles:
        return -1 if a.tiles < b.tiles else 1
    if a.entry.key != b.entry.key:
        return -1 if a.entry.key < b.entry.key else 1
    return -1 if a.entry.chosen < b.entry.chosen else a.entry.chosen > b.entry.chosen


cdef inline uint32_t slot_at(uint32_t tiles) noexcept nogil:
    return tiles * <uint32_t>0x9e3779b1 >> 16


cdef int make_all(Made *made, const Parts *parts, uint64_t limits) except -1:
    """Make up a suit in all ways, once: what `make_up` notes when jokers may be any tile is what it notes of any
    tiles."""
    cdef Group at
    cdef List unused
    cdef int i, n = 0, first
    cdef uint32_t slot
    if made.slots != NULL:
        return 0
    memset(&at, 0, sizeof(Group))
    memset(&unused, 0, sizeof(List))
    at.parts = parts
    at.kinds = at.pairs = UNITS
    at.most = 4 if limits & A_PAIR == 0 else 0
    at.limits = limits | GUARDS
    at.win = FIVE
    at.asked = ALL_PARTS | ONE_SUIT
    at.found = &unused
    at.made = made
    made.n = 0
    made.room = 1 << 15
    made.ways = <Way *>realloc(made.ways, made.room * sizeof(Way))
    made.slots = <Tiles *>calloc(MADE_SLOTS, sizeof(Tiles))
    if made.ways != NULL:
        make_up(&at, 0, HELD * UNITS, 0, 0, ALL_PARTS, 0, 0, 3 * SETS + 2, 0)
    if made.ways == NULL or made.slots == NULL or unused.failed:
        free(made.slots)
        made.slots = NULL
        raise MemoryError
    qsort(made.ways, made.n, sizeof(Way), in_order)
    for i in range(made.n):
        if n and made.ways[n - 1].tiles == made.ways[i].tiles and made.ways[n - 1].entry.key == made.ways[i].entry.key:
            continue
        made.ways[n] = made.ways[i]
        n += 1
    made.n = n
    first = 0
    for i in range(1, n + 1):
        if i < n and made.ways[i].tiles == made.ways[first].tiles:
            continue
        slot = slot_at(made.ways[first].tiles)
        while made.slots[slot].ways:
            slot = (slot + 1) & (MADE_SLOTS - 1)
        made.slots[slot].tiles = made.ways[first].tiles
        made.slots[slot].ways = first | (i - first) << WAYS_AT
        first = i
    return 0


cdef inline const Way *known_ways(const Made *made, const uint8_t *counts, int *n) noexcept nogil:
    """The ways to make up a suit of nine counts without jokers; NULL: none."""
    cdef uint64_t word = load8(counts)
    cdef uint32_t tiles, slot
    word = (word | word >> 5) & <uint64_t>0x003f003f003f003f
    word = (word | word >> 10) & <uint64_t>0x00000fff00000fff
    tiles = <uint32_t>(word | word >> 20) & 0xffffff | <uint32_t>counts[8] << 24
    slot = slot_at(tiles)
    while made.slots[slot].ways:
        if made.slots[slot].tiles == tiles:
            n[0] = made.slots[slot].ways >> WAYS_AT
            return &made.ways[made.slots[slot].ways & ((1 << WAYS_AT) - 1)]
        slot = (slot + 1) & (MADE_SLOTS - 1)
    return NULL


# ---------------------------------------------------------------- the suits together

cdef struct Asked:
    # What a form asks of the whole hand.
    bint pairs_form
    int sets
    int kongs
    int jokers                 # tiles that the hand need not hold
    int tile                   # the winning one; below 0: a joker, or one yet to come
    bint nearest
    const uint8_t *left
    int over
    uint64_t made              # a key's numbers of sets, pairs and kongs when all is made


cdef void make_up_group(const Rule *rule, const Question *question, const Melds *melds, const Asked *asked,
                        uint32_t features, int group, int suits, List *found) noexcept nogil:
    """Make up a suit, or the honours, in all ways that the hand allows."""
    cdef Group at
    cdef int kinds = LEVELS if group < 3 else KINDS - 3 * LEVELS
    memset(&at, 0, sizeof(Group))
    at.index = group
    at.found = found
    at.nearest = asked.nearest
    at.limits = asked.made | GUARDS
    at.over = asked.over
    at.budget = asked.jokers
    at.asked = features | (PLACED if asked.kongs else 0)
    if asked.pairs_form:
        at.parts = &SUIT_PAIRS if group < 3 else &HONOR_PAIRS
        at.most = 4 if rule.quads_as_pairs else 2
    else:
        at.parts = &SUIT_SETS if group < 3 else &HONOR_SETS
    if group == 3 or suits >> group & 1:
        at.kinds = unpacked(rule.kinds, group)
        at.pairs = unpacked(rule.pairs, group)
    at.copies = melds.copies[group]
    at.sets = melds.sets[group]
    at.runs = melds.runs[group]
    at.stands = UNITS if asked.tile < 0 else 0
    if asked.tile >= LEVELS * group and asked.tile < LEVELS * group + kinds:
        at.win = <uint64_t>1 << BITS * (asked.tile - LEVELS * group)
    if asked.nearest:
        at.left = packed(asked.left + LEVELS * group, kinds)
        if question.wild_left == 0:
            at.stands = above(at.left + HELD * UNITS)
    clear(found, asked.jokers > 0)
    make_up(&at, 0, HELD * UNITS + packed(question.counts + LEVELS * group, kinds), at.copies, at.sets, ALL_PARTS, 0, 0,
            asked.jokers, 0)


cdef void join(const Asked *asked, const List *sofar, const Entry *found, int n, int stride, uint64_t mask,
               uint64_t suit, uint64_t higher, List *after) noexcept nogil:
    """Put each key of a suit beside each key of the suits before it.

    Of a suit's key only the bits of ``mask`` are looked at; it is of ``suit``; its parts, for each of which ``higher``
    has a byte, are that much higher than the first suit's.
    """
    cdef uint64_t one, other, key
    cdef int i, j, parts
    for j in range(n):
        other = found.key & mask | suit
        parts = <int>((other >> 32 & 15) + (other >> 36 & 3))
        for i in range(sofar.n):
            one = sofar.entries[i].key
            key = (one & NUMBERS) + (other & NUMBERS)
            if ((key >> 32 & 15) > asked.sets or (key >> 36 & 3) > (not asked.pairs_form)
                    or (key >> 38 & 15) > asked.kongs):
                continue
            if asked.nearest and (<int>(key >> 46 & 31) > asked.jokers or <int>(key >> 51) > asked.over):
                continue
            key |= (one & other & ALL_PARTS) | ((one | other) & (ONE_SUIT | PLACED | USED))
            put(after, key,
                sofar.entries[i].chosen << 8 * parts | (found.chosen + (higher & ((<uint64_t>1 << 8 * parts) - 1))))
        found = <const Entry *>(<const char *>found + stride)


cdef List *all_keys(const Rule *rule, const Question *question, const Melds *melds, Table table, Space space,
                    const Asked *asked) noexcept nogil:
    """The keys of all readings; NULL when there is no memory for them."""
    cdef List *found = &space.lists[0]
    cdef List *sofar = &space.lists[1]
    cdef List *after = &space.lists[2]
    cdef List *swap
    cdef const Way *ways
    cdef const Made *made = &MADE_OF_PAIRS if asked.pairs_form else &MADE_OF_SETS
    cdef int group, i, n = 0, suits = 0
    cdef uint64_t mask
    cdef bint known = asked.jokers == 0 and asked.kongs == 0 and rule.pairs == rule.kinds and rule.quads_as_pairs
    for i in range(question.n_masks):
        suits |= question.masks[i]
    clear(sofar, asked.jokers > 0)
    put(sofar, (melds.features & table.asked & ALL_PARTS) | <uint64_t>melds.suits << SUITS_AT, 0)
    for group in range(GROUPS):
        if asked.jokers == 0 and melds.copies[group] == 0 and held_none(question.counts + LEVELS * group):
            continue
        clear(after, asked.jokers > 0)
        if known and group < 3 and melds.copies[group] == 0:
            ways = known_ways(made, question.counts + LEVELS * group, &n)
            if ways == NULL or not suits >> group & 1:
                return after
            mask = NUMBERS | table.asked
            if asked.tile != LEVELS * group + 4:
                mask &= ~<uint64_t>MIDDLE_FIVE
            join(asked, sofar, &ways.entry, n, sizeof(Way), mask, <uint64_t>1 << (SUITS_AT + group),
                 <uint64_t>0x0101010101010101 * (SLOTS * group), after)
        else:
            make_up_group(rule, question, melds, asked, table.asked, group, suits, found)
            if found.failed:
                return NULL
            join(asked, sofar, found.entries, found.n, sizeof(Entry), ~<uint64_t>0, 0, 0, after)
        if after.failed:
            return NULL
        swap = sofar
        sofar = after
        after = swap
    return sofar


cdef inline bint held_none(const uint8_t *counts) noexcept nogil:
    # The next groups' tiles stand behind: nine bytes are looked at.
    return load8(counts) == 0 and counts[8] == 0


cdef int fans_of(Table table, uint32_t features, int kongs, int roots, uint8_t *times) noexcept nogil:
    """The fans of a reading, and how often each row counts in them. In the table's order each row that counts excludes
    others."""
    cdef const Row *row
    cdef uint32_t gone = 0, counted = 0
    cdef int i, j, total = 0, number
    for i in range(table.n):
        row = &table.rows[i]
        number = 0
        if (features ^ row.needs) & row.asks == 0:
            number = 1 if row.per == ONCE else kongs if row.per == PER_KONG else roots
        times[i] = <uint8_t>number
        counted |= <uint32_t>(number > 0) << i
        total += row.fans * number
    if counted & table.excluders == 0:
        return total if total < MOST_FANS else MOST_FANS
    for i in range(table.n):
        row = &table.rows[i]
        if times[i] and not gone >> i & 1:
            gone |= row.excludes
            for j in range(table.n):
                if row.includes >> j & 1 and times[j]:
                    times[j] -= 1
    total = 0
    for i in range(table.n):
        if gone >> i & 1:
            times[i] = 0
        total += table.rows[i].fans * times[i]
    return total if total < MOST_FANS else MOST_FANS


cdef inline int known_fans(Table table, Space space, uint32_t features, int kongs, int roots) noexcept nogil:
    """The same fans, kept from the last hand that had the features."""
    cdef uint8_t times[MOST_ROWS]
    cdef uint32_t asked = features | <uint32_t>kongs << 18 | <uint32_t>roots << 21 | <uint32_t>1 << 31
    cdef Fans *kept = &space.kept[asked * <uint32_t>0x9e3779b1 >> 24]
    if kept.asked != asked:
        kept.asked = asked
        kept.total = fans_of(table, features, kongs, roots, times)
    return kept.total


cdef inline bint allowed(const Question *question, int suits) noexcept nogil:
    cdef int i
    for i in range(question.n_masks):
        if suits & ~question.masks[i] == 0:
            return True
    return False


cdef bint form_best(const Rule *rule, const Question *question, const Melds *melds, Table table, Space space,
                    const Asked *asked, uint32_t flags, Best *best) noexcept nogil:
    """Take the dearest reading of a form if it is dearer than the best so far; false when there is no memory."""
    cdef const List *keys = all_keys(rule, question, melds, table, space, asked)
    cdef uint64_t key
    cdef uint32_t features
    cdef int i, used, roots, total
    cdef bint taken = False
    if keys == NULL:
        return False
    for i in range(keys.n):
        key = keys.entries[i].key
        used = <int>(key >> SUITS_AT & 15)
        if key & MADE != asked.made or not allowed(question, used & 7) or (asked.kongs and not key & PLACED):
            continue
        roots = <int>(key >> 42 & 15)
        features = flags | (melds.features & CONCEALED) | (<uint32_t>key & (ALL_PARTS | ONE_SUIT))
        features |= PAIRS_FORM if asked.pairs_form else STANDARD_FORM
        if used == 1 or used == 2 or used == 4:
            features |= FULL_FLUSH
        if not asked.pairs_form and asked.sets == asked.kongs:
            # All sets are declared; the winning tile is in no kong, so it makes the pair.
            features |= GOLDEN_WAIT
        if roots:
            features |= ROOTED
        total = known_fans(table, space, features, melds.kongs + asked.kongs, roots)
        if total > best.total or (taken and total == best.total and keys.entries[i].chosen < best.chosen):
            taken = True
            best.total = total
            best.chosen = keys.entries[i].chosen
            best.features = features
            best.form = 1 if asked.pairs_form else 0
            best.kongs = <uint8_t>(melds.kongs + asked.kongs)
            best.roots = <uint8_t>roots
    return True


cdef inline int sum_of(const uint8_t *counts, uint64_t bits) noexcept nogil:
    # The sum of 34 counts, of each only some bits.
    cdef uint64_t words = (load8(counts) & bits) + (load8(counts + 8) & bits) + (load8(counts + 16) & bits)
    words += (load8(counts + 24) & bits) + (load8(counts + 26) >> 48 & bits)
    return <int>(words * <uint64_t>0x0101010101010101 >> 56)


cdef inline void ask_form(Asked *asked, bint pairs_form, int sets, int kongs) noexcept nogil:
    asked.pairs_form = pairs_form
    asked.sets = sets
    asked.kongs = kongs
    asked.made = A_SET * sets + A_KONG * kongs + (0 if pairs_form else A_PAIR)


cdef int best_reading(const Rule *rule, const Question *question, const Melds *melds, Table table, Space space,
                      int tile, uint32_t flags, Best *best) noexcept nogil:
    """Find the dearest reading of a hand; 0, or -1 when there is no memory.

    The hand is in the question with its winning tile, ``tile`` (below 0: an unnamed joker). Seven pairs come first,
    then the parts in the order of `Judge.decompositions`: of readings that are worth the same the first stays.
    """
    cdef Asked asked
    cdef int sets = SETS - melds.n
    cdef int kongs = question.tiles - 2 - 3 * sets
    best.total = -1
    if kongs < 0 or kongs > sets or (kongs and not rule.hand_kongs):
        return 0
    asked.jokers = question.jokers
    asked.tile = -1 if tile < 0 or rule.wild >> tile & 1 else tile
    asked.nearest = False
    asked.left = NULL
    asked.over = 0
    if (rule.forms & SEVEN_PAIRS and melds.n == 0 and kongs == 0
            and sum_of(question.counts, <uint64_t>0x0101010101010101) <= question.jokers):
        # No more kinds with an odd count than jokers.
        ask_form(&asked, True, 7, 0)
        if not form_best(rule, question, melds, table, space, &asked, flags, best):
            return -1
    if rule.forms & STANDARD:
        ask_form(&asked, False, sets, kongs)
        if not form_best(rule, question, melds, table, space, &asked, flags, best):
            return -1
    return 0


cdef int dearest(const Rule *rule, const Question *question, const Melds *melds, Table table, Space space,
                 const uint8_t *left, int missing, int over) noexcept nogil:
    """The most fans of a winning hand of which this hand of 3k+1 tiles lacks at most ``missing``; -1: none; -2: no
    memory.

    Of each kind ``left`` copies can be drawn; jokers can be ``over`` more. The hand wins with a tile yet to come, in no
    special way.
    """
    cdef Asked asked
    cdef Best best
    best.total = -1
    asked.jokers = missing
    asked.tile = -1
    asked.nearest = True
    asked.left = left
    asked.over = over
    if rule.forms & SEVEN_PAIRS and melds.n == 0:
        ask_form(&asked, True, 7, 0)
        if not form_best(rule, question, melds, table, space, &asked, 0, &best):
            return -2
    if rule.forms & STANDARD:
        ask_form(&asked, False, SETS - melds.n, 0)
        if not form_best(rule, question, melds, table, space, &asked, 0, &best):
            return -2
    return best.total


# ---------------------------------------------------------------- the table of rules

@auto_pickle(False)
cdef class Table:
    """Rows of (needs, lacks, per, fans, excludes, includes): features, 0 1 2 for once, a kong, a root, and bits of
    rows."""

    def __init__(self, rows, cap):
        if len(rows) > MOST_ROWS:
            raise ValueError(f"at most {MOST_ROWS} combinations, not {len(rows)}")
        self.n = len(rows)
        self.cap = -1 if cap is None else cap
        self.asked = self.excluders = 0
        for i, (needs, lacks, per, fans, excludes, includes) in enumerate(rows):
            self.rows[i].needs = needs
            self.rows[i].asks = needs | lacks
            self.rows[i].per = per
            self.rows[i].fans = fans
            self.rows[i].excludes = excludes
            self.rows[i].includes = includes
            self.asked |= self.rows[i].asks
            self.excluders |= <uint32_t>(excludes != 0 or includes != 0) << i
        self.asked &= ALL_PARTS | ONE_SUIT

    cdef Space take_space(self):
        # The space that single hands share: whoever takes it gives it back, and who comes in between makes one.
        cdef Space space = self.space
        self.space = None
        return Space() if space is None else space


# ---------------------------------------------------------------- a win

cdef class Win:
    """How a hand was won.

    :param tile: the winning tile, an index or its text; None: an unnamed joker.
    :param self_drawn: drawn by the winner 自摸, not discarded by another.
    :param after_kong: with ``self_drawn`` the tile that replaces the winner's own kong 杠上花, else a discard after a kong
        杠上炮.
    :param robbing_kong: the tile that another adds to a pung 抢杠.
    :param last_tile: the wall's last tile, or the last discard 海底.
    :param first_turn: in the winner's first turn, before any meld 天胡 地胡.
    :param dealer: whether the winner is the dealer, where ``first_turn`` makes it count; not told: with ``self_drawn``
        so.
    :raises HandError: for what cannot be true of one win.

    >>> Win("5m", self_drawn=True, last_tile=True)
    Win('5m', self_drawn=True, last_tile=True)
    """

    cdef readonly object tile
    cdef readonly object dealer
    cdef uint32_t flags
    cdef int index

    def __init__(self, tile, self_drawn=False, after_kong=False, robbing_kong=False, last_tile=False, first_turn=False,
                 dealer=None):
        self.flags = win_flags(self_drawn, after_kong, robbing_kong, last_tile, first_turn, dealer)
        self.dealer = dealer
        self.tile = None if tile is None else tile_index(tile)
        self.index = -1 if tile is None else self.tile

    @property
    def self_drawn(self):
        return self.flags & SELF_DRAWN != 0

    @property
    def after_kong(self):
        return self.flags & AFTER_KONG != 0

    @property
    def robbing_kong(self):
        return self.flags & ROBBING_KONG != 0

    @property
    def last_tile(self):
        return self.flags & LAST_TILE != 0

    @property
    def first_turn(self):
        return self.flags & FIRST_TURN != 0

    def _key(self):
        return (self.tile, self.self_drawn, self.after_kong, self.robbing_kong, self.last_tile, self.first_turn,
                self.dealer)

    def __eq__(self, other):
        return self._key() == (<Win>other)._key() if isinstance(other, Win) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __reduce__(self):
        return Win, self._key()

    def __repr__(self):
        names = ("self_drawn", "after_kong", "robbing_kong", "last_tile", "first_turn")
        flags = [f"{name}=True" for name in names if getattr(self, name)]
        if self.dealer is not None:
            flags.append(f"dealer={self.dealer}")
        return f"Win({', '.join(['None' if self.tile is None else repr(MPSZ[self.tile]), *flags])})"


cdef uint32_t win_flags(self_drawn, after_kong, robbing_kong, last_tile, first_turn, dealer) except? 0xffffffff:
    cdef uint32_t flags = 0
    if robbing_kong:
        if self_drawn:
            raise HandError("robbing_kong with self_drawn: the robbed tile is another player's")
        if after_kong:
            raise HandError("robbing_kong with after_kong: the tile is added to a kong, not discarded after one")
        if last_tile:
            raise HandError("robbing_kong with last_tile: a kong needs a tile to replace it")
        if first_turn:
            raise HandError("robbing_kong with first_turn: the kong's pung was melded before")
        flags |= ROBBING_KONG
    if first_turn:
        if last_tile:
            raise HandError("first_turn with last_tile: the wall does not end in the first turn")
        if self_drawn and after_kong:
            raise HandError("first_turn with self_drawn after_kong: the kong comes before the tile")
        if dealer and not self_drawn:
            raise HandError("first_turn of the dealer: nobody has discarded before, so self_drawn")
        flags |= FIRST_TURN
        if self_drawn and (dealer is None or dealer):
            flags |= DEALER
    if self_drawn:
        flags |= SELF_DRAWN
    if after_kong:
        flags |= AFTER_KONG
    if last_tile:
        flags |= LAST_TILE
    return flags


cdef enum Fault:
    NO_FAULT
    NOT_HELD
    MELDED_BEFORE
    NO_KONG
    HELD_BESIDE

_FAULTS = {
    NOT_HELD: "the winning tile {tile} is not in the hand",
    MELDED_BEFORE: "first_turn: the winner has melds or kongs",
    NO_KONG: "self_drawn after_kong: the winner has no kong",
    HELD_BESIDE: "robbing_kong: the other three {tile} are the robbed pung, so the winner has no second one",
}


cdef inline int fault_of(const Rule *rule, const Question *question, const Melds *melds, const uint8_t *counts,
                         int tile, uint32_t flags) noexcept nogil:
    """What of the win cannot be true of the hand. ``counts`` are the hand's, jokers' kinds included."""
    cdef bint kong_in_hand = question.tiles > 2 + 3 * (SETS - melds.n)
    if tile < 0:
        return NOT_HELD if question.unnamed == 0 else NO_FAULT
    if tile >= KINDS or counts[tile] == 0:
        return NOT_HELD
    if flags & FIRST_TURN and (melds.n or kong_in_hand):
        return MELDED_BEFORE
    if flags & AFTER_KONG and flags & SELF_DRAWN and melds.kongs == 0 and not kong_in_hand:
        return NO_KONG
    if flags & ROBBING_KONG and counts[tile] + rule.limits[tile] - question.room[tile] > 1:
        return HELD_BESIDE
    return NO_FAULT


# ---------------------------------------------------------------- what is asked

cdef int read_melds(tuple melds, Melds *into) except -1:
    """Write what the scorer sees of melds that the judge has taken."""
    cdef const Parts *parts
    cdef const Part *part
    cdef int group, first, i
    memset(into, 0, sizeof(Melds))
    into.n = len(melds)
    into.features = ALL_PARTS | CONCEALED
    for meld in melds:
        first = meld.tiles[0]
        group = first // LEVELS
        kind = PUNG if meld.kind is SetKind.PUNG else KONG if meld.kind is SetKind.KONG else CHOW
        parts = &SUIT_SETS if group < 3 else &HONOR_SETS
        for i in range(parts.n):
            part = &parts.parts[i]
            if part.kind == kind and part.first == first % LEVELS:
                into.copies[group] += part.copies
                into.sets[group] += part.sets
                into.runs[group] |= part.runs
                into.features &= part.keeps | ~ALL_PARTS
        into.kongs += kind == KONG
        into.suits |= 1 << group
        if not meld.concealed:
            into.features &= ~CONCEALED
    return 0


cdef int check_rules(const Rule *rule) except -1:
    if rule.sets != SETS:
        raise HandError(f"a value is told for hands of {SETS} sets and a pair")
    if rule.honor_runs:
        raise HandError("a value is told where honours are no chows")
    return 0


def hand_and_melds(hand, melds):
    """The hand without melds, and its melds as a tuple of `Meld`, wherever they were told; not told: none."""
    told = None
    if isinstance(hand, str):
        hand, told = parse_counts(hand)
    elif isinstance(hand, Hand):
        told = (<Hand>hand).melds
        if told is not None:
            hand = hand.counts
    melds = told_melds(melds) if melds else ()
    if told:
        if melds:
            raise HandError("melds are told twice: in the hand and beside it")
        melds = told
    return hand, tuple(melds)


cdef tuple ask(Judge judge, object hand, object melds, object wild, object void, object seen, Question *question,
               Melds *about, uint8_t *counts):
    check_rules(&judge.rule)
    make_all(&MADE_OF_SETS, &SUIT_SETS, A_SET * SETS + A_PAIR)
    make_all(&MADE_OF_PAIRS, &SUIT_PAIRS, A_SET * 7)
    hand, melds = hand_and_melds(hand, melds)
    judge._ask(hand, melds or None, wild, void, seen, question, counts)
    question.melds = len(melds)
    read_melds(melds, about)
    return melds


# ---------------------------------------------------------------- one hand

cdef class Reading:
    """The dearest reading of a won hand, as the kernel finds it; `mjcore.scoring.Score` says it."""

    cdef readonly object scoring
    cdef readonly object win
    cdef readonly object melds
    cdef readonly int total
    cdef readonly int kongs
    cdef readonly int roots
    cdef readonly int feature_bits
    cdef readonly bytes times
    cdef uint64_t chosen
    cdef int form
    cdef bytes naturals

    @property
    def decomposition(self):
        """The `Decomposition` that pays best, without the melds."""
        cdef int at, group, slot, first, kind
        parts = []
        pair = None
        naturals = list(self.naturals)
        for at in range(56, -8, -8):
            slot = self.chosen >> at & 255
            if slot == 0:
                continue
            slot -= 1
            group = slot // SLOTS
            slot %= SLOTS
            first = LEVELS * group + slot // 4
            kind = slot % 4
            if kind == 3 and self.form == 0:
                pair = first
            elif kind == 2:
                parts.append(HandSet(SetKind.CHOW, (first, first + 1, first + 2)))
            else:
                size, name = ((3, SetKind.PUNG), (4, SetKind.KONG), None, (2, SetKind.PAIR))[kind]
                parts.append(HandSet(name, (first,) * size))
        made = Decomposition(Form.SEVEN_PAIRS if self.form else Form.STANDARD, tuple(parts), pair)
        jokers = []
        for tile in made.tiles:
            if naturals[tile]:
                naturals[tile] -= 1
            else:
                jokers.append(tile)
        return made._replace(jokers=tuple(jokers))

    def _key(self):
        return (self.scoring, self.win, self.melds, self.total, self.kongs, self.roots, self.feature_bits, self.times,
                self.chosen, self.form, self.naturals)

    def __eq__(self, other):
        return self._key() == (<Reading>other)._key() if isinstance(other, Reading) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __reduce__(self):
        return _restored, (type(self), self._key())


def _restored(made, key):
    cdef Reading reading = made.__new__(made)
    (reading.scoring, reading.win, reading.melds, reading.total, reading.kongs, reading.roots, reading.feature_bits,
     reading.times, reading.chosen, reading.form, reading.naturals) = key
    return reading


def score(Judge judge, hand, won, melds, wild, object void, scoring, made):
    """The dearest reading as an object of the class ``made``; None when the hand does not win. ``won`` is a `Win`, or
    its tile."""
    cdef Win win = <Win>won if type(won) is Win else Win(won)
    cdef Table table = scoring.compiled
    cdef Question question
    cdef Melds about
    cdef Best best
    cdef uint8_t times[MOST_ROWS]
    cdef uint8_t counts[ROOM]
    cdef Reading reading
    cdef Space space
    cdef int fault
    melds = ask(judge, hand, melds, wild, void, None, &question, &about, counts)
    fault = fault_of(&judge.rule, &question, &about, counts, win.index, win.flags)
    if fault:
        raise HandError(_FAULTS[fault].format(tile="joker" if win.index < 0 else MPSZ[win.index]))
    space = table.take_space()
    if best_reading(&judge.rule, &question, &about, table, space, win.index, win.flags, &best):
        raise MemoryError
    table.space = space
    if best.total < 0:
        return None
    reading = made.__new__(made)
    reading.scoring = scoring
    reading.win = win
    reading.melds = melds
    reading.total = best.total
    reading.kongs = best.kongs
    reading.roots = best.roots
    reading.feature_bits = best.features
    fans_of(table, best.features, best.kongs, best.roots, times)
    reading.times = times[:table.n]
    reading.chosen = best.chosen
    reading.form = best.form
    reading.naturals = question.counts[:KINDS]
    return reading


def dearest_after(Judge judge, hand, melds, wild, object void, seen, scoring, discards):
    """For each tile and replacement number of `Judge.discards` (below 0: nothing can be reached) the most fans of the
    winning hands that are nearest then; -1: none."""
    cdef Question question
    cdef Melds about
    cdef uint8_t counts[ROOM]
    cdef uint8_t left[ROOM]
    cdef int kind, jokers, total, tile, away
    cdef Table table = scoring.compiled
    cdef Space space = Space()
    cdef Rule *rule = &judge.rule
    ask(judge, hand, melds, wild, void, seen, &question, &about, counts)
    memset(left, 0, ROOM)
    for kind in range(KINDS):
        if rule.naturals[kind]:
            left[kind] = question.caps[kind] - question.counts[kind]
    totals = []
    jokers = question.jokers
    for discarded, replacement_number in discards:
        away = replacement_number
        tile = KINDS if discarded is None else discarded
        question.jokers = jokers
        if tile == KINDS or rule.wild >> tile & 1:
            question.jokers -= 1
        else:
            question.counts[tile] -= 1
        total = -1
        if away >= 0:
            total = dearest(rule, &question, &about, table, space, left, question.jokers + away,
                            question.jokers + question.wild_left)
        if total == -2:
            raise MemoryError
        totals.append(total)
        if question.jokers == jokers:
            question.counts[tile] += 1
    return totals


# ---------------------------------------------------------------- many hands

cdef inline void place(const Rule *rule, Question *question, const uint8_t *counts) noexcept nogil:
    cdef int kind
    memcpy(question.counts, counts, KINDS)
    question.tiles = sum_of(counts, ~<uint64_t>0) + question.unnamed
    question.jokers = question.unnamed
    if rule.wild:
        for kind in range(KINDS):
            if rule.wild >> kind & 1:
                question.jokers += counts[kind]
                question.counts[kind] = 0


cdef class Rows:
    """Many hands and where their values go; `check` and `score` work on a slice without the GIL."""

    cdef Judge judge
    cdef Table table
    cdef Question around
    cdef Melds melds
    cdef uint32_t flags
    cdef const uint8_t[:, ::1] rows
    cdef const uint8_t[::1] tiles
    cdef uint8_t[::1] totals
    cdef uint16_t[::1] values

    def check(self, Py_ssize_t first, Py_ssize_t last):
        """The first row that no hand can be, or whose win cannot be true; -1: none."""
        cdef Question question = self.around
        cdef Rule *rule = &self.judge.rule
        cdef const uint8_t *counts
        cdef Py_ssize_t i
        cdef int kind, over
        with nogil:
            for i in range(first, last):
                counts = &self.rows[i, 0]
                over = 0
                for kind in range(KINDS):
                    over |= counts[kind] > question.room[kind]
                place(rule, &question, counts)
                if over or fault_of(rule, &question, &self.melds, counts, -1 if self.tiles[i] == NO_TILE
                                    else self.tiles[i], self.flags):
                    break
            else:
                i = -1
        return i

    def score(self, Py_ssize_t first, Py_ssize_t last):
        """Score rows that `check` has passed; false when there is no memory."""
        cdef Question question = self.around
        cdef Rule *rule = &self.judge.rule
        cdef Space space = Space()
        cdef Table table = self.table
        cdef Best best
        cdef Py_ssize_t i
        cdef int fans
        cdef bint failed = False
        with nogil:
            for i in range(first, last):
                place(rule, &question, &self.rows[i, 0])
                if best_reading(rule, &question, &self.melds, table, space, -1 if self.tiles[i] == NO_TILE
                                else self.tiles[i], self.flags, &best):
                    failed = True
                    break
                fans = best.total
                self.totals[i] = fans if fans > 0 else 0
                if fans > table.cap and table.cap >= 0:
                    fans = table.cap
                self.values[i] = 0 if fans < 0 else <uint16_t>1 << fans if fans < 16 else 0xffff
        return not failed

    cdef str fault(self, Py_ssize_t row):
        cdef int kind, tile = self.tiles[row], fault
        cdef Question question = self.around
        for kind in range(KINDS):
            if self.rows[row, kind] > question.room[kind]:
                return f"{MPSZ[kind]}: {self.rows[row, kind]} copies, at most {question.room[kind]} here"
        place(&self.judge.rule, &question, &self.rows[row, 0])
        fault = fault_of(&self.judge.rule, &question, &self.melds, &self.rows[row, 0], -1 if tile == NO_TILE else tile,
                         self.flags)
        return _FAULTS[fault].format(tile=MPSZ[tile] if tile < KINDS else "joker" if tile == NO_TILE else tile)


cdef object as_bytes(str name, object given, tuple shape):
    """A buffer of uint8 as a memoryview of that shape (None: any length)."""
    try:
        view = memoryview(given)
    except TypeError:
        raise TileCountError(f"{name} are a buffer of uint8, not {type(given).__name__}") from None
    except (BufferError, ValueError) as error:
        raise TileCountError(f"{name} that cannot be read: {error}") from None
    if view.format != "B" or not view.c_contiguous:
        gaps = "" if view.c_contiguous else ", not contiguous"
        raise TileCountError(f"{name} are C-contiguous uint8, not {view.format!r}{gaps}")
    if view.ndim == len(shape) and all([want in (None, have) for want, have in zip(shape, view.shape)]):
        return view
    if len(shape) == 2 and view.ndim == 1 and view.nbytes % KINDS == 0:
        return view.cast("B", (view.nbytes // KINDS, KINDS)) if view.nbytes else view
    raise TileCountError(f"{name} have the shape {shape}, not {view.shape}")


cdef object out_buffer(object given, str form, Py_ssize_t n):
    """The buffer to fill and return: the one given, checked, or a new NumPy array, without NumPy a memoryview."""
    if given is None:
        try:
            import numpy
        except ImportError:
            return memoryview(bytearray(n * (1 if form == "B" else 2))).cast(form)
        return numpy.empty(n, "uint8" if form == "B" else "uint16")
    try:
        view = memoryview(given)
    except (TypeError, BufferError, ValueError) as error:
        raise HandError(f"out: {error}") from None
    if view.format != form or view.shape != (n,) or view.readonly or not view.c_contiguous:
        raise HandError(f"out: a writable C-contiguous buffer of {n} items of format {form!r}")
    return given


def score_many(Judge judge, counts, tiles, out, threads, melds, wild, object void, tuple flags, scoring):
    """Total uint8[N] and value uint16[N]; ``flags`` are those of `Win`, for all rows."""
    cdef Rows rows = Rows()
    cdef uint8_t none[ROOM]
    memset(none, 0, ROOM)
    if out is None:
        out = (None, None)
    elif not isinstance(out, (tuple, list)) or len(out) != 2:
        raise HandError("out: two buffers, for total and value")
    view = as_bytes("counts", counts, (None, KINDS))
    n = view.nbytes // KINDS
    winning = as_bytes("tiles", tiles, (n,))
    outs = (out_buffer(out[0], "B", n), out_buffer(out[1], "H", n))
    rows.judge = judge
    rows.table = scoring.compiled
    rows.flags = win_flags(flags[0], flags[1], flags[2], flags[3], flags[4], flags[5])
    ask(judge, none[:KINDS], melds, wild, void, None, &rows.around, &rows.melds, none)
    if n == 0:
        return outs
    rows.rows = view
    rows.tiles = winning
    rows.totals = outs[0]
    rows.values = outs[1]
    bad = [row for row in _run(threads, n, rows.check) if row >= 0]
    if bad:
        raise TileCountError(f"row {bad[0]}: {rows.fault(bad[0])}")
    if not all(_run(threads, n, rows.score)):
        raise MemoryError
    return outs
