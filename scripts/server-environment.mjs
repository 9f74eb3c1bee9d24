/**
 * The environment of the built server. Its threads use many large buffers for a short time, and glibc would keep freed
 * buffers in a heap for each thread. With these settings a flood of requests takes 690 MB instead of 870. They have no
 * effect on systems without glibc.
 */
export const SERVER_ENVIRONMENT = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: `${256 * 1024}`,
}
