/** What keeps the memory of the server small (`docs/adr/0045-storms-in-the-server.md`). */
export const serverMemory = {
  /**
   * V8 sizes the young generation by the memory of the machine: on 24 GiB it grew to 128 MiB while the server started, and stayed. Now it is
   * at most 48 MiB, three semi-spaces. The old generation is collected when it has grown by 40 % instead of up to fourfold.
   */
  nodeOptions: ['--max-semi-space-size=16', '--heap-growing-percent=40'],
  /**
   * glibc raises this limit with each large buffer that is freed, up to 32 MiB, and keeps what lies below it: 100 MiB after a storm. A fixed
   * limit returns large buffers to the system at once (mallopt(3)).
   */
  env: { MALLOC_MMAP_THRESHOLD_: '262144' },
} as const;
