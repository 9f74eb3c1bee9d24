/**
 * What the built server runs with. Its threads take and give back large pieces of memory all the time; glibc would keep
 * them, in a heap for each thread: under a flood of requests 870 MB in place of 690. Other systems do not look at it.
 */
export const SERVER_ENVIRONMENT = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: `${256 * 1024}`,
}
