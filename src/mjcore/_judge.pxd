"""The kernel for other Cython code: ``from mjcore._judge cimport Judge``. See ``_judge.pyx``."""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from ._distance cimport Question, Rule
from ._hand cimport ROOM
from ._tables cimport Classes, Covers

cdef enum:
    MOST_SHAPES = 144
    DEEPEST = 64      # shapes of the largest target, and room

cdef enum ShapeKind:
    PAIR              # the pair beside the sets; of thirteen orphans its second tile
    CHOW
    PUNG
    KONG
    PAIR_SET          # one of seven pairs
    SINGLE            # a tile that stands alone

cdef struct Shape:
    # A part of a target.
    uint8_t kind
    uint8_t size
    uint8_t tiles[4]  # in order
    uint8_t most      # how often it can stand in a target; 0: any number of times
    bint counted      # of these the target has a given number (kongs; the pung beside seven pairs)

cdef struct Shapes:
    int n
    Shape shapes[MOST_SHAPES]  # in order of their first tile
    int start[ROOM]            # the first shape that begins at each kind or after it

cdef struct Walk:
    # Where the recursion stands.
    const Shapes *shapes
    int8_t rest[ROOM]          # naturals not yet held; below 0: what jokers stand for
    int naturals               # sum of the rests above 0
    int jokers
    int sets                   # still to make, the counted ones included
    int counted
    bint pair                  # still to make
    uint64_t pairs             # kinds that may be the pair
    int max_suits
    int suits                  # used so far, melds included
    int closed                 # suits that may not be used
    bint any                   # stop at the first target, and do not spell out what only jokers make
    int depth
    uint8_t chosen[DEEPEST]
    int resume                 # how many of `chosen` are a target to go on after; 0: from the start
    uint8_t *found             # targets as rows of DEEPEST shapes, ended by MOST_SHAPES
    int n_found
    int most_found
    int last                   # how many of `chosen` the last target is


cdef struct Looks:
    # What a won hand without jokers looks like, for rules of sets and a pair, seven pairs and thirteen orphans.
    bint enough                # they tell all of hands of so few tiles: no jokers, no other form, no kongs
    unsigned int most_tiles    # of a hand without kongs
    int suits                  # bit s: the suits whose bits s has may be held together
    int fit                    # what the groups' fits add up to; -1: never
    uint64_t pairs_mask        # the tally of seven pairs: these bits ...
    uint64_t pairs             # ... are these
    uint64_t orphans_mask
    uint64_t orphans


cdef class Judge:
    cdef readonly object rules
    cdef Rule rule
    cdef Question plain        # a question with nothing told
    cdef Shapes shapes         # the standard form's
    cdef Covers covers         # of rule.groups
    cdef Covers free_covers    # of rule.free
    cdef Classes exact         # what the rule points into
    cdef Classes free_exact
    cdef Classes gone
    cdef Classes fifth
    cdef Classes free_fifth
    cdef bint quick            # plain questions are quick_distance's
    cdef Looks looks

    cpdef int prepare(self) except -1
    cdef int _prepare(self, bint jokers, bint discards) except -1
    cdef bint wins(self, const uint8_t *counts) noexcept nogil
    cdef int replacement_number(self, const uint8_t *counts) noexcept nogil
    cdef object _ask(self, object hand, object melds, object wild, object void, object seen, Question *question,
                     uint8_t *counts)
    cdef int _ask_distance(self, object hand, object melds, object wild, object void, object seen, int residue,
                           Question *question, uint8_t *counts) except -1
    cdef object _walk(self, Question *question)
    cdef object _ukeire(self, object hand, object melds, object wild, object void, object seen)
    cdef tuple _many(self, int task, object counts, tuple outs, object threads, object wild, object void, object seen)
    cdef int _bad_row(self, int task, const Question *around, const uint8_t[:, ::1] rows, Py_ssize_t row) except -1


cdef bint walk(Walk *at, int shape, int kind) noexcept nogil
