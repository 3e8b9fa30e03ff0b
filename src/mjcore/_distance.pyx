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
    BEST, INFINITE, LARGE, LEVELS, SMALL, SMALL_SETS, bit_count, bits_of, class_at, group_needs, honor_blocks, join, load8, suit_blocks, work_size
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

cdef inline void blocks_at(const uint8_t *counts, int *blocks) noexcept nogil:
    suit_blocks(counts, blocks)
    suit_blocks(counts + SIZE, blocks + 3)
    suit_blocks(counts + 2 * SIZE, blocks + 6)
    honor_blocks(counts, blocks + 9)


cdef inline void classes_at(const ClassTable *table, const uint8_t *counts, int *classes) noexcept nogil:
    cdef int blocks[3 * GROUPS]
    cdef int group
    blocks_at(counts, blocks)
    for group in range(GROUPS):
        classes[group] = class_at(&table.automata[group], blocks + 3 * group)


cdef inline int table_missing(const ClassTable *table, const Question *question, int sets) noexcept nogil:
    cdef int classes[GROUPS]
    cdef int i, mask, one, two, n = table.n, best = INFINITE
    cdef const uint8_t *missing = table.missing + sets * n * n
    classes_at(table, question.counts, classes)
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


cdef int bounded_missing(const Group *groups, const ClassTable *table, const Question *question, int sets) noexcept nogil:
    """The missing tiles where copies are gone: groups that lack some straight from the counts, the others from the table."""
    cdef uint8_t vectors[GROUPS][2 * SMALL]
    cdef uint8_t total[2 * SMALL]
    cdef uint8_t work[2 * 117 * 2 * SMALL]
    cdef int classes[GROUPS]
    cdef int group, i, best = INFINITE
    classes_at(table, question.counts, classes)
    for group in range(GROUPS):
        if whole_group(&groups[group], question.caps + SIZE * group):
            memcpy(vectors[group], table.vectors + 2 * SMALL * classes[group], 2 * SMALL)
        else:
            group_needs(&groups[group], question.counts + SIZE * group, question.caps + SIZE * group, 0, SMALL, work, vectors[group])
    for i in range(question.n_masks):
        memcpy(total, vectors[3], 2 * SMALL)
        for group in range(3):
            if allows(question.masks[i], group):
                join(total, vectors[group], total)
        best = min(best, BEST - total[SMALL + sets])
    return best


cdef int direct_missing(const Group *groups, const Question *question, int sets, int over, uint8_t *work) noexcept nogil:
    """The missing tiles straight from the counts, for any number of sets and of jokers beyond the caps."""
    cdef int row = SMALL if sets <= SMALL_SETS else LARGE
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


cdef int standard_missing(const Group *groups, const ClassTable *exact, const ClassTable *fifth, const Question *question,
                          int sets, int over, uint8_t *work) noexcept nogil:
    cdef int best
    if exact == NULL or sets > exact.sets:
        return direct_missing(groups, question, sets, over, work)
    if question.dead:
        best = bounded_missing(groups, exact, question, sets)
    else:
        best = table_missing(exact, question, sets)
    # Jokers matter beyond filling only where they let a target hold what no natural copy can fill: look at what it would
    # gain if there were no bounds at all, and count them only then.
    if over > 0 and table_missing(fifth, question, sets) < best:
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


cdef inline uint64_t kinds_in(int mask) noexcept nogil:
    # The kinds of the suits of a mask, and the honours.
    return <uint64_t>0x3f8000000 | <uint64_t>0x1ff * (mask & 1 | (mask & 2) << 8 | (mask & 4) << 16)


cdef inline bint ample(const Rule *rule, const Question *question) noexcept nogil:
    # Every copy is there, and so many kinds that a pair can always be made of another one.
    return not question.dead and rule.wild == 0 and bit_count(rule.kinds) >= 27


cdef struct Held:
    # What pairs there are among the kinds that a mask allows, where all is `ample`.
    uint64_t halves    # kinds that lack one tile of a pair
    uint64_t others    # kinds that lack two
    int pairs


cdef inline void hold(const Rule *rule, const Question *question, int mask, Held *held) noexcept nogil:
    cdef uint64_t kinds = rule.kinds & kinds_in(mask)
    cdef uint64_t twos = bits_of(question.counts, 2) & kinds
    cdef uint64_t odd = bits_of(question.counts, 3) & kinds
    cdef uint64_t fours
    held.pairs = bit_count(twos)
    if rule.quads_as_pairs:
        fours = bits_of(question.counts, 4) & kinds
        held.pairs += bit_count(fours)
        held.halves = odd
        held.others = kinds & ~odd & ~fours
    else:
        held.halves = odd & ~twos
        held.others = kinds & ~odd & ~twos


cdef inline int held_missing(const Held *held) noexcept nogil:
    cdef int pairs = max(7 - held.pairs, 0)
    return pairs + max(pairs - bit_count(held.halves), 0)


cdef int seven_pairs_missing(const Rule *rule, const Question *question, int over) noexcept nogil:
    cdef Pairs pairs
    cdef Held held
    cdef int i, best = NONE
    for i in range(question.n_masks):
        if ample(rule, question):
            hold(rule, question, question.masks[i], &held)
            best = min(best, held_missing(&held))
            continue
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
    if ample(rule, question):
        return 14 - bit_count(bits_of(question.counts, 1) & ORPHAN_KINDS) - (bits_of(question.counts, 2) & ORPHAN_KINDS != 0)
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


