# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How far a hand is from winning, form by form.

Each form answers one question: the fewest tiles that must be exchanged until some target of the form holds the hand
(the replacement number, `NONE` where no target can be reached). What is missing of a target is filled by the jokers in
hand, then drawn; of a kind of which no natural copy is left, only jokers can fill, those in hand and those left to
draw (`most_over`). `docs/meaning.md` has the definition.
"""

from libc.stdint cimport uint16_t
from libc.string cimport memcmp, memcpy, memset

from ._hand cimport KINDS
from ._lanes cimport lowest_bit
from ._tables cimport (
    BEST, BLOCKS, FOURS, INFINITE, LARGE, LEVELS, MOST_OPEN, ODD, ORPHAN_PAIRS, ORPHANS, PAIRED, SINGLES, SMALL,
    TILES, Planes, Steps, any_of, bit_count, blocks_at, class_at, gone_steps, group_needs, join, planes_of,
    steps_of, sum_in, tally_of, work_size
)

cdef enum:
    FORMS = 6
    HONORS_BIT = 8       # of a mask: the honours, always allowed
    SIZE = LEVELS        # kinds from one group's start to the next


cdef inline int most_over(const Question *question) noexcept nogil:
    # More jokers than the target has tiles are no use.
    cdef int jokers = question.jokers + question.wild_left
    return min(jokers, 3 * question.sets + 2)


cdef struct Acceptance:
    # What a question of 3k+1 tiles answers.
    int now            # the replacement number
    uint64_t tiles     # kinds that lower it when drawn


cdef inline void bring_in(Acceptance *answer, int now, uint64_t tiles) noexcept nogil:
    # Another form's answer: the nearest counts, and of equally near ones all tiles.
    if now < answer.now:
        answer.now = now
        answer.tiles = tiles
    elif now == answer.now:
        answer.tiles |= tiles


cdef inline int kinds_of(uint64_t kinds, int group) noexcept nogil:
    return <int>(kinds >> SIZE * group) & 0x1ff


cdef inline bint allows(int mask, int group) noexcept nogil:
    return (mask | HONORS_BIT) >> group & 1


# ---------------------------------------------------------------- standard form

cdef inline void classes_at(const ClassTable *table, const unsigned int *blocks, int *classes) noexcept nogil:
    cdef int group
    for group in range(GROUPS):
        classes[group] = class_at(&table.automata[group], blocks + 3 * group)


cdef inline int table_missing(const ClassTable *table, const Question *question, const unsigned int *blocks,
                              int sets) noexcept nogil:
    cdef int classes[GROUPS]
    cdef int i, mask, one, two, n = table.n, best = INFINITE
    cdef const uint8_t *missing = table.missing + sets * n * n
    classes_at(table, blocks, classes)
    for i in range(question.n_masks):
        mask = question.masks[i]
        one = table.joined[(classes[0] if mask & 1 else table.empty) * n + (classes[1] if mask & 2 else table.empty)]
        two = table.joined[(classes[2] if mask & 4 else table.empty) * n + classes[3]]
        best = min(best, <int>missing[one * n + two])
    return best


cdef void join_over(uint8_t *total, const uint8_t *more, int over, int row, int sets) noexcept nogil:
    # `join` for any rows, for each number of jokers beyond the caps from 0 to `over`.
    cdef uint8_t both[2 * LARGE]
    cdef int jokers, others, p, q, i, j, worth, missing
    for jokers in range(over, -1, -1):     # downwards: what stands above is no longer read
        memset(both, 0, 2 * row)
        for others in range(jokers + 1):
            for p in range(2):
                for i in range(sets + 1):
                    missing = BEST - total[2 * row * others + p * row + i]
                    if missing == BEST:
                        continue
                    for q in range(2 - p):
                        for j in range(sets + 1 - i):
                            worth = more[2 * row * (jokers - others) + q * row + j] - missing
                            if worth > both[(p + q) * row + i + j]:
                                both[(p + q) * row + i + j] = <uint8_t>worth
        memcpy(total + 2 * row * jokers, both, 2 * row)


cdef bint whole_group(const Group *group, const uint8_t *caps) noexcept nogil:
    # No natural copy of the group is gone.
    cdef int i
    for i in range(LEVELS):
        if group.kinds[i].natural and caps[i] != 4:
            return False
    return True


cdef int bounded_missing(const Group *groups, const ClassTable *table, const Question *question,
                         const unsigned int *blocks, int sets) noexcept nogil:
    """The missing tiles where copies are gone: groups that lack some straight from the counts, the others from the
    table."""
    cdef uint8_t vectors[GROUPS][2 * SMALL]
    cdef uint8_t total[2 * SMALL]
    cdef uint8_t work[2 * MOST_OPEN * 2 * SMALL]
    cdef int classes[GROUPS]
    cdef int group, i, best = INFINITE
    classes_at(table, blocks, classes)
    for group in range(GROUPS):
        if whole_group(&groups[group], question.caps + SIZE * group):
            memcpy(vectors[group], table.vectors + 2 * SMALL * classes[group], 2 * SMALL)
        else:
            group_needs(&groups[group], question.counts + SIZE * group, question.caps + SIZE * group, 0, SMALL, work,
                        vectors[group])
    for i in range(question.n_masks):
        memcpy(total, vectors[3], 2 * SMALL)
        for group in range(3):
            if allows(question.masks[i], group):
                join(total, vectors[group], total)
        best = min(best, BEST - total[SMALL + sets])
    return best


cdef int direct_missing(const Group *groups, const Question *question, int sets, int over,
                        uint8_t *work) noexcept nogil:
    """The missing tiles straight from the counts, for any number of sets and of jokers beyond the caps."""
    cdef int row = SMALL if sets < SMALL else LARGE
    cdef int size = 2 * row * (over + 1)
    cdef uint8_t *total = work + GROUPS * size
    cdef int group, i, best = INFINITE
    for group in range(GROUPS):
        group_needs(&groups[group], question.counts + SIZE * group, question.caps + SIZE * group, over, row,
                    work + (GROUPS + 1) * size, work + group * size)
    for i in range(question.n_masks):
        memcpy(total, work + 3 * size, size)
        for group in range(3):
            if allows(question.masks[i], group):
                join_over(total, work + group * size, over, row, sets)
        best = min(best, BEST - total[2 * row * over + row + sets])
    return best


cdef int standard_missing(const Group *groups, const ClassTable *exact, const ClassTable *fifth,
                          const Question *question, int sets, int over, uint8_t *work) noexcept nogil:
    cdef int best
    cdef unsigned int blocks[3 * GROUPS]
    if exact == NULL or sets > exact.sets:
        return direct_missing(groups, question, sets, over, work)
    blocks_at(question.counts, blocks)
    if question.bounded:
        best = bounded_missing(groups, exact, question, blocks, sets)
    else:
        best = table_missing(exact, question, blocks, sets)
    # Jokers matter beyond filling only where they let a target hold what no natural copy can fill: look at what it
    # would gain if there were no bounds at all, and count them only then.
    if over > 0 and table_missing(fifth, question, blocks, sets) < best:
        best = direct_missing(groups, question, sets, over, work)
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
    # Missing tiles of the best seven pairs with at most `over` jokers beyond the caps. Those go to `one` pairs of a
    # single tile with no other copy, `two` that lack a tile and have a cap of one, `both` that only jokers can make.
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


cdef inline bint ample(const Rule *rule, const Question *question) noexcept nogil:
    # Every copy is there, and so many kinds that a pair can always be made of another one.
    return not question.short and rule.wild == 0 and bit_count(rule.kinds) >= 27


cdef struct Held:
    # What pairs there are among the kinds that a mask allows, where all is `ample`.
    uint64_t kinds     # allowed
    uint64_t halves    # kinds that lack one tile of a pair
    uint64_t others    # kinds that lack two
    int pairs
    int singles        # how many halves


cdef inline void hold(const Rule *rule, const Planes *planes, int mask, Held *held) noexcept nogil:
    cdef uint64_t kinds = rule.kinds & kinds_in(mask)
    cdef uint64_t paired = (planes.twos | planes.fours) & kinds
    held.kinds = kinds
    held.pairs = bit_count(paired)
    held.halves = planes.ones & kinds
    if rule.quads_as_pairs:
        held.pairs += bit_count(planes.fours & kinds)
        held.others = kinds & ~held.halves & ~planes.fours
    else:
        held.halves &= ~paired
        held.others = kinds & ~held.halves & ~paired
    held.singles = bit_count(held.halves)


cdef inline int held_missing(const Held *held, uint64_t *accepted) noexcept nogil:
    """The missing tiles of seven pairs, and the kinds that lower them: one that makes a pair always does, any other
    while the single tiles are too few."""
    cdef int pairs = max(7 - held.pairs, 0)
    accepted[0] = held.halves | (held.others if held.singles < pairs else 0)
    return pairs + max(pairs - held.singles, 0)


cdef inline int held_missing_without(const Held *all, bint quads, uint64_t bit, int count,
                                     uint64_t *accepted) noexcept nogil:
    # The same without one of the ``count`` tiles of a kind.
    cdef Held held = all[0]
    cdef int leaves_half = (count & 1) ^ 1 if quads else count == 2, breaks_half = count & 1 if quads else count == 1
    if not held.kinds & bit:
        return held_missing(all, accepted)
    held.pairs -= leaves_half
    held.singles += leaves_half - breaks_half
    held.halves ^= bit * (leaves_half | breaks_half)
    held.others |= bit * breaks_half
    return held_missing(&held, accepted)


cdef int held_pairs(const Rule *rule, const Question *question, const Planes *planes,
                    uint64_t *accepted) noexcept nogil:
    """The missing tiles of seven pairs where all is `ample`, and the kinds that lower them."""
    cdef Held held
    cdef Acceptance answer
    cdef uint64_t tiles
    cdef int i, missing
    answer.now = NONE
    answer.tiles = 0
    for i in range(question.n_masks):
        hold(rule, planes, question.masks[i], &held)
        missing = held_missing(&held, &tiles)
        bring_in(&answer, missing, tiles)
    accepted[0] = answer.tiles
    return answer.now


cdef int held_orphans(const Planes *planes, uint64_t *accepted) noexcept nogil:
    """The same of thirteen orphans: those that are not there, and all while there is no pair."""
    cdef uint64_t paired = (planes.twos | planes.fours) & ORPHAN_KINDS
    cdef uint64_t there = (planes.ones & ORPHAN_KINDS) | paired
    accepted[0] = ORPHAN_KINDS & ~there if paired else ORPHAN_KINDS
    return 14 - bit_count(there) - (paired != 0)


cdef int seven_pairs_missing(const Rule *rule, const Question *question, int over) noexcept nogil:
    cdef Pairs pairs
    cdef Planes planes
    cdef uint64_t ignored = 0
    cdef int i, best = NONE
    if ample(rule, question):
        planes = planes_of(question.counts)
        return held_pairs(rule, question, &planes, &ignored)
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


cdef int orphans_missing(const Rule *rule, const Question *question, int over) noexcept nogil:
    cdef int i, kind, missing = 0, pair_missing, beyond, best = NONE
    cdef Planes planes
    cdef uint64_t ignored
    if ample(rule, question):
        planes = planes_of(question.counts)
        return held_orphans(&planes, &ignored)
    for i in range(13):
        kind = ORPHAN[i]
        if question.counts[kind] == 0:
            missing += 1
        if question.caps[kind] == 0:
            over -= 1
    if over < 0:
        return NONE
    for i in range(13):
        kind = ORPHAN[i]
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
        rest.bounded = question.bounded or question.sets > 4
        best = min(best,
                   missing + standard_missing(rule.free, rule.free_exact, rule.free_fifth, &rest, question.sets - 3,
                                                    over - beyond, work))
    return best


cdef uint64_t ORPHAN_KINDS = 0x3fc060301  # bits of ORPHAN
cdef int ORPHAN[13]
cdef int KNITTED[6][9]
cdef uint64_t KNITTED_KINDS[6]
ORPHAN[:] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33]


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
                KNITTED_KINDS[way] |= <uint64_t>1 << KNITTED[way][3 * suit + i]


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
            missing = orphans_missing(rule, question, over)
        else:
            missing = honors_and_knitted_missing(question, over)
    return NONE if missing >= INFINITE else missing - question.jokers


cdef inline int tallied_missing(const Rule *rule, uint64_t tally) noexcept nogil:
    """Missing tiles of seven pairs and of thirteen orphans, the fewer, of an `ample` hand."""
    cdef int pairs, halves, best = NONE
    if rule.forms & SEVEN_PAIRS:
        pairs = <int>(tally >> PAIRED & 0xff)
        halves = <int>(tally >> SINGLES & 0xff)
        if rule.quads_as_pairs:
            pairs += <int>(tally >> FOURS & 0xff)
            halves = <int>(tally >> ODD & 0xff)
        pairs = max(7 - pairs, 0)
        best = pairs + max(pairs - halves, 0)
    if rule.forms & THIRTEEN_ORPHANS:
        best = min(best, 14 - <int>(tally >> ORPHANS & 0xff) - (tally >> ORPHAN_PAIRS & 0xff != 0))
    return best


cdef bint is_quick(const Rule *rule, const Question *around) noexcept nogil:
    """Whether `quick_distance` serves: three forms, all suits, every copy there, no jokers, tables made."""
    return (rule.forms & ~(STANDARD | SEVEN_PAIRS | THIRTEEN_ORPHANS) == 0 and not around.short and not around.bounded
            and around.unnamed == 0 and rule.wild == 0 and around.masks[0] == ALL_SUITS and rule.exact != NULL)


cdef int quick_distance(const Rule *rule, const uint8_t *counts, bint whole) noexcept nogil:
    """The replacement number of the questions that are asked most, each count read once; -1 for 3k tiles or more sets
    than the tables have."""
    cdef unsigned int blocks[3 * GROUPS]
    cdef int classes[GROUPS]
    cdef int best = NONE
    cdef const ClassTable *table = rule.exact
    cdef unsigned int tiles, sets, n = table.n
    cdef uint64_t tally
    blocks_at(counts, blocks)
    tally = tally_of(rule.tallies, blocks)
    tiles = tally >> TILES & 0xff
    sets = (tiles - 1) // 3
    if tiles % 3 == 0 or sets > <unsigned int>table.sets:
        return -1
    if rule.forms & STANDARD:
        classes_at(table, blocks, classes)
        best = table.missing[(sets * n + table.joined[classes[0] * n + classes[1]]) * n
                             + table.joined[classes[2] * n + classes[3]]]
    if rule.forms != STANDARD and whole and sets == 4:
        best = min(best, tallied_missing(rule, tally))
    return best if best < INFINITE else NONE


cdef int distance(const Rule *rule, const Question *question, uint8_t *work) noexcept nogil:
    """The replacement number: the least of the rule's forms."""
    cdef unsigned int blocks[3 * GROUPS]
    cdef int form = 1, best = NONE, forms = rule.forms
    if is_quick(rule, question) and question.sets <= rule.exact.sets:
        return quick_distance(rule, question.counts, question.whole)
    while form <= forms:
        if forms & form:
            best = min(best, form_distance(rule, question, form, work))
        if form == STANDARD and forms & (SEVEN_PAIRS | THIRTEEN_ORPHANS):
            # Gone copies bring no form nearer: most hands are too far from these two to look closely.
            blocks_at(question.counts, blocks)
            if tallied_missing(rule, tally_of(rule.tallies, blocks)) - question.jokers >= best:
                forms &= ~(SEVEN_PAIRS | THIRTEEN_ORPHANS)
        form <<= 1
    return best


