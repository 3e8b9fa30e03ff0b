"""What a hand is worth, for other Cython code: see ``_score.pyx``."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from ._distance cimport Question, Rule

cdef enum:
    MOST_ROWS = 32

cdef enum:                     # features of a reading, bits of a word; `mjcore.scoring.Feature` names them
    STANDARD_FORM = 1 << 0
    PAIRS_FORM = 1 << 1
    FULL_FLUSH = 1 << 2
    GOLDEN_WAIT = 1 << 3
    CONCEALED = 1 << 4
    SELF_DRAWN = 1 << 5
    AFTER_KONG = 1 << 6
    ROBBING_KONG = 1 << 7
    LAST_TILE = 1 << 8
    FIRST_TURN = 1 << 9
    DEALER = 1 << 10
    ROOTED = 1 << 11
    ALL_PUNGS = 1 << 12        # from here on: held when every part has it
    ALL_TERMINAL = 1 << 13
    ALL_258 = 1 << 14
    ALL_MIDDLE = 1 << 15
    STRAIGHT = 1 << 16         # from here on: held when one suit has it
    MIDDLE_FIVE = 1 << 17

cdef enum Per:                 # how often a row counts
    ONCE
    PER_KONG
    PER_ROOT

cdef struct Row:
    # A combination, compiled.
    uint32_t asks              # features that it looks at
    uint32_t needs             # and which of these a reading must have; the others it must not
    uint32_t excludes          # rows that do not count beside it
    uint32_t includes          # rows that count once less beside it
    uint8_t per
    uint8_t fans


cdef struct Entry:
    uint64_t key               # what is alike for the table: see `_score.pyx`
    uint64_t chosen            # the parts, a byte each, the first one highest

cdef struct List:
    # Different entries; of those with one key the one that comes first.
    Entry *entries
    uint32_t *slots            # where each key stands, plus 1
    int n
    int room
    bint hashed
    bint failed                # no memory for more


cdef struct Fans:
    uint32_t asked             # features, kongs and roots
    int total

cdef class Space:
    # Three lists: a suit's entries, and those of the suits so far, before and after it. And fans counted before, of one
    # table.
    cdef List lists[3]
    cdef Fans kept[256]


cdef class Table:
    cdef Row rows[MOST_ROWS]
    cdef int n
    cdef int cap               # -1: none
    cdef uint32_t asked        # features of parts that some row asks about
    cdef uint32_t excluders    # rows that exclude or include others
    cdef Space space

    cdef Space take_space(self)


cdef struct Best:
    # The dearest reading.
    int total                  # fans; -1: there is no reading
    uint64_t chosen
    uint32_t features
    uint8_t form               # of `Form`
    uint8_t kongs
    uint8_t roots

cdef struct Melds:
    # The melds beside the hand, as the scorer looks at them.
    int n
    int kongs
    uint32_t features          # CONCEALED and what all parts must have
    uint64_t copies[4]         # outside kongs, of each group: see `Part`
    uint64_t sets[4]
    uint32_t runs[4]
    int suits


cdef int best_reading(const Rule *rule, const Question *question, const Melds *melds, Table table, Space space,
                      int tile, uint32_t flags, Best *best) noexcept nogil
cdef int dearest(const Rule *rule, const Question *question, const Melds *melds, Table table, Space space,
                 const uint8_t *left, int missing, int over) noexcept nogil
