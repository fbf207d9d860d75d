/**
 * JetStream streams. Each reader keeps its own position and publishes it; what every reader of the list has committed is
 * purged. A full stream refuses new messages (discard new): the publisher counts and retries, nothing is dropped in silence.
 */
export interface StreamDefinition {
  readonly name: string;
  readonly subjects: readonly string[];
  /** Readers that must have committed a message before it may go; none: kept until the bound, oldest dropped first. */
  readonly readers: readonly string[];
  /**
   * Readers that hold messages back too, as long as the stream is not more than half full: collecting must not stop because
   * one of them is away.
   */
  readonly followers?: readonly string[];
  readonly maxBytes: number;
  readonly discard: 'new' | 'old';
  /** Each message goes to one of the readers and is removed when that one is done with it. */
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
  /** What devices measure of applications and media, summed per minute. */
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
  stats: { name: 'STATS', subjects: ['stats.*'], readers: ['writer'], maxBytes: GIB / 4, discard: 'new' },
  /** What exporters call applications. */
  applications: {
    name: 'APPLICATIONS',
    subjects: ['applications.*'],
    readers: ['writer'],
    maxBytes: GIB / 8,
    discard: 'new',
  },
  /**
   * What users ask of the engine: `AcknowledgementCommand`s as JSON. Kept after they were read: an engine that lost its state
   * finds here what still holds.
   */
  commands: {
    name: 'COMMANDS',
    subjects: ['commands.*'],
    readers: [],
    maxBytes: GIB / 4,
    discard: 'old',
  },
  /** Things to do, each once: `jobs.<kind>`. */
  jobs: {
    name: 'JOBS',
    subjects: ['jobs.*'],
    readers: [],
    maxBytes: GIB,
    discard: 'new',
    isWorkQueue: true,
  },
  /**
   * Messages nobody could read, with their cause: `dead.<stream>`. One that refused would hold up what can be read behind them: the
   * oldest give way, and are counted (`platform/bus/dropped-letters.ts`).
   */
  dead: { name: 'DEAD', subjects: ['dead.*'], readers: [], maxBytes: GIB / 4, discard: 'old' },
} as const satisfies Record<string, StreamDefinition>;

export type StreamKey = keyof typeof streams;

/** Which ClickHouse table the rows of a stream belong to. */
export const tableOfStream = {
  flows: 'flows',
  samples: 'samples',
  measures: 'measures',
  alarms: 'alarm_events',
  stats: 'collector_stats',
  metrics: 'flow_metrics',
  applications: 'application_names',
} as const satisfies Partial<Record<StreamKey, string>>;

/** Key-value buckets. */
export const buckets = {
  /** NetFlow templates and option data: `<exporter address as hex>.<domain>.<protocol>`. */
  templates: 'templates',
  /** Engine state: `engine.<partition>`, and `engine.flows.<partition>` of what it makes of flows. */
  checkpoints: 'checkpoints',
  /** Range of stream sequences that a writer is about to insert: `<stream>.<partition>`. */
  intents: 'intents',
  /** Last sequence committed: `<stream>.<partition>.<reader>`. */
  positions: 'positions',
  /** How many dead letters were taken out on purpose: `taken-out`. */
  letters: 'letters',
  /** States of debug recordings: `<recording>.<collector>.<run>`. */
  debug: 'debug',
  /** Owner of a partition, with its time to live: `<process>.<partition>`. */
  leases: 'leases',
} as const;

export const partitionOf = (customer: number, partitions: number): number => customer % partitions;

export const subjectOf = (stream: StreamKey, partition: number): string => `${stream}.${String(partition)}`;
