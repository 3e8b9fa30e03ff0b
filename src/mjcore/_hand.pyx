# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""A hand as a mutable object, and the one way in for hands of every other type.

`read_hand` turns whatever a caller gives as a hand (text, `Hand`, 34 counts in a sequence or buffer) into 34 checked
bytes; no other code reads hands.
"""

from cpython.buffer cimport PyObject_CheckBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.sequence cimport PySequence_Check
from libc.string cimport memcpy, memset

from operator import index as _index

from .errors import HandError, TileCountError, shown
from .notation import format_counts, format_text, parse_counts
from .tiles import MPSZ, tile_index


cdef object _copies(int kind, object count):
    if count < 0:
        return TileCountError(f"{MPSZ[kind]}: a count of {count}")
    return TileCountError(f"{MPSZ[kind]}: {count} copies, at most {COPIES}")


cdef int _put(object item, int kind, uint8_t *into) except -1:
    cdef int overflow = 0
    cdef long value
    if type(item) is not int:
        try:
            item = _index(item)
        except TypeError:
            raise TileCountError(f"{MPSZ[kind]}: a count is an int, not {type(item).__name__}") from None
    value = PyLong_AsLongAndOverflow(item, &overflow)
    if overflow or not 0 <= value <= COPIES:
        raise TileCountError(f"{MPSZ[kind]}: not a count from 0 to {COPIES}") if overflow else _copies(kind, value)
    into[kind] = <uint8_t>value
    return 0


cdef int _check(const uint8_t *counts) except -1:
    cdef int kind
    for kind in range(KINDS):
        if counts[kind] > COPIES:
            raise _copies(kind, counts[kind])
    return 0


# CPython keeps one object for each small int. Where those of 0 to 4 lie one behind the other, 2**SHIFT bytes apart, an
# item's address tells its value; SHIFT is 0 where they do not.
cdef object ZERO = 0
cdef int SHIFT = 0


cdef int _shift() noexcept:
    cdef int shift, value
    cdef object small
    for shift in range(4, 8):
        for value in range(5):
            small = value
            if <char *><void *>small - <char *><void *>ZERO != value << shift:
                break
        else:
            return shift
    return 0


SHIFT = _shift()


cdef bint quick_list(list counts, uint8_t *into) noexcept:
    """Write 34 counts where all are small ints as Python keeps them; false where a careful look is needed."""
    cdef int kind
    cdef size_t distance, others = 0
    if SHIFT == 0 or PyList_GET_SIZE(counts) != KINDS:
        return False
    for kind in range(KINDS):
        distance = <char *><void *>PyList_GET_ITEM(counts, kind) - <char *><void *>ZERO
        others |= distance > <size_t>4 << SHIFT
        into[kind] = <uint8_t>(distance >> SHIFT)
    return others == 0


cdef int _length(object length) except -1:
    if length != KINDS:
        raise TileCountError(f"counts of {KINDS} kinds, not {length}")
    return 0


cdef int read_counts(object counts, uint8_t *into) except -1:
    """Write 34 checked counts, from any sequence or buffer, and zeros up to ``ROOM``.

    :raises TileCountError: for another number of counts, a count that is no int from 0 to 4, or no counts at all.
    """
    cdef int kind
    memset(into, 0, ROOM)
    if type(counts) is list:
        _length(PyList_GET_SIZE(counts))
        for kind in range(KINDS):
            if PyList_GET_SIZE(counts) != KINDS:  # an item's __index__ may change the list
                raise TileCountError("the list of counts changed while it was read")
            _put(<object>PyList_GET_ITEM(counts, kind), kind, into)
        return 0
    if type(counts) is bytes:
        _length(PyBytes_GET_SIZE(counts))
        memcpy(into, PyBytes_AS_STRING(counts), KINDS)
        return _check(into)
    if PyObject_CheckBuffer(counts):
        return _read_buffer(counts, into)
    if not PySequence_Check(counts):
        raise TileCountError(f"a hand is text, a Hand or {KINDS} counts, not {type(counts).__name__}")
    _length(len(counts))
    kind = 0
    for item in counts:
        if kind == KINDS:
            _length(KINDS + 1)
        _put(item, kind, into)
        kind += 1
    return _length(kind)


cdef int _read_buffer(object counts, uint8_t *into) except -1:
    try:
        view = memoryview(counts)
    except (BufferError, ValueError) as error:
        raise TileCountError(f"counts that cannot be read: {error}") from None
    if view.ndim != 1:
        raise TileCountError(f"counts of one hand have one dimension, not {view.ndim}")
    _length(view.shape[0])
    try:
        items = view.tolist()
    except NotImplementedError:       # a format that memoryview does not know, as that of big-endian ints
        if not PySequence_Check(counts):
            raise TileCountError(f"counts of the format {view.format!r} cannot be read") from None
        items = list(counts)
    return read_counts(items, into)


cdef object read_hand(object hand, uint8_t *counts):
    """Write 34 checked counts and return the melds that the hand tells, or None.

    :raises NotationError: for text that is no hand.
    :raises TileCountError: for counts that no hand can have.
    """
    cdef Hand known
    if isinstance(hand, Hand):
        known = <Hand>hand
        memcpy(counts, known.tiles, ROOM)
        return known.melds
    if isinstance(hand, str):
        own, melds = parse_counts(hand)
        read_counts(own, counts)
        return melds
    read_counts(hand, counts)
    return None


cdef int _add(uint8_t *counts, const uint8_t *melded, object tile, int n) except -1:
    cdef int kind = tile_index(tile)
    if counts[kind] + melded[kind] + n > COPIES:
        raise _copies(kind, counts[kind] + melded[kind] + n)
    if counts[kind] + n < 0:
        raise TileCountError(f"{MPSZ[kind]}: {counts[kind]} in the hand, cannot remove {-n}")
    counts[kind] = <uint8_t>(counts[kind] + n)
    return 0


cdef int _number(object n) except -1:
    if type(n) is not int or not 0 <= n <= COPIES:
        raise TileCountError(f"a number of tiles is an int from 0 to {COPIES}, not {shown(n)}")
    return n


cdef class Hand:
    """A mutable hand: how many of each kind, and the melds beside it where they are told.

    :param hand: text in any notation, another hand, or 34 counts; nothing for an empty hand.
    :param melds: an iterable of `Meld`; None: not told.
    :raises HandError: for text that is no hand and for counts that no hand can have; the hand is then not made, and a
        method that raises leaves the hand as it was.

    >>> hand = Hand("123m406p11z")
    >>> hand.add("1z"), len(hand), hand.count("1z"), "0p" in hand
    (None, 9, 3, True)
    >>> str(hand), format(hand, "chinese")
    ('123m456p111z', '一万二万三万四筒五筒六筒东东东')
    """

    __hash__ = None

    def __cinit__(self):
        memset(self.tiles, 0, ROOM)
        self.total = 0
        self.melds = None

    def __init__(self, hand=None, melds=None):
        cdef uint8_t counts[ROOM]
        cdef uint8_t melded[ROOM]
        cdef int kind, total = 0
        memset(counts, 0, ROOM)
        told = None
        if hand is not None:
            told = read_hand(hand, counts)
        if melds is not None:
            if told is not None:
                raise HandError("melds are told twice: in the hand and beside it")
            told = told_melds(melds)
        _melded(told, melded)
        for kind in range(KINDS):
            total += counts[kind]
            if counts[kind] + melded[kind] > COPIES:
                raise _copies(kind, counts[kind] + melded[kind])
        memcpy(self.tiles, counts, ROOM)
        self.total = total
        self.melds = told

    @classmethod
    def from_tiles(cls, tiles):
        """The hand of these tiles, each an index or text.

        >>> Hand.from_tiles([0, 4, 4])
        Hand('155m')
        """
        hand = cls()
        hand.update(tiles)
        return hand

    def add(self, tile, n=1):
        """Add ``n`` copies of a tile. :raises TileCountError: for a fifth copy (melds counted)."""
        self._change(tile, _number(n))

    def remove(self, tile, n=1):
        """Remove ``n`` copies of a tile. :raises TileCountError: when fewer are there."""
        self._change(tile, -_number(n))

    cdef int _change(self, object tile, int n) except -1:
        cdef uint8_t melded[ROOM]
        _melded(self.melds, melded)
        _add(self.tiles, melded, tile, n)
        self.total += n
        return 0

    def update(self, tiles):
        """Add all of these tiles, or none: an iterable of indexes and text, or one text of many tiles."""
        cdef uint8_t counts[ROOM]
        cdef uint8_t melded[ROOM]
        cdef uint8_t more[ROOM]
        cdef int kind
        memcpy(counts, self.tiles, ROOM)
        _melded(self.melds, melded)
        if isinstance(tiles, str):
            if read_hand(tiles, more) is not None:
                raise HandError("tiles to add hold no melds")
            for kind in range(KINDS):
                _add(counts, melded, kind, more[kind])
        else:
            try:
                each = iter(tiles)
            except TypeError:
                raise HandError(f"tiles are text or an iterable, not {type(tiles).__name__}") from None
            for tile in each:
                _add(counts, melded, tile, 1)
        memcpy(self.tiles, counts, ROOM)
        self.total = 0                      # what an iterator did to the hand meanwhile is undone
        for kind in range(KINDS):
            self.total += counts[kind]

    def count(self, tile):
        """How many copies of a tile are in the hand."""
        cdef int kind = tile_index(tile)
        return self.tiles[kind]

    @property
    def counts(self):
        """The 34 counts as bytes."""
        return self.tiles[:KINDS]

    def copy(self):
        """Another hand of the same tiles and melds."""
        return self.__copy__()

    def __copy__(self):
        cdef Hand other = Hand.__new__(type(self))
        memcpy(other.tiles, self.tiles, ROOM)
        other.total = self.total
        other.melds = self.melds
        return other

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __contains__(self, tile):
        try:
            return self.count(tile) > 0
        except HandError:
            return False

    def __len__(self):
        return self.total

    def __bool__(self):
        return self.total > 0 or bool(self.melds)

    def __iter__(self):
        cdef int kind
        return iter([kind for kind in range(KINDS) for _ in range(self.tiles[kind])])

    def __eq__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        return self.counts == (<Hand>other).counts and self.melds == (<Hand>other).melds

    def __reduce__(self):
        return type(self), (self.counts, self.melds)

    def __str__(self):
        return format_text(self.counts, self.melds)

    def __format__(self, notation):
        return format_text(self.counts, self.melds, notation or "mpsz")

    def __repr__(self):
        if not self:
            return "Hand()" if self.melds is None else "Hand(melds=())"
        if not self.total or self.melds == ():
            text = f"{str(format_text(self.counts))!r}, " if self.total else ""
            return f"Hand({text}melds={self.melds!r})"
        return f"Hand({str(self)!r})"


cdef tuple told_melds(object melds):
    """Melds that a caller tells, each a `Meld` or its text, as a tuple of `Meld`. :raises HandError: for anything
    else."""
    from .results import Meld

    if isinstance(melds, (str, Meld)):
        raise HandError(f"melds are an iterable of Meld, not {type(melds).__name__}")
    try:
        found = tuple(melds)
    except TypeError:
        raise HandError(f"melds are an iterable of Meld, not {type(melds).__name__}") from None
    return tuple([meld if type(meld) is Meld else Meld.from_text(meld) for meld in found])


cdef int _melded(object melds, uint8_t *counts) except -1:
    cdef int kind
    memset(counts, 0, ROOM)
    if melds is not None:
        for meld in melds:
            for tile in meld.tiles:
                kind = tile_index(tile)
                counts[kind] += 1
                if counts[kind] > COPIES:
                    raise _copies(kind, counts[kind])
    return 0
