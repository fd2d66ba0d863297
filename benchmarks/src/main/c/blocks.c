/*
 * Blocks of 256 bytes of a mapped file, read and written as org.jnvm.bench.blocks.BlockPatterns does it: the counterpart in
 * table 5.1 of the thesis. A write stores all words of a block, writes its four lines back with the best instruction of
 * the processor (clwb, clflushopt, clflush; or the one that is named) and fences once. A read adds all words up.
 *
 *   blocks <new file> <MiB> <ms for each pattern> <best|clwb|clflushopt|clflush>
 *
 * prints "RESULT pattern GB/s GB/s-of-CPU-time" for each pattern, after "WRITE-BACK instruction".
 */
#include <cpuid.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 64, BLOCK = 256, WORDS = BLOCK / 8, PIECE = 4096, BATCH = 8 };

static uint64_t *memory;
static uint64_t blocks; /* a power of two */
static uint64_t position;
static uint64_t random_state = 0x9E3779B97F4A7C15u;
static volatile uint64_t sink;

static inline uint64_t step(uint64_t x) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return x;
}

static inline uint64_t *in_turn(void) { return memory + (position++ & (blocks - 1)) * WORDS; }

static inline uint64_t *at_random(void) {
    random_state = step(random_state);
    return memory + (random_state & (blocks - 1)) * WORDS;
}

static inline uint64_t sum(const uint64_t *block) {
    uint64_t sum = 0;
    for (int i = 0; i < WORDS; i++) sum += block[i];
    return sum;
}

static void sequential_read(void) {
    uint64_t all = 0;
    for (int i = 0; i < PIECE; i++) all += sum(in_turn());
    sink = all;
}

static void random_read(void) {
    uint64_t all = 0;
    for (int i = 0; i < PIECE; i++) all += sum(at_random());
    sink = all;
}

/* Which block is next is known only when the last one was read. */
static void dependent_read(void) {
    uint64_t all = sink;
    for (int i = 0; i < PIECE; i++) {
        random_state = step(random_state + (all & 1));
        all += sum(memory + (random_state & (blocks - 1)) * WORDS);
    }
    sink = all;
}

/* A word of each line of all blocks of a batch first, so that their misses overlap. */
static void batched_read(void) {
    uint64_t all = 0;
    for (int i = 0; i < PIECE; i += BATCH) {
        uint64_t *batch[BATCH];
        uint64_t first = 0;
        for (int j = 0; j < BATCH; j++) {
            batch[j] = at_random();
            first += batch[j][0] + batch[j][8] + batch[j][16] + batch[j][24];
        }
        all += first;
        for (int j = 0; j < BATCH; j++) all += sum(batch[j]);
    }
    sink = all;
}

static inline void fill(uint64_t *block, uint64_t value) {
    for (int i = 0; i < WORDS; i++) block[i] = value;
}

#define WRITES(name, instruction)                                                                                      \
    static inline void name(char *block) {                                                                             \
        for (int i = 0; i < BLOCK; i += LINE) __asm__ volatile(instruction " %0" : "+m"(block[i])::"memory");          \
        __asm__ volatile("sfence" ::: "memory");                                                                       \
    }                                                                                                                  \
    static void name##_sequential(void) {                                                                              \
        for (int i = 0; i < PIECE; i++) {                                                                              \
            uint64_t *block = in_turn();                                                                               \
            fill(block, position);                                                                                     \
            name((char *)block);                                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    static void name##_random(void) {                                                                                  \
        for (int i = 0; i < PIECE; i++) {                                                                              \
            uint64_t *block = at_random();                                                                             \
            fill(block, random_state);                                                                                 \
            name((char *)block);                                                                                       \
        }                                                                                                              \
    }

WRITES(clwb, "clwb")
WRITES(clflushopt, "clflushopt")
WRITES(clflush, "clflush")

typedef void pattern(void);

static const char *NAMES[] = {"clwb", "clflushopt", "clflush"};
static pattern *SEQUENTIAL_WRITES[] = {clwb_sequential, clflushopt_sequential, clflush_sequential};
static pattern *RANDOM_WRITES[] = {clwb_random, clflushopt_random, clflush_random};

static int best(void) {
    unsigned a, b = 0, c, d;
    __get_cpuid_count(7, 0, &a, &b, &c, &d);
    return b >> 24 & 1 ? 0 : b >> 23 & 1 ? 1 : 2;
}

static double nanos(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void measure(const char *name, pattern *run, int ms) {
    uint64_t pieces = 0;
    double wall = nanos(CLOCK_MONOTONIC), cpu = nanos(CLOCK_THREAD_CPUTIME_ID), now;
    do {
        run();
        pieces++;
        now = nanos(CLOCK_MONOTONIC);
    } while (now - wall < ms * 1e6);
    double bytes = (double)pieces * PIECE * BLOCK;
    printf("RESULT %s %.4f %.4f\n", name, bytes / (now - wall), bytes / (nanos(CLOCK_THREAD_CPUTIME_ID) - cpu));
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 5) return fprintf(stderr, "usage: blocks FILE MIB MS best|clwb|clflushopt|clflush\n"), 2;
    uint64_t bytes = (uint64_t)atoll(argv[2]) << 20;
    int ms = atoi(argv[3]);
    int instruction = best();
    for (int i = 0; i < 3; i++) {
        if (strcmp(argv[4], NAMES[i]) == 0) instruction = i;
    }
    blocks = bytes / BLOCK;
    if (blocks == 0 || (blocks & (blocks - 1)) != 0) return fprintf(stderr, "MiB must be a power of two\n"), 2;
    int file = open(argv[1], O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file < 0 || ftruncate(file, bytes) != 0) return perror(argv[1]), 1;
    memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) return perror("mmap"), 1;
    for (uint64_t i = 0; i < bytes / 8; i++) memory[i] = i;

    printf("WRITE-BACK %s\n", NAMES[instruction]);
    struct {
        const char *name;
        pattern *run;
    } all[] = {{"SEQUENTIAL_READ", sequential_read},
               {"SEQUENTIAL_WRITE", SEQUENTIAL_WRITES[instruction]},
               {"RANDOM_READ", random_read},
               {"RANDOM_READ_DEPENDENT", dependent_read},
               {"RANDOM_READ_BATCHED", batched_read},
               {"RANDOM_WRITE", RANDOM_WRITES[instruction]}};
    for (int i = 0; i < 6; i++) {
        all[i].run();
        measure(all[i].name, all[i].run, ms);
    }
    return 0;
}