cdef uint64_t ORPHAN_KINDS = 0x3fc060301  # bits of ORPHANS
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
            missing = orphans_missing(rule, question, over)
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


cdef uint64_t drawable(const Question *question) noexcept nogil:
    """The natural kinds of which a copy is left."""
    cdef uint64_t tiles = 0
    cdef int kind
    for kind in range(KINDS):
        tiles |= <uint64_t>(question.counts[kind] < question.caps[kind]) << kind
    return tiles


cdef uint64_t standard_accepts(const ClassTable *table, const Question *question, uint64_t tiles, int now) noexcept nogil:
    """The tiles among these that bring the standard form's missing tiles below ``now``; every copy is there."""
    cdef int blocks[3 * GROUPS]
    cdef int classes[GROUPS]
    cdef int used[GROUPS]
    cdef int rest[GROUPS]
    cdef int step[3]
    cdef int group, i, kind, level, drawn, n = table.n
    cdef uint64_t found = 0
    cdef const uint8_t *missing = table.missing + question.sets * n * n
    step[:] = [1, 5, 25]
    blocks_at(question.counts, blocks)
    for group in range(GROUPS):
        classes[group] = class_at(&table.automata[group], blocks + 3 * group)
    for i in range(question.n_masks):
        for group in range(GROUPS):
            used[group] = classes[group] if allows(question.masks[i], group) else table.empty
        rest[0] = table.joined[used[1] * n + table.joined[used[2] * n + used[3]]]
        rest[1] = table.joined[used[0] * n + table.joined[used[2] * n + used[3]]]
        rest[2] = table.joined[used[3] * n + table.joined[used[0] * n + used[1]]]
        rest[3] = table.joined[used[2] * n + table.joined[used[0] * n + used[1]]]
        for group in range(GROUPS):
            if not allows(question.masks[i], group):
                continue
            for level in range(min(SIZE, KINDS - SIZE * group)):
                kind = SIZE * group + level
                if not tiles >> kind & 1:
                    continue
                blocks[3 * group + level // 3] += step[level % 3]
                drawn = class_at(&table.automata[group], blocks + 3 * group)
                blocks[3 * group + level // 3] -= step[level % 3]
                if drawn != classes[group]:
                    found |= <uint64_t>(missing[rest[group] * n + drawn] < now) << kind
    return found


cdef uint64_t pairs_accept(const Rule *rule, const Question *question, int now) noexcept nogil:
    """The same of seven pairs: a tile that makes a pair always brings them nearer, another one while single tiles are too few."""
    cdef Held held
    cdef uint64_t found = 0
    cdef int i
    for i in range(question.n_masks):
        hold(rule, question, question.masks[i], &held)
        if held_missing(&held) == now:
            found |= held.halves
            if bit_count(held.halves) < 7 - held.pairs:
                found |= held.others
    return found


cdef uint64_t orphans_accept(const Question *question) noexcept nogil:
    """The same of thirteen orphans: those that are not there, and while there is no pair all."""
    if bits_of(question.counts, 2) & ORPHAN_KINDS:
        return ORPHAN_KINDS & ~bits_of(question.counts, 1)
    return ORPHAN_KINDS


cdef uint64_t form_accepts(const Rule *rule, Question *question, int form, uint64_t tiles, int now, uint8_t *work) noexcept nogil:
    """The tiles among these that bring one form's replacement number below ``now``, which is what it is."""
    cdef uint64_t found = 0
    cdef int kind
    if not question.dead and rule.wild == 0:
        if form == STANDARD and question.jokers == 0 and rule.exact != NULL and question.sets <= rule.exact.sets:
            return standard_accepts(rule.exact, question, tiles, now)
        if form == SEVEN_PAIRS and ample(rule, question):
            return tiles & pairs_accept(rule, question, now + question.jokers)
        if form == THIRTEEN_ORPHANS and ample(rule, question):
            return tiles & orphans_accept(question)
    for kind in range(KINDS):
        if tiles >> kind & 1:
            question.counts[kind] += 1
            if form_distance(rule, question, form, work) < now:
                found |= <uint64_t>1 << kind
            question.counts[kind] -= 1
    return found


cdef int distance_and_accepted(const Rule *rule, Question *question, uint64_t *tiles, uint8_t *work) noexcept nogil:
    """The replacement number of a question of 3k+1 tiles, and the kinds that lower it when drawn."""
    cdef int distances[6]
    cdef int i, now = NONE
    cdef uint64_t left
    for i in range(6):
        distances[i] = form_distance(rule, question, 1 << i, work) if rule.forms >> i & 1 else NONE
        now = min(now, distances[i])
    tiles[0] = 0
    if now == NONE:
        return now
    tiles[0] = question.wild_drawable
    left = drawable(question)
    for i in range(6):
        # One tile brings a form nearer by one at most.
        if distances[i] == now:
            tiles[0] |= form_accepts(rule, question, 1 << i, left, now, work)
    return now


cdef size_t distance_work(const Rule *rule, int jokers, int sets) noexcept nogil:
    """Bytes of work space that a question needs, which has that many jokers in hand or left to draw; often none."""
    cdef int over = min(jokers, 3 * sets + 2)
    cdef int row = SMALL if sets <= SMALL_SETS else LARGE
    if over == 0 and rule.exact != NULL and sets <= rule.exact.sets:
        return 0
    return work_size(over, row) + (GROUPS + 1) * (over + 1) * 2 * row
