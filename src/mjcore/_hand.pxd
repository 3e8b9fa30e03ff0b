"""`Hand` and how counts are read: see ``_hand.pyx``."""

from libc.stdint cimport uint8_t

cdef enum:
    KINDS = 34
    COPIES = 4
    ROOM = 40     # counts are kept in 40 bytes, the last six zero, so that groups of nine can be read


cdef class Hand:
    cdef uint8_t tiles[ROOM]
    cdef int total
    cdef readonly object melds

    cdef int _change(self, object tile, int n) except -1


cdef object read_hand(object hand, uint8_t *counts)
cdef bint quick_list(list counts, uint8_t *into) noexcept
cdef int read_counts(object counts, uint8_t *into) except -1
cdef tuple told_melds(object melds)
