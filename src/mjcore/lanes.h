/* Sixteen byte lanes that change together: counts, or two rows (without and with the pair) of eight lanes (0 to 7 sets).
   SSE2 and NEON are part of every x86-64 and arm64; elsewhere the same is done byte by byte. And the lowest bit of a word. */
#ifndef MJCORE_LANES_H
#define MJCORE_LANES_H

#include <stdint.h>
#include <string.h>

/* The place of the lowest bit that is set; of 0 nothing is said. */
#if defined(__GNUC__)
static inline int lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }
#elif defined(_M_X64) || defined(_M_ARM64)
#include <intrin.h>
static inline int lowest_bit(uint64_t bits) { unsigned long place; _BitScanForward64(&place, bits); return (int)place; }
#else
static inline int lowest_bit(uint64_t bits) { int place = 0; while (!(bits >> place & 1)) place++; return place; }
#endif

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
typedef __m128i lanes;
static inline lanes lanes_load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline void lanes_store(uint8_t *p, lanes v) { _mm_storeu_si128((__m128i *)p, v); }
static inline lanes lanes_zero(void) { return _mm_setzero_si128(); }
/* Greater of each lane. */
static inline lanes lanes_max(lanes a, lanes b) { return _mm_max_epu8(a, b); }
/* n in each lane. */
static inline lanes lanes_all(int n) { return _mm_set1_epi8((char)n); }
/* Each lane of v less that of n, not below 0. */
static inline lanes lanes_less(lanes v, lanes n) { return _mm_subs_epu8(v, n); }
/* Each row moved up by n lanes. */
static inline lanes lanes_up(lanes v, int n) { return _mm_sll_epi64(v, _mm_cvtsi32_si128(8 * n)); }
/* The first row as the second, nothing as the first. */
static inline lanes lanes_next_row(lanes v) { return _mm_slli_si128(v, 8); }
static inline lanes lanes_or(lanes a, lanes b) { return _mm_or_si128(a, b); }
/* Whether some lane is not 0. */
static inline int lanes_any(lanes v) { return _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())) != 0xffff; }
/* The sum of all lanes. */
static inline int lanes_sum(lanes v) {
    lanes halves = _mm_sad_epu8(v, _mm_setzero_si128());
    return _mm_cvtsi128_si32(halves) + _mm_cvtsi128_si32(_mm_srli_si128(halves, 8));
}

#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
typedef uint8x16_t lanes;
static inline lanes lanes_load(const uint8_t *p) { return vld1q_u8(p); }
static inline void lanes_store(uint8_t *p, lanes v) { vst1q_u8(p, v); }
static inline lanes lanes_zero(void) { return vdupq_n_u8(0); }
static inline lanes lanes_max(lanes a, lanes b) { return vmaxq_u8(a, b); }
static inline lanes lanes_all(int n) { return vdupq_n_u8((uint8_t)n); }
static inline lanes lanes_less(lanes v, lanes n) { return vqsubq_u8(v, n); }
static inline lanes lanes_up(lanes v, int n) {
    return vreinterpretq_u8_u64(vshlq_u64(vreinterpretq_u64_u8(v), vdupq_n_s64(8 * n)));
}
static inline lanes lanes_next_row(lanes v) { return vextq_u8(vdupq_n_u8(0), v, 8); }
static inline lanes lanes_or(lanes a, lanes b) { return vorrq_u8(a, b); }
static inline int lanes_any(lanes v) { return vmaxvq_u8(v) != 0; }
static inline int lanes_sum(lanes v) { return vaddlvq_u8(v); }

#else
typedef struct { uint8_t lane[16]; } lanes;
static inline lanes lanes_load(const uint8_t *p) { lanes v; memcpy(v.lane, p, 16); return v; }
static inline void lanes_store(uint8_t *p, lanes v) { memcpy(p, v.lane, 16); }
static inline lanes lanes_zero(void) { lanes v; memset(v.lane, 0, 16); return v; }
static inline lanes lanes_max(lanes a, lanes b) {
    for (int i = 0; i < 16; i++) if (b.lane[i] > a.lane[i]) a.lane[i] = b.lane[i];
    return a;
}
static inline lanes lanes_all(int n) { lanes v; memset(v.lane, n, 16); return v; }
static inline lanes lanes_less(lanes v, lanes n) {
    for (int i = 0; i < 16; i++) v.lane[i] = (uint8_t)(v.lane[i] > n.lane[i] ? v.lane[i] - n.lane[i] : 0);
    return v;
}
static inline lanes lanes_up(lanes v, int n) {
    lanes w = lanes_zero();
    for (int i = n; i < 8; i++) { w.lane[i] = v.lane[i - n]; w.lane[8 + i] = v.lane[8 + i - n]; }
    return w;
}
static inline lanes lanes_next_row(lanes v) { lanes w = lanes_zero(); memcpy(w.lane + 8, v.lane, 8); return w; }
static inline lanes lanes_or(lanes a, lanes b) { for (int i = 0; i < 16; i++) a.lane[i] |= b.lane[i]; return a; }
static inline int lanes_any(lanes v) { for (int i = 0; i < 16; i++) if (v.lane[i]) return 1; return 0; }
static inline int lanes_sum(lanes v) { int sum = 0; for (int i = 0; i < 16; i++) sum += v.lane[i]; return sum; }
#endif

#endif
