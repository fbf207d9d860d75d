/** Processes that write log lines, as in the field `name` of a line. */
export type LogComponent =
  | 'server'
  | 'engine'
  | 'notification'
  | 'collector'
  | 'poller'
  | 'discovery'
  | 'sdwan'
  | 'jobs'
  | 'writer'
  | 'embedded'
  | 'embedded-clickhouse'
  | 'embedded-postgres'
  | 'start'
  | 'fleet'
  | 'history'
  | 'story'
  | 'every process';

export interface EventDefinition {
  readonly components: readonly LogComponent[];
  /** What happened, and what an operator does about it. */
  readonly meaning: string;
  /** Meaning and unit of each field. */
  readonly fields: Readonly<Record<string, string>>;
}

export type EventCatalogue = Readonly<Record<string, EventDefinition>>;

/** Fields that mean the same in every event. */
export const field = {
  account: { account: 'account id' },
  address: { address: 'client address' },
  err: { err: 'error' },
  exporter: { exporter: 'exporter address' },
  partition: { partition: 'partition number' },
  pipeline: { pipeline: '`samples` or `flows`' },
  reason: { reason: 'reason as text' },
  seq: { seq: 'stream sequence' },
  stream: { stream: 'name of the stream in NATS' },
  subject: { subject: 'bus subject' },
} as const;