cdef inline void left_of(const Rule *rule, const Question *question, const Planes *held, Planes *left) noexcept nogil:
    # The natural copies left to draw; `held` are those in hand.
    cdef uint8_t copies[ROOM]
    cdef int kind
    if not question.short and rule.wild == 0:
        # Four less those in hand.
        left.ones = held.ones
        left.twos = held.ones ^ held.twos
        left.fours = rule.kinds & ~any_of(held)
        return
    for kind in range(KINDS):
        copies[kind] = question.caps[kind] - question.counts[kind]
    left[0] = planes_of(copies)


cdef inline int draw_classes(Steps steps, const unsigned int *blocks, int fours, uint16_t *drawn) noexcept nogil:
    """The class of a group; ``drawn`` is its class after each draw, the same where all copies are held (``fours``)."""
    cdef const uint16_t *first = steps.first + blocks[0]
    cdef const uint16_t *second = steps.second + blocks[1]
    cdef const uint16_t *third = steps.third + blocks[2]
    cdef const uint16_t *middle = second + <size_t>first[0] * BLOCKS
    cdef const uint16_t *last = third + <size_t>middle[0] * BLOCKS
    cdef int level
    drawn[0] = third[<size_t>second[<size_t>first[1] * BLOCKS] * BLOCKS]
    drawn[1] = third[<size_t>second[<size_t>first[5] * BLOCKS] * BLOCKS]
    drawn[2] = third[<size_t>second[<size_t>first[25] * BLOCKS] * BLOCKS]
    drawn[3] = third[<size_t>middle[1] * BLOCKS]
    drawn[4] = third[<size_t>middle[5] * BLOCKS]
    drawn[5] = third[<size_t>middle[25] * BLOCKS]
    drawn[6] = last[1]
    drawn[7] = last[5]
    drawn[8] = last[25]
    if fours:
        for level in range(SIZE):
            if fours >> level & 1:
                drawn[level] = last[0]
    return last[0]


