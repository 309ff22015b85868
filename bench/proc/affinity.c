#define _GNU_SOURCE
#include "bench/proc/affinity.h"
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "engine/core/buf.h"
#include "engine/core/file.h"

typedef struct {
    cpu_set_t allowed;
    int cpu[CPU_SETSIZE], count;
} Order;

/* The first processor of the same core that is allowed, too. The kernel lists a core's as "0,4" or "0-1". */
static int first_of_core(int cpu, const cpu_set_t *allowed) {
    char path[80];
    Buf list = { 0 };
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
    if (file_read(path, &list, NULL)) {
        char *end;
        const long first = strtol(buf_text(&list), &end, 10);
        if (end != buf_text(&list) && first >= 0 && first < cpu && CPU_ISSET((size_t)first, allowed)) cpu = (int)first;
    }
    buf_free(&list);
    return cpu;
}

/* The processors allowed: one of every core before the second ones of any. */
static void find_order(Order *order) {
    order->count = 0;
    if (sched_getaffinity(0, sizeof order->allowed, &order->allowed) != 0) return;
    for (int second = 0; second < 2; second++)
        for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
            if (CPU_ISSET((size_t)cpu, &order->allowed) && (first_of_core(cpu, &order->allowed) != cpu) == second)
                order->cpu[order->count++] = cpu;
}

static bool pin(int cpu) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)cpu, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

/* A name in the kernel that one socket can have: it goes with the socket, however that ends. -1: taken. */
static int take_name(int cpu) {
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    /* The first byte 0: a name that is no file's. */
    const int len = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "xqlab-processor-%d", cpu);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)len);
    if (bind(fd, (const struct sockaddr *)&name, size) == 0) return fd;
    close(fd);
    return -1;
}

/* The scheduler has put the thread on a core where there is room: programs that can't see each other's claims spread, too. */
static void begin_with_own(Order *order) {
    const int cpu = sched_getcpu(), own = cpu < 0 ? cpu : first_of_core(cpu, &order->allowed);
    int at = 0;
    while (at < order->count && order->cpu[at] != own) at++;
    if (at == order->count) return;
    memmove(order->cpu + 1, order->cpu, (size_t)at * sizeof *order->cpu);
    order->cpu[0] = own;
}

int affinity_claim(void) {
    Order order;
    find_order(&order);
    begin_with_own(&order);
    for (int i = 0; i < order.count; i++) {
        const int claim = take_name(order.cpu[i]);
        if (claim >= 0 && pin(order.cpu[i])) return claim;
        affinity_release(claim);
    }
    return -1;
}

void affinity_share(int number) {
    Order order;
    find_order(&order);
    if (order.count) pin(order.cpu[number % order.count]);
}

void affinity_release(int claim) {
    if (claim >= 0) close(claim);
}
