/*
 * malloc and free of the C library on the workloads of org.jnvm.bench.alloc.Workload, timed in the same way as AllocProcess
 * and Team do: threads work window by window until they are stopped, and a window ends for a thread with the round in which
 * its time is over.
 *
 *   alloc <malloc|malloc zeroed|timer in C> <PAIRS|LARSON|MASS> <bytes> <objects of MASS>
 *         time|latency <threads:...> <least warm-up ms> <most warm-up ms> <window ms> <windows>
 *         count
 *
 * prints for each number of threads "RESULT threads - pairs/s ns/pair CPU-ns/pair" of the median window, for MASS, too,
 * "RESULT threads allocate|free operations/s ns/operation"; or "LATENCY threads allocate|free p50 p99 p999 p9999 max"; or
 * "BYTES bytes between neighbours". "timer in C" allocates nothing.
 */
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 100, BAG = 1000, ORDERS = 64, LARSON_MIN = 64, LARSON_MAX = 1024, THREADS_MAX = 64, NEIGHBOURS = 1000 };
enum { OVER = -1, STEADY = 3, WINDOWS_MAX = 10000 };
/* Three decimal digits, as in Java: buckets of 1024 values, each bucket of values twice as wide as the one before. */
enum { HALF = 1024, HALF_BITS = 10, BUCKETS = 31 };

typedef enum { PAIRS, LARSON, MASS } workload_kind;

typedef struct bag {
    struct bag *next;
    void *blocks[BAG];
} bag;

/* How often which duration was seen. */
typedef struct {
    uint64_t counts[(BUCKETS + 1) * HALF];
    uint64_t total;
    uint64_t max;
} histogram;

typedef struct {
    double pairs;
    double per_second;
    double cpu_nanos;
    double allocate_nanos; /* of MASS, for one */
    double free_nanos;
} window_result;

typedef struct {
    pthread_t thread;
    int index;
    window_result last;
    histogram *allocations; /* of all windows since warm-up; NULL if calls are not timed */
    histogram *frees;
    double allocate_nanos; /* of MASS, in this window */
    double free_nanos;
} worker;

static atomic_int window;
static atomic_int recording;
static sem_t left;
static workload_kind workload;
static size_t bytes;
static int zeroed;
static int nothing;
static int latency;
static long objects; /* of a thread */
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
    if (nothing) {
        return NULL;
    }
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

static void record(histogram *to, uint64_t nanos) {
    int shift = 63 - __builtin_clzll(nanos | (2 * HALF - 1)) - HALF_BITS;
    to->counts[shift * HALF + (nanos >> shift)]++;
    to->total++;
    if (nanos > to->max) {
        to->max = nanos;
    }
}

/* The greatest duration that counts as the one that so many percent do not exceed. */
static uint64_t percentile(const histogram *of, double percent) {
    double wanted = of->total * percent / 100;
    uint64_t seen = 0;
    for (int i = 0; i < (BUCKETS + 1) * HALF; i++) {
        seen += of->counts[i];
        if (seen > 0 && seen >= wanted) {
            int shift = i < 2 * HALF ? 0 : i / HALF - 1;
            return ((uint64_t) (i - shift * HALF + 1) << shift) - 1;
        }
    }
    return of->max;
}