cdef inline uint64_t lower(const uint8_t *missing, const uint16_t *drawn, int now) noexcept nogil:
    # Which of nine draws miss less than `now`. A draw lowers it by one at most and never raises it: the differences are
    # the bits.
    cdef int after = missing[drawn[8]]
    after = 2 * after + missing[drawn[7]]
    after = 2 * after + missing[drawn[6]]
    after = 2 * after + missing[drawn[5]]
    after = 2 * after + missing[drawn[4]]
    after = 2 * after + missing[drawn[3]]
    after = 2 * after + missing[drawn[2]]
    after = 2 * after + missing[drawn[1]]
    after = 2 * after + missing[drawn[0]]
    return <uint64_t>(0x1ff * now - after)


cdef int OTHERS[GROUPS][3]         # the groups beside each
cdef int REST[GROUPS][3][2]        # and those that are then left
cdef int PLACES[KINDS][3]          # of a kind: group, block of three counts, worth of a tile in it


cdef int make_places() except -1:
    cdef int group, other, i, kind
    for group in range(GROUPS):
        others = [other for other in range(GROUPS) if other != group]
        for i, other in enumerate(others):
            OTHERS[group][i] = other
            REST[group][i][0], REST[group][i][1] = [each for each in others if each != other]
    for kind in range(KINDS):
        PLACES[kind][0] = kind // SIZE
        PLACES[kind][1] = kind // 3
        PLACES[kind][2] = (1, 5, 25)[kind % 3]
    return 0


