export declare const SERVER_ENVIRONMENT: Readonly<
  Record<'NODE_ENV' | 'MALLOC_ARENA_MAX' | 'MALLOC_MMAP_THRESHOLD_', string>
>
