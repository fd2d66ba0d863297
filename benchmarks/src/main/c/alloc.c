/*
 * malloc and free of the C library on the workloads of org.jnvm.bench.alloc.Workload, timed in the same way:
 * every thread works until it is stopped, and counts what it does while it is measured.
 *
 *   alloc <PAIRS|LARSON> <bytes> <zeroed: 0|1> <threads:...> <warm-up ms> <measured ms>
 *
 * prints "RESULT threads pairs/s ns/pair CPU-ns/pair" for each number of threads, and first "BYTES bytes between neighbours".
 */
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 100, BAG = 1000, ORDERS = 64, LARSON_MIN = 64, LARSON_MAX = 1024, THREADS_MAX = 64, NEIGHBOURS = 1000 };
enum { WARM_UP, MEASURE, STOP };

typedef struct bag {
    struct bag *next;
    void *blocks[BAG];
} bag;

typedef struct {
    pthread_t thread;
    int index;
    double pairs;
    double nanos;
    double cpu_nanos;
} worker;

static atomic_int phase;
static size_t bytes;
static int zeroed;
static int larson;
static bag *first;
static bag *last;
static pthread_mutex_t bags = PTHREAD_MUTEX_INITIALIZER;

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void rest(int ms) {
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static inline uint64_t step(uint64_t *random) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

/* A barrier that keeps the compiler from dropping an allocation nobody reads. */
static inline void *made(size_t size) {
    void *block = malloc(size);
    if (zeroed) {
        memset(block, 0, size);
    }
    __asm__ volatile("" : : "r"(block) : "memory");
    return block;
}

static void put(bag *one) {
    pthread_mutex_lock(&bags);
    one->next = NULL;
    if (last == NULL) {
        first = one;
    } else {
        last->next = one;
    }
    last = one;
    pthread_mutex_unlock(&bags);
}

static bag *take(void) {
    pthread_mutex_lock(&bags);
    bag *one = first;
    if (one != NULL) {
        first = one->next;
        if (first == NULL) {
            last = NULL;
        }
    }
    pthread_mutex_unlock(&bags);
    return one;
}

static void larson_round(uint64_t *random) {
    bag *one = take(); /* never NULL: there are two for each thread */
    for (int k = 0; k < BAG; k++) {
        uint64_t r = step(random);
        int at = (r >> 33) % BAG;
        free(one->blocks[at]);
        one->blocks[at] = made(LARSON_MIN + (r >> 17 & 0xFFFF) % (LARSON_MAX - LARSON_MIN + 1));
    }
    put(one);
}

static void pairs_round(void **blocks, const int *order) {
    for (int i = 0; i < BATCH; i++) {
        blocks[i] = made(bytes);
    }
    for (int i = 0; i < BATCH; i++) {
        free(blocks[order[i]]);
    }
}

static void *work(void *argument) {
    worker *self = argument;
    uint64_t random = self->index + 1;
    static _Thread_local int orders[ORDERS][BATCH];
    void *blocks[BATCH];
    for (int o = 0; o < ORDERS; o++) {
        for (int i = 0; i < BATCH; i++) {
            int at = step(&random) % (i + 1);
            orders[o][i] = orders[o][at];
            orders[o][at] = i;
        }
    }
    uint64_t rounds = 0;
    while (atomic_load_explicit(&phase, memory_order_acquire) < MEASURE) {
        larson ? larson_round(&random) : pairs_round(blocks, orders[rounds++ % ORDERS]);
    }
    double cpu_began = now(CLOCK_THREAD_CPUTIME_ID);
    double began = now(CLOCK_MONOTONIC);
    rounds = 0;
    do {
        larson ? larson_round(&random) : pairs_round(blocks, orders[rounds % ORDERS]);
        rounds++;
    } while (atomic_load_explicit(&phase, memory_order_acquire) < STOP);
    self->nanos = now(CLOCK_MONOTONIC) - began;
    self->cpu_nanos = now(CLOCK_THREAD_CPUTIME_ID) - cpu_began;
    self->pairs = (double) rounds * (larson ? BAG : BATCH);
    return NULL;
}

static void measure(int threads, int warm_up_ms, int measured_ms) {
    static worker workers[THREADS_MAX];
    uint64_t random = 1;
    for (int i = 0; larson && i < 2 * threads; i++) {
        bag *one = malloc(sizeof(bag));
        for (int k = 0; k < BAG; k++) {
            one->blocks[k] = made(LARSON_MIN + (step(&random) >> 17) % (LARSON_MAX - LARSON_MIN + 1));
        }
        put(one);
    }
    atomic_store(&phase, WARM_UP);
    for (int i = 0; i < threads; i++) {
        workers[i].index = i;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            fprintf(stderr, "thread cannot be created\n");
            exit(1);
        }
    }
    rest(warm_up_ms);
    atomic_store(&phase, MEASURE);
    rest(measured_ms);
    atomic_store(&phase, STOP);
    double per_second = 0;
    double cpu_nanos = 0;
    double pairs = 0;
    for (int i = 0; i < threads; i++) {
        pthread_join(workers[i].thread, NULL);
        per_second += workers[i].pairs * 1e9 / workers[i].nanos;
        cpu_nanos += workers[i].cpu_nanos;
        pairs += workers[i].pairs;
    }
    for (bag *one = take(); one != NULL; one = take()) {
        for (int k = 0; k < BAG; k++) {
            free(one->blocks[k]);
        }
        free(one);
    }
    printf("RESULT %d %f %f %f\n", threads, per_second, threads * 1e9 / per_second, cpu_nanos / pairs);
}