make_places()


cdef struct Choice:
    # One choice of suits for the target of a hand, and where its groups are looked up.
    int now                        # missing tiles of the hand
    int open[GROUPS]
    const uint8_t *beside[GROUPS]  # missing tiles of all by the class of one group
    # beside a group and one of its others: the class of the groups that are neither, a row of `joined`
    int rest[GROUPS][3]


cdef inline void choose(const ClassTable *table, int sets, const int *classes, int mask, Choice *choice) noexcept nogil:
    cdef int used[GROUPS]
    cdef int group, i, n = table.n
    for group in range(GROUPS):
        choice.open[group] = allows(mask, group)
        used[group] = classes[group] if choice.open[group] else table.empty
    for group in range(GROUPS):
        for i in range(3):
            choice.rest[group][i] = table.joined[used[REST[group][i][0]] * n + used[REST[group][i][1]]] * n
        choice.beside[group] = (table.missing + sets * n * n
                                + n * table.joined[choice.rest[group][0] + used[OTHERS[group][0]]])
    choice.now = choice.beside[3][used[3]]


cdef inline uint64_t choice_accepts(const Choice *choice, uint16_t[GROUPS][SIZE] drawn) noexcept nogil:
    # The tiles that lower what is missing; ``drawn`` are the classes after each draw.
    cdef uint64_t tiles = 0
    cdef int group
    for group in range(GROUPS):
        if choice.open[group]:
            tiles |= lower(choice.beside[group], drawn[group], choice.now) << SIZE * group
    return tiles


