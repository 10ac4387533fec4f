/*
 * A small pool of buffers: what C23 can write, in one file.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include "pool.h" // beside this file
#if defined(__linux__) && !defined(NDEBUG) || __STDC_VERSION__ >= 202311L
#  pragma once
#  define MAX(a, b) ((a) > (b) ? (a) : (b))
#elif 0
#  error "never built"
#else
#  warning unsupported platform
#endif
#ifdef POOL_TRACE
#undef POOL_TRACE
#endif
#ifndef POOL_SIZE
#define POOL_SIZE (64 * 1024)
#endif
#define LOG(fmt, ...) \
    do { \
        fprintf(stderr, "%s:%d: " fmt "\n", __FILE__, __LINE__, ##__VA_ARGS__); \
    } while (0)
#define STRINGIFY(x) #x
#define PASTE(a, b) a##b
#line 40 "pool.c"

/**
 * Takes a block of the pool.
 *
 * @param pool  where to take it from
 * @param size  number of bytes
 * @return the block, or NULL
 * @see pool_give
 */
[[nodiscard]] void *pool_take(struct pool *restrict pool, size_t size);

enum color { RED = 1, GREEN = RED << 2, BLUE };
typedef enum { STATE_OPEN, STATE_CLOSED = 0x7F } state_t;
typedef struct point {
    int x, y;
    unsigned flags : 3;
    double weights[4];
} point_t;
union value {
    uint8_t bytes[8];
    int64_t number;
    struct { float real, imaginary; } pair;
};
typedef int (*compare_fn)(const void *left, const void *right);
typedef unsigned long long word;

static const char *const names[] = { "red", [1] = "green\t\x41\101\u00e9\n", L"wide", u8"utf" "8" };
static volatile sig_atomic_t running = true;
extern _Thread_local int depth;
_Static_assert(sizeof(point_t) >= 8, "too small");
static_assert(alignof(max_align_t) == 16);
constexpr int limit = 1'000'000;
const double ratios[] = { 1.5, .5f, 3e-7L, 0x1.8p3, 10., 6.02E+23 };
const unsigned masks[] = { 0b1010u, 0755, 0xFFul, 42ULL, 0xdead'beef, 'a', '\n', '\0', '\x7f', 'ab' };

static inline int compare(const void *left, const void *right)
{
    const point_t *a = left, *b = (const point_t *)right;
    return (a->x > b->x) - (a->x < b->x);
}

// Walks the list until it ends.
int walk(struct node *head, int (*visit)(struct node *), ...)
{
    register int count = 0;
    va_list args;
    va_start(args, visit);
    for (struct node *it = head; it != NULL; it = it->next) {
        if (visit(it) && it->value.number != -1) {
            count += it->depth % 2 ? 1 : 0;
            continue;
        } else if (!it->next || ~it->flags & 0x3) {
            break;
        }
        switch (it->kind) {
        case RED:
        case 'x': count++; break;
        default:
            goto done;
        }
    }
    do {
        --count;
        depth <<= 1, depth ^= count, depth |= 3;
    } while (count > 0);
    while (1) { if (errno == EINTR) return EXIT_FAILURE; }
done:
    va_end(args);
    free(head);
    return count;
}

int main(int argc, char **argv)
{
    char buffer[POOL_SIZE], *text = malloc(sizeof *text * 10);
    size_t length = strlen(argv[0]);
    point_t origin = { .x = 0, .y = 1 }, *p = &origin, copy = (point_t){ 1, 2 };
    if (!text) {
        perror("malloc");
        exit(1);
    }
    memset(buffer, 0, sizeof(buffer));
    snprintf(buffer, length, "%-10s|%5.2f|%08lx|%*d%%\n", names[0], origin.weights[0], 10UL, 3, argc);
    typeof(origin) twin = copy;
    auto other = nullptr;
    _Atomic int shared = 0;
    _Bool ok = _Generic(shared, int: true, default: false);
    __attribute__((unused)) int spare;
    __asm__ volatile ("movl %1, %0\n\t" : "=r"(spare) : "r"(argc) : "memory");
    qsort(buffer, length, sizeof buffer[0], compare);
    LOG("%d points at %p", argc, (void *)p);
    [[maybe_unused]] thread_local static int hits;
    #ifdef POOL_TRACE
    printf("%s " PRIu64 "\n", "long \
string", (uint64_t)p->y);
    #endif
    return ok && twin.x == other ? EXIT_SUCCESS : -errno;
}

if (pool == NULL) { perror("pool"); return 1; }
for (int i = 0; i < n; i++) printf("%d\n", items[i]);
while (n > 0) n--;
[[gnu::pure, deprecated("old")]] _Alignas(16) double mean(size_t n, const double values[n]);
const double tiny = 1e-9, huge = 1e+9;
