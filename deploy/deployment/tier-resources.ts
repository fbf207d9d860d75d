import type { Tier } from '#schemas/tier/tier.ts';

interface TierResources {
  /** Cores that are reserved. None is limited to them: a process that is held back falls behind, and memory is what that costs. */
  readonly cores: number;
  /** Memory that is reserved, and above which a process is ended. */
  readonly memoryMiB: { readonly reserved: number; readonly limit: number };
  /** What the figures come from: rows of docs/performance.md, or that it was not measured. */
  readonly from: string;
}

/** What each process needs, by the figures of docs/performance.md. A limit is twice what was measured at most, or what variables allow. */
export const tierResources: Readonly<Record<Tier, TierResources>> = {
  collector: {
    cores: 0.1,
    memoryMiB: { reserved: 192, limit: 640 },
    from: '0.31 CPU-s per million records and 166 MiB at 300,000 records/s; 333 MiB while NATS is stopped for an hour',
  },
  writer: {
    cores: 0.25,
    memoryMiB: { reserved: 192, limit: 1_024 },
    from: '0.61 CPU-s per million records; 147 MiB under load; three inserts of 64 MiB per partition while it lags, assumed for four partitions',
  },
  engine: {
    cores: 0.25,
    memoryMiB: { reserved: 256, limit: 2_816 },
    from: '181 MiB under load, 768 MiB with 100,000 ports, 1,415 MiB at a restart with a million instances of alarms',
  },
  poller: {
    cores: 0.05,
    memoryMiB: { reserved: 256, limit: 960 },
    from: '1.8 % of a core and 475 MB with 2,000 devices of 24 ports every 5 minutes',
  },
  discovery: {
    cores: 0.05,
    memoryMiB: { reserved: 128, limit: 704 },
    from: '331 MiB in a /16 with 2,000 agents',
  },
  sdwan: {
    cores: 0.05,
    memoryMiB: { reserved: 128, limit: 896 },
    from: '0.76 % of a core and 449 MiB with 2,000 devices of 5 tunnels every 5 minutes',
  },
  notification: {
    cores: 0.05,
    memoryMiB: { reserved: 128, limit: 512 },
    from: 'not measured under load: assumed',
  },
  server: {
    cores: 0.25,
    memoryMiB: { reserved: 256, limit: 896 },
    from: '420 MiB with 10,000 sockets, 430 MiB with 100,000 raises at once and 10 screens',
  },
  jobs: {
    cores: 0.1,
    memoryMiB: { reserved: 256, limit: 4_608 },
    from: '338 MiB for 20 pages, 2,600 MiB for 200; CHROMIUM_MAX_MEMORY_MIB and the process itself',
  },
};