cdef uint64_t standard_accepts(const ClassTable *table, const Question *question, const Planes *planes) noexcept nogil:
    """The tiles that lower the standard form's missing tiles; every copy is there."""
    cdef unsigned int blocks[3 * GROUPS]
    cdef int classes[GROUPS]
    cdef uint16_t drawn[GROUPS][SIZE]
    cdef int group, i
    cdef Choice choice
    cdef Acceptance answer
    blocks_at(question.counts, blocks)
    for group in range(GROUPS):
        classes[group] = draw_classes(steps_of(&table.automata[group]), blocks + 3 * group,
                                      kinds_of(planes.fours, group), drawn[group])
    answer.now = NONE
    answer.tiles = 0
    for i in range(question.n_masks):
        choose(table, question.sets, classes, question.masks[i], &choice)
        if choice.now <= answer.now:
            bring_in(&answer, choice.now, choice_accepts(&choice, drawn))
    return answer.tiles


cdef uint64_t form_accepts(const Rule *rule, Question *question, const Planes *planes, int form, uint64_t tiles,
                           int now, uint8_t *work) noexcept nogil:
    """The tiles among these that bring one form's replacement number below ``now``, which is what it is."""
    cdef uint64_t found = 0
    cdef int kind
    if (form == STANDARD and rule.wild == 0 and not question.bounded and question.jokers == 0
            and rule.exact != NULL and question.sets <= rule.exact.sets):
        return standard_accepts(rule.exact, question, planes) & tiles
    for kind in range(KINDS):
        if tiles >> kind & 1:
            question.counts[kind] += 1
            if form_distance(rule, question, form, work) < now:
                found |= <uint64_t>1 << kind
            question.counts[kind] -= 1
    return found