static inline uint64_t ticks(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void timed_pairs_round(worker *self, void **blocks, const int *order) {
    for (int i = 0; i < BATCH; i++) {
        uint64_t began = ticks();
        blocks[i] = made(bytes);
        record(self->allocations, ticks() - began);
    }
    for (int i = 0; i < BATCH; i++) {
        uint64_t began = ticks();
        free(blocks[order[i]]);
        record(self->frees, ticks() - began);
    }
}

static void mass_round(worker *self, void **blocks) {
    double began = now(CLOCK_MONOTONIC);
    for (long i = 0; i < objects; i++) {
        blocks[i] = made(bytes);
    }
    double allocated = now(CLOCK_MONOTONIC);
    for (long i = 0; i < objects; i++) {
        free(blocks[i]);
    }
    self->allocate_nanos += allocated - began;
    self->free_nanos += now(CLOCK_MONOTONIC) - allocated;
}

static void *work(void *argument) {
    worker *self = argument;
    uint64_t random = self->index + 1;
    static _Thread_local int orders[ORDERS][BATCH];
    void *batch[BATCH];
    void **mass = workload == MASS ? malloc(objects * sizeof(void *)) : NULL;
    for (int o = 0; o < ORDERS; o++) {
        for (int i = 0; i < BATCH; i++) {
            int at = step(&random) % (i + 1);
            orders[o][i] = orders[o][at];
            orders[o][at] = i;
        }
    }
    uint64_t next = 0;
    int recorded = 0;
    for (int mine = 0; atomic_load(&window) != OVER; mine++) {
        if (latency && !recorded && atomic_load(&recording)) {
            memset(self->allocations, 0, sizeof(histogram));
            memset(self->frees, 0, sizeof(histogram));
            recorded = 1;
        }
        self->allocate_nanos = 0;
        self->free_nanos = 0;
        double cpu_began = now(CLOCK_THREAD_CPUTIME_ID);
        double began = now(CLOCK_MONOTONIC);
        uint64_t rounds = 0;
        do {
            if (workload == LARSON) {
                larson_round(&random);
            } else if (workload == MASS) {
                mass_round(self, mass);
            } else if (latency) {
                timed_pairs_round(self, batch, orders[next++ % ORDERS]);
            } else {
                pairs_round(batch, orders[next++ % ORDERS]);
            }
            rounds++;
        } while (atomic_load_explicit(&window, memory_order_acquire) == mine);
        double nanos = now(CLOCK_MONOTONIC) - began;
        double pairs = (double) rounds * (workload == LARSON ? BAG : workload == MASS ? objects : BATCH);
        self->last = (window_result) {
            .pairs = pairs,
            .per_second = pairs * 1e9 / nanos,
            .cpu_nanos = now(CLOCK_THREAD_CPUTIME_ID) - cpu_began,
            .allocate_nanos = self->allocate_nanos / pairs,
            .free_nanos = self->free_nanos / pairs,
        };
        sem_post(&left);
    }
    free(mass);
    return NULL;
}

/* Ends the running window after a time, or later if a thread has not done a round in it. */
static window_result next_window(worker *workers, int threads, int *windows, int ms) {
    rest(ms);
    atomic_store(&window, ++*windows);
    for (int i = 0; i < threads; i++) {
        sem_wait(&left);
    }
    window_result sum = {0};
    for (int i = 0; i < threads; i++) {
        sum.pairs += workers[i].last.pairs;
        sum.per_second += workers[i].last.per_second;
        sum.cpu_nanos += workers[i].last.cpu_nanos;
        sum.allocate_nanos += workers[i].last.allocate_nanos / threads;
        sum.free_nanos += workers[i].last.free_nanos / threads;
    }
    return sum;
}

static double best(const double *rates, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = rates[i] > most ? rates[i] : most;
    }
    return most;
}

/* As org.jnvm.bench.alloc.Steady. */
static int steady(const double *rates, int count) {
    return count >= 2 * STEADY
           && best(rates + count - STEADY, STEADY) <= 1.05 * best(rates + count - 2 * STEADY, STEADY);
}

static int slower(const void *a, const void *b) {
    double x = ((const window_result *) a)->per_second;
    double y = ((const window_result *) b)->per_second;
    return (x > y) - (x < y);
}

static void print_latency(int threads, const char *operation, const histogram *of) {
    printf("LATENCY %d %s %ju %ju %ju %ju %ju\n", threads, operation, (uintmax_t) percentile(of, 50),
           (uintmax_t) percentile(of, 99), (uintmax_t) percentile(of, 99.9), (uintmax_t) percentile(of, 99.99),
           (uintmax_t) of->max);
}

static void add(histogram *to, const histogram *from) {
    for (int i = 0; i < (BUCKETS + 1) * HALF; i++) {
        to->counts[i] += from->counts[i];
    }
    to->total += from->total;
    to->max = from->max > to->max ? from->max : to->max;
}

static void print_times(int threads, window_result *results, int windows) {
    qsort(results, windows, sizeof results[0], slower);
    window_result median = results[windows / 2];
    printf("RESULT %d - %f %f %f\n", threads, median.per_second, threads * 1e9 / median.per_second,
           median.cpu_nanos / median.pairs);
    if (workload == MASS) {
        printf("RESULT %d allocate %f %f\n", threads, threads * 1e9 / median.allocate_nanos, median.allocate_nanos);
        printf("RESULT %d free %f %f\n", threads, threads * 1e9 / median.free_nanos, median.free_nanos);
    }
}

