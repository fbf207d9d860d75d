import type { ConfigEntity } from '../bus/subject.ts';
import type { buckets } from '../bus/stream.ts';
import type { StreamKey } from '../bus/stream.ts';
import type { Tier } from './tier.ts';

/** What an account may do in NATS; any other subject is closed to it. */
export interface SubjectRights {
  /** Streams into which it puts messages, of which it reads, and of which it removes what everybody has read. */
  readonly writes?: readonly StreamKey[];
  readonly reads?: readonly StreamKey[];
  readonly purges?: readonly StreamKey[];
  readonly buckets?: readonly (keyof typeof buckets)[];
  /** Changes of the configuration that it tells; those of others are told to everybody. */
  readonly announces?: readonly ConfigEntity[];
  /** Core NATS. */
  readonly publishes?: readonly string[];
  readonly subscribes?: readonly string[];
}

const stored = [
  ...(['flows', 'metrics', 'samples', 'measures', 'alarms', 'stats', 'applications'] as const),
] as const satisfies readonly StreamKey[];

/** The least that each tier works with (OWASP ASVS 5.0, 13.2.2). */
export const subjectRights: Readonly<Record<Tier, SubjectRights>> = {
  collector: {
    writes: ['flows', 'metrics', 'samples', 'applications', 'stats'],
    buckets: ['templates', 'debug'],
    subscribes: ['state.exporters.unknown'],
  },
  poller: { writes: ['samples'], announces: ['inventory'], subscribes: ['state.poller.devices'] },
  discovery: { publishes: ['state.discovery.*'] },
  writer: {
    reads: stored,
    purges: stored,
    writes: ['dead'],
    buckets: ['intents', 'positions', 'letters'],
  },
  engine: {
    // Ticks stand among what they end.
    writes: ['samples', 'flows', 'metrics', 'measures', 'alarms', 'dead'],
    reads: ['samples', 'flows', 'metrics', 'measures', 'alarms', 'commands'],
    purges: ['samples', 'flows', 'metrics'],
    buckets: ['checkpoints', 'positions', 'leases'],
    announces: ['target'],
    publishes: ['live.*.*', 'state.ready', 'state.engine.alive'],
    subscribes: ['state.alert.*', 'backtest.*', 'state.engine.alive'],
  },
  notification: {
    reads: ['alarms', 'jobs'],
    writes: ['jobs', 'dead'],
    purges: ['alarms'],
    buckets: ['leases', 'positions'],
    publishes: ['state.engine.alive'],
    subscribes: ['state.notification.test', 'state.stream.refused', 'state.engine.alive'],
  },
  server: {
    // Mails of accounts, and what users ask of the engine.
    writes: ['jobs', 'commands'],
    buckets: ['debug', 'letters'],
    announces: [
      ...(['inventory', 'cockpit', 'kpi', 'resource', 'announcement', 'access', 'application'] as const),
      ...(['debug', 'silence', 'polling', 'target', 'notification'] as const),
    ],
    publishes: [
      'state.alert.*',
      'backtest.*',
      'state.exporters.unknown',
      'state.poller.devices',
      'state.notification.test',
    ],
    subscribes: ['live.*.*', 'state.ready', 'state.discovery.*', 'state.stream.refused'],
  },
};