cdef void accept(const Rule *rule, Question *question, const Planes *planes, int forms, uint64_t left,
                 Acceptance *answer, uint8_t *work) noexcept nogil:
    """Bring in some forms; ``planes`` are of the counts, ``left`` the kinds that can be drawn."""
    cdef int form = 1, now
    cdef uint64_t tiles
    cdef bint held = ample(rule, question) and question.whole and question.sets == 4
    while form <= forms:
        tiles = 0
        if forms & form:
            if held and form == SEVEN_PAIRS:
                now = held_pairs(rule, question, planes, &tiles) - question.jokers
            elif held and form == THIRTEEN_ORPHANS:
                now = held_orphans(planes, &tiles) - question.jokers if all_suits(question) else NONE
            else:
                now = form_distance(rule, question, form, work)
                # One tile brings a form nearer by one at most.
                if now <= answer.now and now != NONE:
                    tiles = form_accepts(rule, question, planes, form, left, now, work)
            if now != NONE:
                bring_in(answer, now, tiles & left)
        form <<= 1


cdef inline void write_answer(const Question *question, const Acceptance *answer, const Planes *left, int8_t *shanten,
                              uint64_t *tiles, uint8_t *count) noexcept nogil:
    if answer.now == NONE:
        shanten[0] = UNREACHABLE_SHANTEN
        tiles[0] = 0
        count[0] = 0
    else:
        shanten[0] = <int8_t>(answer.now - 1)
        tiles[0] = answer.tiles | question.wild_drawable
        count[0] = <uint8_t>(sum_in(left, answer.tiles) + question.wild_left)


cdef inline void ukeire_of(const Rule *rule, Question *question, const Planes *planes, const Planes *left,
                           int8_t *shanten, uint64_t *tiles, uint8_t *count, uint8_t *work) noexcept nogil:
    cdef Acceptance answer
    answer.now = NONE
    answer.tiles = 0
    accept(rule, question, planes, rule.forms, any_of(left), &answer, work)
    write_answer(question, &answer, left, shanten, tiles, count)


cdef void ukeire(const Rule *rule, Question *question, int8_t *shanten, uint64_t *tiles, uint8_t *count,
                 uint8_t *work) noexcept nogil:
    """Shanten, the tiles that lower it and their copies left, of a question of 3k+1 tiles."""
    cdef Planes left
    cdef Planes planes = planes_of(question.counts)
    left_of(rule, question, &planes, &left)
    ukeire_of(rule, question, &planes, &left, shanten, tiles, count, work)


# ---------------------------------------------------------------- discards

cdef bint pairs_miss(const Rule *rule, const Question *question, int kind) noexcept nogil:
    """Whether the forms of pairs can miss the copy of a kind just discarded: where four are two pairs and two are still
    held."""
    return question.counts[kind] > 1 and rule.quads_as_pairs and rule.forms & (SEVEN_PAIRS | SEVEN_PAIRS_AND_PUNG)


cdef bint sets_miss(const Rule *rule, const Question *question, int kind) noexcept nogil:
    """Whether the standard form can miss the copy of a kind just discarded, all others being there: now or after a
    draw."""
    cdef int group = kind // SIZE
    cdef unsigned int blocks[3 * GROUPS]
    cdef uint16_t drawn[SIZE]
    cdef uint16_t gone[SIZE]
    cdef int fours = 0, i
    blocks_at(question.counts, blocks)
    for i in range(SIZE if group < 3 else KINDS - 3 * SIZE):
        fours |= (question.counts[SIZE * group + i] >= question.caps[SIZE * group + i]) << i
    return (draw_classes(steps_of(&rule.exact.automata[group]), blocks + 3 * group, fours, drawn)
            != draw_classes(gone_steps(rule.gone, group, kind % SIZE), blocks + 3 * group, fours, gone)
            or memcmp(drawn, gone, sizeof(drawn)) != 0)


