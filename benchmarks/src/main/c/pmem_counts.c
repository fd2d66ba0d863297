/*
 * Preloaded before libpmem: counts what libpmemobj asks it to write back and to fence, and writes "fences lines" to the
 * file that PMEM_COUNTS names when the process ends. For counting only: it slows what it counts.
 */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LINE 64
#define NO_DRAIN 1u /* PMEM_F_MEM_NODRAIN */
#define NO_FLUSH 2u /* PMEM_F_MEM_NOFLUSH */

static atomic_ullong fences;
static atomic_ullong lines;

static void count_lines(const void *from, size_t length) {
    if (length > 0) {
        uintptr_t first = (uintptr_t) from / LINE;
        lines += ((uintptr_t) from + length - 1) / LINE - first + 1;
    }
}

static void count_copy(const void *to, size_t length, unsigned flags) {
    if (!(flags & NO_FLUSH)) {
        count_lines(to, length);
        if (!(flags & NO_DRAIN)) {
            fences++;
        }
    }
}

/* Not RTLD_NEXT: LLPL's libraries are loaded privately, behind what the process started with. */
static void *in_libpmem(const char *name) {
    void *library = dlopen("libpmem.so.1", RTLD_NOW);
    void *function = library == NULL ? NULL : dlsym(library, name);
    if (function == NULL) {
        fprintf(stderr, "%s cannot be had: %s\n", name, dlerror());
        abort();
    }
    return function;
}

void pmem_drain(void) {
    static void (*next)(void);
    if (next == NULL) {
        *(void **) &next = in_libpmem("pmem_drain");
    }
    fences++;
    next();
}

void pmem_flush(const void *from, size_t length) {
    static void (*next)(const void *, size_t);
    if (next == NULL) {
        *(void **) &next = in_libpmem("pmem_flush");
    }
    count_lines(from, length);
    next(from, length);
}

void pmem_persist(const void *from, size_t length) {
    static void (*next)(const void *, size_t);
    if (next == NULL) {
        *(void **) &next = in_libpmem("pmem_persist");
    }
    count_lines(from, length);
    fences++;
    next(from, length);
}

void *pmem_memcpy(void *to, const void *from, size_t length, unsigned flags) {
    static void *(*next)(void *, const void *, size_t, unsigned);
    if (next == NULL) {
        *(void **) &next = in_libpmem("pmem_memcpy");
    }
    count_copy(to, length, flags);
    return next(to, from, length, flags);
}

void *pmem_memmove(void *to, const void *from, size_t length, unsigned flags) {
    static void *(*next)(void *, const void *, size_t, unsigned);
    if (next == NULL) {
        *(void **) &next = in_libpmem("pmem_memmove");
    }
    count_copy(to, length, flags);
    return next(to, from, length, flags);
}

void *pmem_memset(void *to, int value, size_t length, unsigned flags) {
    static void *(*next)(void *, int, size_t, unsigned);
    if (next == NULL) {
        *(void **) &next = in_libpmem("pmem_memset");
    }
    count_copy(to, length, flags);
    return next(to, value, length, flags);
}

__attribute__((destructor)) static void report(void) {
    const char *name = getenv("PMEM_COUNTS");
    FILE *file = name == NULL ? NULL : fopen(name, "w");
    if (file != NULL) {
        fprintf(file, "%llu %llu\n", (unsigned long long) fences, (unsigned long long) lines);
        fclose(file);
    }
}
