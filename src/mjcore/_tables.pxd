"""The groups of kinds as automata: see ``_tables.pyx``."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    BEST = 255        # a vector's lane where nothing is missing
    INFINITE = 192    # more missing tiles than any target has
    GROUPS = 4        # three suits and the honours
    LEVELS = 9        # kinds of a group; the honours' last two do not exist
    SMALL = 8         # lanes of a vector's row for hands of up to seven sets
    LARGE = 48        # for hands of up to 44 sets
    SMALL_SETS = 5    # the most sets that tables serve
    MOST_OPEN = 117   # open states of a level: the winds' are the most
    BLOCKS = 128      # from one state's row to the next; a row has 125 entries
    KONG_LANES = 28   # sets of a group, and one: each kind begins two chows and a pung at most

cdef struct Move:
    # One choice of chows at one kind, from an open state to the next.
    uint8_t source
    uint8_t target
    uint8_t tiles     # of this kind, for chows begun here or before
    uint8_t sets      # chows begun here

cdef struct Kind:
    const Move *moves  # in order of tiles
    int n_moves
    int n_open         # open states after this kind
    bint exists        # in the tile set
    bint natural       # a natural tile can be of it (no joker's kind)
    bint pair          # may be the pair

cdef struct Group:
    bint chows         # a suit
    bint lone          # no chows at all
    Kind kinds[LEVELS]

cdef struct Automaton:
    # From nine counts to a class in three look-ups. Five alike (a draw that `draw_classes` tries) make a block number
    # of up to 149: the entry then is of no meaning, but there is one in each table, and it is a state.
    uint16_t first[2 * BLOCKS]
    uint16_t *second
    uint16_t *third

cdef struct Gone:
    # The same look-ups of a block where one copy is gone: of its first, second or third kind.
    uint16_t first[3][2 * BLOCKS]
    uint16_t *second[3]
    uint16_t *third[3]

cdef struct Planes:
    # Counts as binary numbers, a bit a kind.
    uint64_t ones
    uint64_t twos
    uint64_t fours

cdef struct ClassTable:
    Automaton automata[GROUPS]
    Gone gone[GROUPS]
    int sets
    int n             # number of classes
    int empty         # the class of a group that the target leaves out
    uint16_t *joined  # n * n: the class of two groups together
    uint8_t *missing  # (sets + 1) * n * n: tiles missing of two groups together for that many sets and a pair
    uint8_t *vectors  # n * 2 * SMALL


cdef enum Code:
    # What `fit_at` says of a group's tiles: added up over the groups they are ONE_PAIR for sets and one pair.
    ONLY_SETS = 0
    ONE_PAIR = 1
    NO_FIT = 16

cdef enum Field:
    # The fields of a sum of `tallies`, each a byte: how many ...
    TILES = 0
    PAIRED = 8          # kinds of at least two
    FOURS = 16          # kinds of four
    ODD = 24            # kinds of one or three
    SINGLES = 32        # kinds of one
    ORPHANS = 40        # terminals and honours there are
    ORPHAN_PAIRS = 48   # of these at least twice


cdef class Covers:
    # Two automata a group. `fits` knows whether its tiles are exactly sets, or sets and a pair. `automata` knows the
    # fewest sets that hold its tiles: the low byte of the last entry is 0 (no pair can be here), 1 (a pair, no set
    # saved) or 2 (the pair saves a set); the high bytes of the three entries add up to the sets that the group needs
    # without a pair.
    cdef Automaton fits[GROUPS]
    cdef Automaton automata[GROUPS]
    cdef object __weakref__


cdef class Classes:
    # One automaton a group, to the classes that `table.joined` joins.
    cdef ClassTable table
    cdef object __weakref__


cdef int make_group(Group *group, bint chows, bint runs, int exists, int naturals, int pairs) except -1
cdef void group_needs(const Group *group, const uint8_t *counts, const uint8_t *caps, int most_over, int row,
                      uint8_t *work, uint8_t *vector) noexcept nogil
cdef void kong_covers(const Group *group, const uint8_t *counts, uint32_t[2][KONG_LANES] covers) noexcept nogil
cdef void join(const uint8_t *one, const uint8_t *two, uint8_t *both) noexcept nogil
cdef size_t work_size(int most_over, int row) noexcept nogil
cdef const uint64_t *tally_table() noexcept nogil
cdef Covers covers_of(const Group *groups)
cdef Classes classes_of(const Group *groups, int sets, bint fifth_copies)
cdef Classes gone_classes_of(const Group *groups, int sets, Classes known)


cdef inline uint64_t load8(const uint8_t *p) noexcept nogil:
    # Little-endian whatever the machine; compilers make one load of it.
    return (<uint64_t>p[0] | <uint64_t>p[1] << 8 | <uint64_t>p[2] << 16 | <uint64_t>p[3] << 24
            | <uint64_t>p[4] << 32 | <uint64_t>p[5] << 40 | <uint64_t>p[6] << 48 | <uint64_t>p[7] << 56)


cdef inline void suit_blocks(const uint8_t *suit, unsigned int *blocks) noexcept nogil:
    # Byte i of the product is 25 w[i] + 5 w[i-1] + w[i-2], at most 124, so nothing carries: a block of three counts is
    # a byte. Of each count three bits are taken: a batch may be written to while it is read, and then a block is still
    # below 2 * BLOCKS, of which there are rows behind every state.
    cdef uint64_t product = (load8(suit + 1) & <uint64_t>0x0707070707070707) * <uint64_t>0x010519
    blocks[0] = <unsigned int>((product >> 8) & 0xff) + (suit[0] & 7)
    blocks[1] = <unsigned int>((product >> 32) & 0xff)
    blocks[2] = <unsigned int>(product >> 56)


cdef inline void honor_blocks(const uint8_t *counts, unsigned int *blocks) noexcept nogil:
    # The same over the eight bytes that end with the seven honours; counts is the whole hand.
    cdef uint64_t product = (load8(counts + 26) & <uint64_t>0x0707070707070707) * <uint64_t>0x010519
    blocks[0] = <unsigned int>((product >> 24) & 0xff)
    blocks[1] = <unsigned int>((product >> 48) & 0xff)
    blocks[2] = counts[33] & 7


cdef inline void blocks_at(const uint8_t *counts, unsigned int *blocks) noexcept nogil:
    suit_blocks(counts, blocks)
    suit_blocks(counts + LEVELS, blocks + 3)
    suit_blocks(counts + 2 * LEVELS, blocks + 6)
    honor_blocks(counts, blocks + 9)


cdef struct Steps:
    # The three look-ups of an automaton, block by block.
    const uint16_t *first
    const uint16_t *second
    const uint16_t *third


cdef inline Steps steps_of(const Automaton *automaton) noexcept nogil:
    cdef Steps steps
    steps.first = <const uint16_t *>&automaton.first[0]
    steps.second = automaton.second
    steps.third = automaton.third
    return steps


cdef inline Steps gone_steps(const ClassTable *table, int group, int level) noexcept nogil:
    # Where a copy of one kind of the group is gone.
    cdef Steps steps = steps_of(&table.automata[group])
    cdef const Gone *gone = &table.gone[group]
    if level < 3:
        steps.first = <const uint16_t *>&gone.first[level][0]
    elif level < 6:
        steps.second = gone.second[level - 3]
    else:
        steps.third = gone.third[level - 6]
    return steps


cdef inline int class_in(Steps steps, const unsigned int *blocks) noexcept nogil:
    return steps.third[steps.second[steps.first[blocks[0]] * BLOCKS + blocks[1]] * BLOCKS + blocks[2]]


cdef inline int class_at(const Automaton *automaton, const unsigned int *blocks) noexcept nogil:
    return class_in(steps_of(automaton), blocks)


cdef inline Planes planes_of(const uint8_t *counts) noexcept nogil:
    # Of 34 counts up to 4. The lowest bit of each byte of a word, put together in the highest byte.
    cdef Planes planes
    cdef uint64_t word, lowest = 0x0101010101010101, together = 0x0102040810204080
    cdef int i, at
    planes.ones = planes.twos = planes.fours = 0
    for i in range(5):
        at = 8 * i if i < 4 else 26
        word = load8(counts + at)
        planes.ones |= ((word & lowest) * together >> 56) << at
        planes.twos |= ((word >> 1 & lowest) * together >> 56) << at
        planes.fours |= ((word >> 2 & lowest) * together >> 56) << at
    return planes


cdef inline int bit_count(uint64_t bits) noexcept nogil:
    bits -= bits >> 1 & <uint64_t>0x5555555555555555
    bits = (bits & <uint64_t>0x3333333333333333) + (bits >> 2 & <uint64_t>0x3333333333333333)
    bits = (bits + (bits >> 4)) & <uint64_t>0x0f0f0f0f0f0f0f0f
    return <int>(bits * <uint64_t>0x0101010101010101 >> 56)


cdef inline uint64_t any_of(const Planes *planes) noexcept nogil:
    # The kinds whose count is not 0.
    return planes.ones | planes.twos | planes.fours


cdef inline int sum_in(const Planes *planes, uint64_t kinds) noexcept nogil:
    # The sum of the counts of some kinds.
    return bit_count(planes.ones & kinds) + 2 * bit_count(planes.twos & kinds) + 4 * bit_count(planes.fours & kinds)


cdef inline int fit_at(const Automaton *automaton, const unsigned int *blocks) noexcept nogil:
    # The entries of these tables are states times BLOCKS already.
    return automaton.third[automaton.second[automaton.first[blocks[0]] + blocks[1]] + blocks[2]]


cdef inline uint64_t tally_of(const uint64_t *tallies, const unsigned int *blocks) noexcept nogil:
    # Of the whole hand: places of three suits, and three times the honours'.
    return (tallies[blocks[0]] + tallies[BLOCKS + blocks[1]] + tallies[2 * BLOCKS + blocks[2]]
            + tallies[blocks[3]] + tallies[BLOCKS + blocks[4]] + tallies[2 * BLOCKS + blocks[5]]
            + tallies[blocks[6]] + tallies[BLOCKS + blocks[7]] + tallies[2 * BLOCKS + blocks[8]]
            + tallies[3 * BLOCKS + blocks[9]] + tallies[3 * BLOCKS + blocks[10]] + tallies[3 * BLOCKS + blocks[11]])


cdef inline int cover_at(const Automaton *automaton, const unsigned int *blocks) noexcept nogil:
    # The last entry, its high byte the sum of all three.
    cdef int one = automaton.first[blocks[0]]
    cdef int two = automaton.second[(one & 0xff) * BLOCKS + blocks[1]]
    cdef int three = automaton.third[(two & 0xff) * BLOCKS + blocks[2]]
    return three + (one & 0xff00) + (two & 0xff00)