cdef struct Discarding:
    # A hand whose discards are asked of the tables.
    const ClassTable *exact
    const ClassTable *gone
    const uint8_t *missing
    unsigned int blocks[3 * GROUPS]
    int fours[GROUPS]
    uint16_t drawn[GROUPS][SIZE]   # classes after each draw
    int n_choices
    Choice choices[MOST_MASKS]
    uint64_t tiles[MOST_MASKS]     # that lower a choice's missing tiles, where it leaves out a suit


cdef void prepare_discards(const Rule *rule, const Question *question, const Planes *planes,
                           Discarding *hand) noexcept nogil:
    cdef const ClassTable *table = rule.gone
    cdef int classes[GROUPS]
    cdef int group, i
    hand.exact = rule.exact
    hand.gone = table
    hand.missing = table.missing + question.sets * table.n * table.n
    blocks_at(question.counts, hand.blocks)
    for group in range(GROUPS):
        hand.fours[group] = kinds_of(planes.fours, group)
        classes[group] = draw_classes(steps_of(&rule.exact.automata[group]), hand.blocks + 3 * group, hand.fours[group],
                                      hand.drawn[group])
    hand.n_choices = question.n_masks
    for i in range(question.n_masks):
        choose(table, question.sets, classes, question.masks[i], &hand.choices[i])
        if question.masks[i] != ALL_SUITS:
            hand.tiles[i] = choice_accepts(&hand.choices[i], hand.drawn)


cdef inline void standard_discard(Discarding *hand, int kind, bint missed, Acceptance *answer) noexcept nogil:
    """What the standard form answers after a discard; ``missed``: a target may want the copy that is gone."""
    cdef const ClassTable *table = hand.gone
    cdef const Choice *choice
    cdef Steps steps
    cdef uint16_t own[SIZE]
    cdef int group = PLACES[kind][0], other, i, j, low, now
    cdef unsigned int *blocks = hand.blocks + 3 * group
    cdef uint64_t tiles
    hand.blocks[PLACES[kind][1]] -= PLACES[kind][2]
    if missed:
        steps = gone_steps(table, group, kind % SIZE)
    else:
        steps = steps_of(&hand.exact.automata[group])
    low = draw_classes(steps, blocks, hand.fours[group], own)
    hand.blocks[PLACES[kind][1]] += PLACES[kind][2]
    answer.now = INFINITE - 1
    answer.tiles = 0
    for i in range(hand.n_choices):
        choice = &hand.choices[i]
        if not choice.open[group]:
            bring_in(answer, choice.now, hand.tiles[i])
            continue
        now = choice.beside[group][low]
        if now > answer.now:
            continue
        tiles = lower(choice.beside[group], own, now) << SIZE * group
        for j in range(3):
            other = OTHERS[group][j]
            if choice.open[other]:
                tiles |= lower(hand.missing + table.n * table.joined[choice.rest[group][j] + low], hand.drawn[other],
                               now) << SIZE * other
        bring_in(answer, now, tiles)
    if answer.now == INFINITE - 1:
        answer.now = NONE


cdef inline void set_count(Planes *planes, int kind, int count) noexcept nogil:
    cdef uint64_t bit = <uint64_t>1 << kind
    planes.ones = planes.ones & ~bit | bit * (count & 1)
    planes.twos = planes.twos & ~bit | bit * (count >> 1 & 1)
    planes.fours = planes.fours & ~bit | bit * (count >> 2)