static int ascending(const void *a, const void *b) {
    uintptr_t x = *(const uintptr_t *) a;
    uintptr_t y = *(const uintptr_t *) b;
    return (x > y) - (x < y);
}

/* The mean distance of neighbours among many, without the few largest, which lead to another area. */
static void print_bytes_between(void) {
    static void *blocks[NEIGHBOURS];
    static uintptr_t numbers[NEIGHBOURS];
    for (int i = 0; i < NEIGHBOURS; i++) {
        blocks[i] = made(bytes);
        numbers[i] = (uintptr_t) blocks[i];
    }
    for (int i = 0; i < NEIGHBOURS; i++) {
        free(blocks[i]);
    }
    qsort(numbers, NEIGHBOURS, sizeof numbers[0], ascending);
    for (int i = 0; i < NEIGHBOURS - 1; i++) {
        numbers[i] = numbers[i + 1] - numbers[i];
    }
    qsort(numbers, NEIGHBOURS - 1, sizeof numbers[0], ascending);
    int count = NEIGHBOURS - 1 - NEIGHBOURS / 50;
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += numbers[i];
    }
    printf("BYTES %f\n", sum / count);
}

int main(int argc, char **argv) {
    if (argc != 7) {
        fprintf(stderr, "usage: alloc <PAIRS|LARSON> <bytes> <zeroed> <threads:...> <warm-up ms> <measured ms>\n");
        return 2;
    }
    larson = strcmp(argv[1], "LARSON") == 0;
    bytes = strtoul(argv[2], NULL, 10);
    zeroed = atoi(argv[3]);
    mallopt(M_TRIM_THRESHOLD, 1 << 30); /* or 100 blocks of 4 KiB go back to the system in each round */
    print_bytes_between();
    for (char *each = strtok(argv[4], ":"); each != NULL; each = strtok(NULL, ":")) {
        int threads = atoi(each);
        if (threads < 1 || threads > THREADS_MAX) {
            fprintf(stderr, "threads must be 1 to %d\n", THREADS_MAX);
            return 2;
        }
        measure(threads, atoi(argv[5]), atoi(argv[6]));
    }
    return 0;
}
