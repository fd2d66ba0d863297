/*
 * Write-back and fence as org.jnvm.bench.micro.PwbBenchmark does them, in C: with the best instruction of the processor
 * (clwb, clflushopt, clflush), on 16 KiB of a mapped file.
 *
 *   pwb <new file> <ms for each of five measurements>
 *
 * prints "name median-ns fastest-ns" for each operation.
 */
#include <cpuid.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 64, BLOCK = 256, LINES = 256, BYTES = LINES * LINE, MEASUREMENTS = 5 };

static inline void clwb(char *p) { __asm__ volatile("clwb %0" : "+m"(*p)::"memory"); }
static inline void clflushopt(char *p) { __asm__ volatile("clflushopt %0" : "+m"(*p)::"memory"); }
static inline void clflush(char *p) { __asm__ volatile("clflush %0" : "+m"(*p)::"memory"); }
static inline void sfence(void) { __asm__ volatile("sfence" ::: "memory"); }
static inline void store(char *p, uint64_t value) { *(volatile uint64_t *)p = value; }

static inline void fill(char *block, uint64_t value) {
    for (int i = 0; i < BLOCK; i += 8) *(uint64_t *)(block + i) = value;
}

#define PASSES(pwb)                                                                                                    \
    static void pwb##_clean(char *m, uint64_t v) {                                                                     \
        for (int i = 0; i < LINES; i++) pwb(m + i * LINE);                                                             \
    }                                                                                                                  \
    static void pwb##_dirty(char *m, uint64_t v) {                                                                     \
        for (int i = 0; i < LINES; i++) store(m + i * LINE, v), pwb(m + i * LINE);                                     \
    }                                                                                                                  \
    static void pwb##_durable(char *m, uint64_t v) {                                                                   \
        for (int i = 0; i < LINES; i++) store(m + i * LINE, v), pwb(m + i * LINE), sfence();                           \
    }                                                                                                                  \
    static void pwb##_block(char *m, uint64_t v) {                                                                     \
        for (char *b = m; b < m + BYTES; b += BLOCK) {                                                                 \
            fill(b, v);                                                                                                \
            for (int j = 0; j < BLOCK; j += LINE) pwb(b + j);                                                          \
            sfence();                                                                                                  \
        }                                                                                                              \
    }

PASSES(clwb)
PASSES(clflushopt)
PASSES(clflush)

static void fence(char *m, uint64_t v) {
    for (int i = 0; i < LINES; i++) sfence();
}

typedef void pass(char *, uint64_t);

static double nanos(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static double measure(pass *p, int operations, char *memory, int ms) {
    uint64_t passes = 0;
    double began = nanos(), now;
    do {
        for (int i = 0; i < 64; i++) p(memory, ++passes);
        now = nanos();
    } while (now - began < ms * 1e6);
    return (now - began) / passes / operations;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(const char *name, pass *p, int operations, char *memory, int ms) {
    double ns[MEASUREMENTS];
    measure(p, operations, memory, ms);
    for (int i = 0; i < MEASUREMENTS; i++) ns[i] = measure(p, operations, memory, ms);
    qsort(ns, MEASUREMENTS, sizeof *ns, ascending);
    printf("%s %.4f %.4f\n", name, ns[MEASUREMENTS / 2], ns[0]);
}

int main(int argc, char **argv) {
    if (argc != 3) return fprintf(stderr, "usage: pwb FILE MS\n"), 2;
    int ms = atoi(argv[2]);
    int file = open(argv[1], O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file < 0 || ftruncate(file, BYTES) != 0) return perror(argv[1]), 1;
    char *memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) return perror("mmap"), 1;
    for (int i = 0; i < BYTES; i++) memory[i] = 1;

    unsigned a, b = 0, c, d;
    __get_cpuid_count(7, 0, &a, &b, &c, &d);
    pass *best[3][4] = {{clwb_clean, clwb_dirty, clwb_durable, clwb_block},
                        {clflushopt_clean, clflushopt_dirty, clflushopt_durable, clflushopt_block},
                        {clflush_clean, clflush_dirty, clflush_durable, clflush_block}};
    pass **p = best[b >> 24 & 1 ? 0 : b >> 23 & 1 ? 1 : 2];
    report("cClean", p[0], LINES, memory, ms);
    report("cDirty", p[1], LINES, memory, ms);
    report("cFence", fence, LINES, memory, ms);
    report("cDurable", p[2], LINES, memory, ms);
    report("cBlock", p[3], BYTES / BLOCK, memory, ms);
    return 0;
}
