"""How far a hand is from winning: see ``_distance.pyx``."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from ._hand cimport ROOM
from ._tables cimport GROUPS, ClassTable, Group

cdef enum:
    UNREACHABLE_SHANTEN = 127
    NONE = 1000          # more than any distance: no winning hand can be reached
    MOST_MASKS = 3
    ALL_SUITS = 7

cdef enum:               # bits of Rule.forms: 1 << Form
    STANDARD = 1
    SEVEN_PAIRS = 2
    THIRTEEN_ORPHANS = 4
    KNITTED_STRAIGHT = 8
    HONORS_AND_KNITTED = 16
    SEVEN_PAIRS_AND_PUNG = 32

cdef struct Rule:
    # `Rules`, compiled.
    uint8_t limits[ROOM]     # copies in the tile set, jokers' kinds included
    uint8_t naturals[ROOM]   # the same, 0 of jokers' kinds
    uint64_t kinds           # bit t: kind t is in the tile set
    uint64_t wild            # bit t: kind t is a joker
    int n_wild
    int sets                 # 0: any number
    int forms
    bint quads_as_pairs
    int max_suits
    bint hand_kongs
    bint melded_chows
    bint honor_runs
    uint64_t pairs           # bit t: kind t may be the standard form's pair
    Group groups[GROUPS]     # the standard form's
    Group free[GROUPS]       # the same, any pair allowed: what stands beside a knitted straight
    bint usual               # any pair, no chows of honours
    const uint64_t *tallies
    const ClassTable *exact       # tables of `groups`, for four copies at most; NULL: not made yet, or too many sets
    const ClassTable *gone        # the same where one copy may be gone, numbered alike; for discards
    const ClassTable *fifth       # the same for any number alike
    const ClassTable *free_exact  # tables of `free`
    const ClassTable *free_fifth

cdef struct Question:
    # One hand and what stands around it.
    uint8_t counts[ROOM]     # naturals: the hand's tiles that are no jokers
    uint8_t room[ROOM]       # copies that a hand may hold: those in the tile set but for melds and seen
    uint8_t caps[ROOM]       # the same of naturals, 0 of jokers' kinds: what a target may hold without jokers
    bint short               # some cap is below the tile set's
    bint bounded             # and that may matter to the standard form
    int unnamed              # jokers beside the counts
    int melds                # how many are told; -1: not told
    int melded_suits
    uint64_t wild_drawable   # the jokers' kinds of which a copy is left
    int tiles                # of the hand, jokers included
    int jokers
    int wild_left            # jokers left to draw
    int sets                 # that the hand has to make
    bint whole               # no melds: forms of one size may be asked
    int n_masks              # the choices of suits for the target, as bits
    int masks[MOST_MASKS]

cdef int KNITTED[6][9]          # the nine knitted tiles in their six ways
cdef uint64_t KNITTED_KINDS[6]  # the same as bits

cdef bint all_suits(const Question *question) noexcept nogil
cdef int form_distance(const Rule *rule, const Question *question, int form, uint8_t *work) noexcept nogil
cdef int distance(const Rule *rule, const Question *question, uint8_t *work) noexcept nogil
cdef bint is_quick(const Rule *rule, const Question *around) noexcept nogil
cdef int quick_distance(const Rule *rule, const uint8_t *counts, bint whole) noexcept nogil
cdef void ukeire(const Rule *rule, Question *question, int8_t *shanten, uint64_t *tiles, uint8_t *count,
                 uint8_t *work) noexcept nogil
cdef void all_discards(const Rule *rule, Question *question, uint64_t allowed, int8_t *shanten, uint64_t *tiles,
                       uint8_t *count, uint8_t *work) noexcept nogil
cdef size_t distance_work(const Rule *rule, int jokers, int sets) noexcept nogil


cdef inline uint64_t kinds_in(int mask) noexcept nogil:
    # The kinds of the suits of a mask, and the honours.
    return <uint64_t>0x3f8000000 | <uint64_t>0x1ff * (mask & 1 | (mask & 2) << 8 | (mask & 4) << 16)