static void measure(int threads, int least_ms, int most_ms, int window_ms, int windows) {
    static worker workers[THREADS_MAX];
    static double rates[WINDOWS_MAX];
    static window_result results[WINDOWS_MAX];
    uint64_t random = 1;
    for (int i = 0; workload == LARSON && i < 2 * threads; i++) {
        bag *one = malloc(sizeof(bag));
        for (int k = 0; k < BAG; k++) {
            one->blocks[k] = made(LARSON_MIN + (step(&random) >> 17) % (LARSON_MAX - LARSON_MIN + 1));
        }
        put(one);
    }
    atomic_store(&window, 0);
    atomic_store(&recording, 0);
    sem_init(&left, 0, 0);
    for (int i = 0; i < threads; i++) {
        workers[i].index = i;
        workers[i].allocations = latency ? calloc(1, sizeof(histogram)) : NULL;
        workers[i].frees = latency ? calloc(1, sizeof(histogram)) : NULL;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            fprintf(stderr, "thread cannot be created\n");
            exit(1);
        }
    }
    double began = now(CLOCK_MONOTONIC);
    int done = 0;
    int warm;
    do {
        int at = done; /* which next_window advances */
        rates[at] = next_window(workers, threads, &done, window_ms).per_second;
        double ms = (now(CLOCK_MONOTONIC) - began) / 1e6;
        warm = ms >= least_ms && (ms >= most_ms || steady(rates, done));
    } while (!warm && done < WINDOWS_MAX);
    atomic_store(&recording, 1);
    if (latency) { /* what is recorded begins with a window of its own */
        next_window(workers, threads, &done, window_ms);
    }
    for (int i = 0; i < windows; i++) {
        results[i] = next_window(workers, threads, &done, window_ms);
    }
    atomic_store(&window, OVER);
    for (int i = 0; i < threads; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    if (latency) {
        for (int i = 1; i < threads; i++) {
            add(workers[0].allocations, workers[i].allocations);
            add(workers[0].frees, workers[i].frees);
        }
        print_latency(threads, "allocate", workers[0].allocations);
        print_latency(threads, "free", workers[0].frees);
    } else {
        print_times(threads, results, windows);
    }
    for (int i = 0; i < threads; i++) {
        free(workers[i].allocations);
        free(workers[i].frees);
    }
    for (bag *one = take(); one != NULL; one = take()) {
        for (int k = 0; k < BAG; k++) {
            free(one->blocks[k]);
        }
        free(one);
    }
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

static int usage(void) {
    fprintf(stderr, "usage: alloc <malloc|malloc zeroed|timer in C> <PAIRS|LARSON|MASS> <bytes> <objects>\n"
                    "       count | time|latency <threads:...> <least ms> <most ms> <window ms> <windows>\n");
    return 2;
}

int main(int argc, char **argv) {
    if (argc != 6 && argc != 11) {
        return usage();
    }
    zeroed = strcmp(argv[1], "malloc zeroed") == 0;
    nothing = strcmp(argv[1], "timer in C") == 0;
    if (!zeroed && !nothing && strcmp(argv[1], "malloc") != 0) {
        return usage();
    }
    if (strcmp(argv[2], "PAIRS") == 0) {
        workload = PAIRS;
    } else if (strcmp(argv[2], "LARSON") == 0) {
        workload = LARSON;
    } else if (strcmp(argv[2], "MASS") == 0) {
        workload = MASS;
    } else {
        return usage();
    }
    bytes = strtoul(argv[3], NULL, 10);
    long all = atol(argv[4]);
    mallopt(M_TRIM_THRESHOLD, 1 << 30); /* or blocks go back to the system in each round */
    if (argc == 6) {
        if (strcmp(argv[5], "count") != 0) {
            return usage();
        }
        print_bytes_between();
        return 0;
    }
    latency = strcmp(argv[5], "latency") == 0;
    int windows = atoi(argv[10]);
    if ((!latency && strcmp(argv[5], "time") != 0) || (latency && workload != PAIRS) || windows < 1
        || windows > WINDOWS_MAX) {
        return usage();
    }
    int least_ms = atoi(argv[7]);
    int most_ms = atoi(argv[8]);
    for (char *each = strtok(argv[6], ":"); each != NULL; each = strtok(NULL, ":")) {
        int threads = atoi(each);
        if (threads < 1 || threads > THREADS_MAX) {
            fprintf(stderr, "threads must be 1 to %d\n", THREADS_MAX);
            return 2;
        }
        objects = all / threads;
        measure(threads, least_ms, most_ms, atoi(argv[9]), windows);
        least_ms /= 3; /* of all but the first */
        most_ms /= 3;
    }
    return 0;
}
