"""Sixteen bytes at once, and the lowest bit of a word: see ``lanes.h``."""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from "lanes.h" nogil:
    ctypedef int lanes      # not an int: sixteen bytes
    lanes lanes_load(const uint8_t *p)
    void lanes_store(uint8_t *p, lanes v)
    lanes lanes_zero()
    lanes lanes_all(int n)
    lanes lanes_max(lanes a, lanes b)
    lanes lanes_less(lanes v, lanes n)
    lanes lanes_or(lanes a, lanes b)
    lanes lanes_up(lanes v, int n)
    lanes lanes_next_row(lanes v)
    bint lanes_any(lanes v)
    int lanes_sum(lanes v)
    int lowest_bit(uint64_t bits)