cdef void all_discards(const Rule *rule, Question *question, uint64_t allowed, int8_t *shanten, uint64_t *tiles,
                       uint8_t *count, uint8_t *work) noexcept nogil:
    """What each discard of a hand of 3k+2 tiles leads to; ``shanten`` is 127 where the kind is not held or not
    ``allowed``.

    Where every copy is there and no jokers are about, the tables serve all discards, and other forms than the standard
    one are asked only after discards that leave them as near; else each discard is a question of its own.
    """
    cdef Discarding hand
    cdef Acceptance answer
    cdef Held held[MOST_MASKS]
    cdef int at_least[FORMS]
    cdef int kind, i, forms, now, nearest = NONE + 1, nearest_pairs = NONE + 1, copies_held
    cdef Planes left
    cdef Planes planes = planes_of(question.counts)
    cdef uint64_t naturals = any_of(&planes), copies, going, accepted
    cdef bint short = question.short, bounded = question.bounded, pairs = False, missed
    cdef bint tables = rule.gone != NULL and question.sets <= rule.gone.sets
    cdef bint together = tables and not bounded and rule.forms & STANDARD and rule.wild == 0 and question.jokers == 0
    memset(shanten, UNREACHABLE_SHANTEN, KINDS)
    memset(tiles, 0, KINDS * sizeof(uint64_t))
    memset(count, 0, KINDS)
    left_of(rule, question, &planes, &left)
    copies = any_of(&left)
    going = naturals & allowed
    if together:
        prepare_discards(rule, question, &planes, &hand)
        pairs = rule.forms & SEVEN_PAIRS and question.whole and question.sets == 4 and ample(rule, question)
        # A discard brings no form nearer.
        if pairs:
            for i in range(question.n_masks):
                hold(rule, &planes, question.masks[i], &held[i])
                nearest_pairs = min(nearest_pairs, held_missing(&held[i], &accepted))
        for i in range(1, FORMS):
            at_least[i] = NONE + 1
            if rule.forms >> i & 1 and not (pairs and 1 << i == SEVEN_PAIRS):
                at_least[i] = form_distance(rule, question, 1 << i, work)
                nearest = min(nearest, at_least[i])
    question.tiles -= 1
    while going:
        kind = lowest_bit(going)
        going &= going - 1
        copies_held = question.counts[kind]
        question.counts[kind] -= 1
        question.caps[kind] -= 1
        # Of a kind of which none is left in hand no target wants all four, where any kind may be the pair and honours
        # are no chows.
        missed = copies_held > 1 or not rule.usual
        if missed:
            question.bounded = bounded or (question.counts[kind] > 1 and rule.forms & KNITTED_STRAIGHT)
            if not together and tables and not question.bounded:
                question.bounded = sets_miss(rule, question, kind)
            question.short = short or question.bounded or pairs_miss(rule, question, kind)
        if not together:
            set_count(&planes, kind, copies_held - 1)
            ukeire_of(rule, question, &planes, &left, &shanten[kind], &tiles[kind], &count[kind], work)
            set_count(&planes, kind, copies_held)
        else:
            standard_discard(&hand, kind, missed, &answer)
            answer.tiles &= copies
            forms = 0
            if nearest_pairs <= answer.now:
                if question.short:
                    forms = SEVEN_PAIRS
                else:
                    for i in range(question.n_masks):
                        now = held_missing_without(&held[i], rule.quads_as_pairs, <uint64_t>1 << kind, copies_held,
                                                   &accepted)
                        bring_in(&answer, now, accepted & copies)
            if nearest <= answer.now:
                for i in range(1, FORMS):
                    forms |= (at_least[i] <= answer.now) << i
            if forms:
                set_count(&planes, kind, copies_held - 1)
                accept(rule, question, &planes, forms, copies, &answer, work)
                set_count(&planes, kind, copies_held)
            write_answer(question, &answer, &left, &shanten[kind], &tiles[kind], &count[kind])
        question.counts[kind] += 1
        question.caps[kind] += 1
        question.short = short
        question.bounded = bounded
    if naturals == 0:
        question.jokers -= 1
        for kind in range(KINDS):
            if allowed & rule.wild & <uint64_t>1 << kind:
                ukeire_of(rule, question, &planes, &left, &shanten[kind], &tiles[kind], &count[kind], work)
        question.jokers += 1
    question.tiles += 1


cdef size_t distance_work(const Rule *rule, int jokers, int sets) noexcept nogil:
    """Bytes of work space that a question needs, which has that many jokers in hand or left to draw; often none."""
    cdef int over = min(jokers, 3 * sets + 2)
    cdef int row = SMALL if sets < SMALL else LARGE
    if over == 0 and rule.exact != NULL and sets <= rule.exact.sets:
        return 0
    return work_size(over, row) + (GROUPS + 1) * (over + 1) * 2 * row
