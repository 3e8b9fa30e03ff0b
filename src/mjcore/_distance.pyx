# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How far a hand is from winning, form by form.

Each form answers one question: the fewest tiles that must be exchanged until some target of the form holds the hand
(the replacement number, `NONE` where no target can be reached). What is missing of a target is filled by the jokers in
hand, then drawn; of a kind of which no natural copy is left, only jokers can fill, those in hand and those left to
draw (`most_over`). `docs/meaning.md` has the definition.
"""

from libc.string cimport memcpy, memset

from ._hand cimport KINDS
from ._tables cimport (
    INFINITE, LARGE, LEVELS, SMALL, SMALL_SETS, class_at, group_needs, honor_blocks, load8, suit_blocks, work_size
)

cdef enum:
    HONORS_BIT = 8       # of a mask: the honours, always allowed
    SIZE = LEVELS        # kinds from one group's start to the next


cdef inline int most_over(const Question *question) noexcept nogil:
    # More jokers than the target has tiles are no use.
    cdef int jokers = question.jokers + question.wild_left
    return min(jokers, 3 * question.sets + 2)


cdef inline bint allows(int mask, int group) noexcept nogil:
    return (mask | HONORS_BIT) >> group & 1


# ---------------------------------------------------------------- standard form

cdef inline void classes_at(const ClassTable *table, const uint8_t *counts, int *classes) noexcept nogil:
    cdef int blocks[3]
    cdef int group
    for group in range(3):
        suit_blocks(counts + SIZE * group, blocks)
        classes[group] = class_at(&table.automata[group], blocks)
    honor_blocks(counts, blocks)
    classes[3] = class_at(&table.automata[3], blocks)


cdef inline int joined_needs(const ClassTable *table, const int *classes, int mask, int sets) noexcept nogil:
    cdef int n = table.n
    cdef int one = table.joined[(classes[0] if mask & 1 else table.empty) * n + (classes[1] if mask & 2 else table.empty)]
    cdef int two = table.joined[(classes[2] if mask & 4 else table.empty) * n + classes[3]]
    return table.needs[sets * n + table.joined[one * n + two]]


cdef int table_missing(const ClassTable *table, const Question *question, int sets) noexcept nogil:
    cdef int classes[GROUPS]
    cdef int i, missing, best = INFINITE
    classes_at(table, question.counts, classes)
    for i in range(question.n_masks):
        missing = joined_needs(table, classes, question.masks[i], sets)
        best = min(best, missing)
    return best


cdef void join(uint8_t *needs, const uint8_t *more, int over, int lanes, int sets) noexcept nogil:
    # needs = the needs of both groups together, for 0 to `over` jokers beyond the caps.
    cdef uint8_t one[2 * LARGE]
    cdef int row = 2 * lanes
    cdef int o, other, p, q, i, j, value, missing
    for o in range(over, -1, -1):     # downwards: rows above are no longer read
        memset(one, INFINITE, row)
        for other in range(o + 1):
            for p in range(2):
                for q in range(2 - p):
                    for i in range(sets + 1):
                        missing = needs[other * row + p * lanes + i]
                        if missing >= INFINITE:
                            continue
                        for j in range(sets + 1 - i):
                            value = missing + more[(o - other) * row + q * lanes + j]
                            if value < one[(p + q) * lanes + i + j]:
                                one[(p + q) * lanes + i + j] = <uint8_t>value
        memcpy(needs + o * row, one, row)


cdef int direct_missing(const Group *groups, const ClassTable *table, const Question *question, int sets, int over,
                        uint8_t *work) noexcept nogil:
    """The missing tiles of the standard form with bounds, straight from the counts.

    A group none of whose caps is lowered is read from ``table``, where there is one and no joker goes beyond a cap.
    """
    cdef int lanes = SMALL if sets <= SMALL_SETS else LARGE
    cdef int row = 2 * lanes
    cdef int size = (over + 1) * row
    cdef uint8_t small[(GROUPS + 1) * 2 * SMALL]
    cdef uint8_t small_work[3 * 1024 * 2]
    cdef uint8_t *needs
    cdef uint8_t *total
    cdef int classes[GROUPS]
    cdef int group, level, i, best = INFINITE
    cdef bint touched
    if lanes == SMALL and over == 0:
        needs = small
        work = small_work
    else:
        needs = work
        work = work + (GROUPS + 1) * size
    total = needs + GROUPS * size
    if table != NULL and over == 0:
        classes_at(table, question.counts, classes)
    for group in range(GROUPS):
        touched = table == NULL or over > 0
        if not touched:
            for level in range(LEVELS):
                if groups[group].kinds[level].natural and question.caps[SIZE * group + level] != 4:
                    touched = True
        if touched:
            group_needs(&groups[group], question.counts + SIZE * group, question.caps + SIZE * group, over, lanes,
                        work, needs + group * size)
        else:
            memcpy(needs + group * size, table.vectors + classes[group] * row, row)
    for i in range(question.n_masks):
        memcpy(total, needs + 3 * size, size)
        for group in range(3):
            if allows(question.masks[i], group):
                join(total, needs + group * size, over, lanes, sets)
        best = min(best, <int>total[over * row + lanes + sets])
    return best


cdef int standard_missing(const Group *groups, const ClassTable *exact, const ClassTable *fifth, const Question *question,
                          int sets, int over, uint8_t *work) noexcept nogil:
    cdef int best
    if exact == NULL or sets > exact.sets:
        return direct_missing(groups, NULL, question, sets, over, work)
    if question.dead:
        best = direct_missing(groups, exact, question, sets, 0, work)
    else:
        best = table_missing(exact, question, sets)
    # Jokers matter beyond filling only where they let a target hold what no natural copy can fill: look at what it would
    # gain if there were no bounds at all, and count them only then.
    if over > 0 and table_missing(fifth, question, sets) < best:
        best = direct_missing(groups, NULL, question, sets, over, work)
    return best


# ---------------------------------------------------------------- pairs

cdef struct Pairs:
    # How many pairs can be had for 0, 1 or 2 missing tiles, by the jokers that they need beyond the caps.
    int found[3][3]


cdef inline void count_pairs(Pairs *pairs, int count, int cap, bint quads, int n) noexcept nogil:
    # Add (or with n = -1 take out) the pairs of one kind. A second pair never misses less than the first.
    cdef int pair, missing, over
    for pair in range(2 if quads else 1):
        missing = max(0, 2 * pair + 2 - count) - max(0, 2 * pair - count)
        over = max(0, 2 * pair + 2 - cap) - max(0, 2 * pair - cap)
        pairs.found[missing][over] += n


cdef int cheapest(const Pairs *pairs, int wanted) noexcept nogil:
    # Missing tiles of that many pairs, no joker beyond a cap.
    cdef int missing, n, total = 0
    for missing in range(3):
        n = min(wanted, pairs.found[missing][0])
        total += n * missing
        wanted -= n
    return NONE if wanted else total


cdef int seven_of(const Pairs *pairs, int over) noexcept nogil:
    # Missing tiles of the best seven pairs with at most `over` jokers beyond the caps. Those go to `one` pairs of a single tile with
    # no other copy, `two` that lack a tile and have a cap of one, `both` that only jokers can make.
    cdef int one, two, both
    cdef int best = cheapest(pairs, 7)
    if over == 0 or (best != NONE and pairs.found[1][1] == 0):
        return best
    for one in range(min(7, pairs.found[1][1]) + 1):
        for two in range(min(7 - one, pairs.found[2][1]) + 1):
            for both in range(min(7 - one - two, pairs.found[2][2]) + 1):
                if one + two + 2 * both > over:
                    break
                best = min(best, one + 2 * (two + both) + cheapest(pairs, 7 - one - two - both))
    return best


cdef void all_pairs(const Rule *rule, const Question *question, int mask, Pairs *pairs) noexcept nogil:
    cdef int kind
    memset(pairs, 0, sizeof(Pairs))
    for kind in range(KINDS):
        if rule.kinds >> kind & 1 and allows(mask, kind // SIZE):
            count_pairs(pairs, question.counts[kind], question.caps[kind], rule.quads_as_pairs, 1)


cdef int seven_pairs_missing(const Rule *rule, const Question *question, int over) noexcept nogil:
    cdef Pairs pairs
    cdef int i, best = NONE
    for i in range(question.n_masks):
        all_pairs(rule, question, question.masks[i], &pairs)
        best = min(best, seven_of(&pairs, over))
    return best


cdef int pairs_and_pung_missing(const Rule *rule, const Question *question, int over) noexcept nogil:
    """Seven pairs, and a pung of any kind; pairs of that kind are made of what is left of it."""
    cdef Pairs pairs
    cdef int i, kind, count, cap, missing, beyond, best = NONE
    for i in range(question.n_masks):
        all_pairs(rule, question, question.masks[i], &pairs)
        for kind in range(KINDS):
            if not (rule.kinds >> kind & 1 and allows(question.masks[i], kind // SIZE)):
                continue
            count = question.counts[kind]
            cap = question.caps[kind]
            missing = max(0, 3 - count)
            beyond = max(0, 3 - cap)
            if beyond > over or missing >= best:
                continue
            count_pairs(&pairs, count, cap, rule.quads_as_pairs, -1)
            count_pairs(&pairs, max(0, count - 3), max(0, cap - 3), rule.quads_as_pairs, 1)
            best = min(best, missing + seven_of(&pairs, over - beyond))
            count_pairs(&pairs, max(0, count - 3), max(0, cap - 3), rule.quads_as_pairs, -1)
            count_pairs(&pairs, count, cap, rule.quads_as_pairs, 1)
    return best


# ---------------------------------------------------------------- single tiles

cdef bint all_suits(const Question *question) noexcept nogil:
    return question.n_masks > 0 and question.masks[0] == ALL_SUITS


cdef int orphans_missing(const Question *question, int over) noexcept nogil:
    cdef int i, kind, missing = 0, pair_missing, beyond, best = NONE
    for i in range(13):
        kind = ORPHANS[i]
        if question.counts[kind] == 0:
            missing += 1
        if question.caps[kind] == 0:
            over -= 1
    if over < 0:
        return NONE
    for i in range(13):
        kind = ORPHANS[i]
        pair_missing = 0 if question.counts[kind] > 1 else 1
        beyond = 0 if question.caps[kind] > 1 else 1
        if beyond <= over:
            best = min(best, missing + pair_missing)
    return best


cdef int honors_and_knitted_missing(const Question *question, int over) noexcept nogil:
    cdef int way, i, kind, held, there, best = NONE
    for way in range(6):
        held = there = 0
        for i in range(16):
            kind = KNITTED[way][i] if i < 9 else KINDS - 16 + i
            if question.counts[kind]:
                held += 1
            elif question.caps[kind]:
                there += 1
        held = min(held, 14)
        if held + there + over >= 14:
            best = min(best, 14 - held)
    return best


cdef int knitted_straight_missing(const Rule *rule, const Question *question, int over, uint8_t *work) noexcept nogil:
    """The nine knitted tiles, and the standard form of three sets less with what is left."""
    cdef Question rest
    cdef int way, i, kind, missing, beyond, best = NONE
    if question.sets < 3:
        return NONE
    memcpy(&rest, question, sizeof(Question))
    for way in range(6):
        missing = beyond = 0
        memcpy(rest.counts, question.counts, ROOM)
        memcpy(rest.caps, question.caps, ROOM)
        for i in range(9):
            kind = KNITTED[way][i]
            if rest.counts[kind]:
                rest.counts[kind] -= 1
            else:
                missing += 1
            if rest.caps[kind]:
                rest.caps[kind] -= 1
            else:
                beyond += 1
        if missing >= best or beyond > over:
            continue
        # One set and a pair never hold exactly four alike: three or four copies left are the same to them.
        rest.dead = question.dead or question.sets > 4
        best = min(best, missing + standard_missing(rule.free, rule.free_exact, rule.free_fifth, &rest, question.sets - 3,
                                                    over - beyond, work))
    return best


cdef int ORPHANS[13]
cdef int KNITTED[6][9]
ORPHANS[:] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33]


cdef void make_knitted() noexcept:
    cdef int way, suit, i
    cdef int starts[6][3]
    starts[0][:] = [0, 1, 2]
    starts[1][:] = [0, 2, 1]
    starts[2][:] = [1, 0, 2]
    starts[3][:] = [1, 2, 0]
    starts[4][:] = [2, 0, 1]
    starts[5][:] = [2, 1, 0]
    for way in range(6):
        for suit in range(3):
            for i in range(3):
                KNITTED[way][3 * suit + i] = SIZE * suit + starts[way][suit] + 3 * i


make_knitted()


# ---------------------------------------------------------------- all forms

cdef int form_distance(const Rule *rule, const Question *question, int form, uint8_t *work) noexcept nogil:
    """The replacement number of one form, given as its bit; `NONE` where none of its targets can be reached."""
    cdef int over = most_over(question)
    cdef int missing = NONE
    if form == STANDARD:
        missing = standard_missing(rule.groups, rule.exact, rule.fifth, question, question.sets, over, work)
    elif form == KNITTED_STRAIGHT:
        if all_suits(question):
            missing = knitted_straight_missing(rule, question, over, work)
    elif not question.whole:
        return NONE
    elif form == SEVEN_PAIRS_AND_PUNG:
        if question.sets == 5:
            missing = pairs_and_pung_missing(rule, question, over)
    elif question.sets != 4:
        return NONE
    elif form == SEVEN_PAIRS:
        missing = seven_pairs_missing(rule, question, over)
    elif all_suits(question):
        if form == THIRTEEN_ORPHANS:
            missing = orphans_missing(question, over)
        else:
            missing = honors_and_knitted_missing(question, over)
    return NONE if missing >= INFINITE else missing - question.jokers


cdef int distance(const Rule *rule, const Question *question, uint8_t *work) noexcept nogil:
    """The replacement number: the least of the rule's forms."""
    cdef int form = 1, best = NONE
    while form <= rule.forms:
        if rule.forms & form:
            best = min(best, form_distance(rule, question, form, work))
        form <<= 1
    return best


cdef uint64_t accepted(const Rule *rule, Question *question, int now, uint8_t *work) noexcept nogil:
    """The natural kinds that bring the replacement number below ``now`` when drawn. The question is as it was afterwards."""
    cdef uint64_t tiles = 0
    cdef int kind
    if now == NONE:
        return 0
    question.tiles += 1
    for kind in range(KINDS):
        if question.counts[kind] < question.caps[kind]:
            question.counts[kind] += 1
            if distance(rule, question, work) < now:
                tiles |= <uint64_t>1 << kind
            question.counts[kind] -= 1
    question.tiles -= 1
    return tiles


cdef size_t distance_work(const Rule *rule, int jokers, int sets) noexcept nogil:
    """Bytes of work space that a question needs, which has that many jokers in hand or left to draw; often none."""
    cdef int over = min(jokers, 3 * sets + 2)
    cdef int lanes = SMALL if sets <= SMALL_SETS else LARGE
    if over == 0 and lanes == SMALL:
        return 0
    return work_size(over, lanes) + (GROUPS + 1) * (over + 1) * 2 * lanes
