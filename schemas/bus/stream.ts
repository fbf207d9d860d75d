/**
 * JetStream streams. Each reader publishes its committed position; messages committed by all `readers` are purged. A full stream
 * rejects new messages (discard new): the publisher counts and retries.
 */
export interface StreamDefinition {
  readonly name: string;
  readonly subjects: readonly string[];
  /** Readers that must commit a message before it is purged; none: kept up to `maxBytes`, the oldest are dropped first. */
  readonly readers: readonly string[];
  /** Readers that also hold messages back while the stream is at most half full: a missing follower must not stop collection. */
  readonly followers?: readonly string[];
  readonly maxBytes: number;
  readonly discard: 'new' | 'old';
  /** Each message goes to one reader and is removed once acknowledged. */
  readonly isWorkQueue?: true;
}

const GIB = 1024 ** 3;

export const streams = {
  flows: {
    name: 'FLOWS',
    subjects: ['flows.*'],
    readers: ['writer'],
    followers: ['engine'],
    maxBytes: 4 * GIB,
    discard: 'new',
  },
  /** Application and media metrics of devices, summed per minute. */
  metrics: {
    name: 'METRICS',
    subjects: ['metrics.*'],
    readers: ['writer'],
    followers: ['engine'],
    maxBytes: GIB / 2,
    discard: 'new',
  },
  samples: {
    name: 'SAMPLES',
    subjects: ['samples.*'],
    readers: ['writer', 'engine'],
    maxBytes: 2 * GIB,
    discard: 'new',
  },
  measures: {
    name: 'MEASURES',
    subjects: ['measures.*'],
    readers: ['writer'],
    maxBytes: 2 * GIB,
    discard: 'new',
  },
  alarms: {
    name: 'ALARMS',
    subjects: ['alarms.*'],
    readers: ['writer', 'notification'],
    maxBytes: 2 * GIB,
    discard: 'new',
  },
  /** Flows set aside by the collector. */
  quarantine: {
    name: 'QUARANTINE',
    subjects: ['quarantine.*'],
    readers: ['writer'],
    maxBytes: GIB / 8,
    discard: 'new',
  },
  stats: { name: 'STATS', subjects: ['stats.*'], readers: ['writer'], maxBytes: GIB / 4, discard: 'new' },
  /** Application names of exporters. */
  applications: {
    name: 'APPLICATIONS',
    subjects: ['applications.*'],
    readers: ['writer'],
    maxBytes: GIB / 8,
    discard: 'new',
  },
  /**
   * Commands of users to the engine: `AcknowledgementCommand` as JSON. Kept after reading, so that an engine without state can
   * replay them.
   */
  commands: {
    name: 'COMMANDS',
    subjects: ['commands.*'],
    readers: [],
    maxBytes: GIB / 4,
    discard: 'old',
  },
  /** Work queue: `jobs.<kind>.<target>.<order>`, or `jobs.<kind>.any` (`schemas/notification/job.ts`). */
  jobs: {
    name: 'JOBS',
    subjects: ['jobs.>'],
    readers: [],
    maxBytes: GIB,
    discard: 'new',
    isWorkQueue: true,
  },
  /**
   * Messages that cannot be processed, with their cause: `dead.<stream>`. Rejecting new ones would block the messages behind them,
   * so the oldest are dropped and counted (`platform/bus/dropped-letters.ts`).
   */
  dead: { name: 'DEAD', subjects: ['dead.*'], readers: [], maxBytes: GIB / 4, discard: 'old' },
} as const satisfies Record<string, StreamDefinition>;

export type StreamKey = keyof typeof streams;

/** ClickHouse table of the rows of a stream. */
export const tableOfStream = {
  flows: 'flows',
  samples: 'samples',
  measures: 'measures',
  alarms: 'alarm_events',
  stats: 'collector_stats',
  metrics: 'flow_metrics',
  applications: 'application_names',
  quarantine: 'quarantined_flows',
} as const satisfies Partial<Record<StreamKey, string>>;

/** Key-value buckets. */
export const buckets = {
  /** NetFlow templates and option data: `<exporter address as hex>.<protocol>.<domain>.<port>`. */
  templates: 'templates',
  /** Engine state: `engine.<partition>` of the sample pipeline, `engine.flows.<partition>` of the flow pipeline. */
  checkpoints: 'checkpoints',
  /** Sequence range that a writer is about to insert: `<stream>.<partition>`. */
  intents: 'intents',
  /** Last sequence committed: `<stream>.<partition>.<reader>`. */
  positions: 'positions',
  /** Number of dead letters removed by an operator: `taken-out`. */
  letters: 'letters',
  /** States of debug recordings: `<recording>.<collector>.<run>`. */
  debug: 'debug',
  /** Lease of a partition with its time to live, `<process>.<partition>`, or of a process with the shards that it claims, `shards.<group>.<name>`. */
  leases: 'leases',
} as const;

export const partitionOf = (customer: number, partitions: number): number => customer % partitions;

export const subjectOf = (stream: StreamKey, partition: number): string => `${stream}.${String(partition)}`;
