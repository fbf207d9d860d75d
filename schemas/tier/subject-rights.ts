import type { ConfigEntity } from '../bus/subject.ts';
import type { buckets, StreamKey } from '../bus/stream.ts';
import type { Tier } from './tier.ts';

/** NATS permissions of an account; other subjects are closed. */
export interface SubjectRights {
  /** Streams it publishes to, reads from, and purges of messages committed by every reader. */
  readonly writes?: readonly StreamKey[];
  readonly reads?: readonly StreamKey[];
  readonly purges?: readonly StreamKey[];
  readonly buckets?: readonly (keyof typeof buckets)[];
  /** Configuration changes it announces; every account subscribes to all of them, and reports its own configuration and heartbeat. */
  readonly announces?: readonly ConfigEntity[];
  /** Core NATS. */
  readonly publishes?: readonly string[];
  readonly subscribes?: readonly string[];
}

const stored = [
  ...(['flows', 'metrics', 'samples', 'measures', 'alarms', 'stats', 'applications', 'quarantine'] as const),
] as const satisfies readonly StreamKey[];

/** Least privileges per tier (OWASP ASVS 5.0, 13.2.2). */
export const subjectRights: Readonly<Record<Tier, SubjectRights>> = {
  collector: {
    writes: ['flows', 'metrics', 'samples', 'applications', 'stats', 'quarantine'],
    buckets: ['templates', 'debug'],
    publishes: ['state.tail.flows'],
    subscribes: [
      ...(['state.exporters.unknown', 'state.exporters.hint', 'state.exporters.templates'] as const),
      ...(['state.recordings.file.*', 'state.tail.order', 'state.inventory.reading'] as const),
    ],
  },
  poller: {
    writes: ['samples'],
    buckets: ['leases'],
    announces: ['inventory'],
    publishes: ['state.realtime.*'],
    subscribes: [
      ...(['state.poller.devices', 'state.poller.test', 'state.poller.use'] as const),
      ...(['state.poller.realtime', 'state.poller.lines', 'state.inventory.reading'] as const),
    ],
  },
  sdwan: {
    // Volumes of applications are flows.
    writes: ['samples', 'flows', 'applications'],
    buckets: ['leases'],
    subscribes: ['state.inventory.reading'],
  },
  discovery: { publishes: ['state.discovery.*'], subscribes: ['state.snmp.probe'] },
  writer: {
    reads: stored,
    purges: stored,
    writes: ['dead'],
    buckets: ['intents', 'positions', 'letters', 'leases'],
    publishes: ['state.writer.alive', 'state.writer.sharing.*'],
    subscribes: ['state.backup.hold', 'state.writer.sharing.*'],
  },
  engine: {
    // Heartbeats are published to the input streams.
    writes: ['samples', 'flows', 'metrics', 'measures', 'alarms', 'dead'],
    reads: ['samples', 'flows', 'metrics', 'measures', 'alarms', 'commands'],
    purges: ['samples', 'flows', 'metrics'],
    buckets: ['checkpoints', 'positions', 'leases'],
    announces: ['target'],
    publishes: ['live.*.*', 'state.ready', 'state.engine.alive', 'state.traffic.*'],
    subscribes: [
      ...(['state.alert.*', 'backtest.*', 'state.engine.alive', 'state.engine.late'] as const),
      ...(['state.engine.windows', 'state.inventory.reading', 'state.backup.hold'] as const),
    ],
  },
  notification: {
    reads: ['alarms', 'jobs'],
    writes: ['jobs', 'dead'],
    purges: ['alarms'],
    buckets: ['leases', 'positions'],
    publishes: ['state.engine.alive'],
    subscribes: [
      ...(['state.notification.test', 'state.stream.rejected', 'state.engine.alive'] as const),
      'state.inventory.reading',
      'state.health',
    ],
  },
  jobs: {},
  server: {
    // Account mails, and user commands to the engine.
    writes: ['jobs', 'commands'],
    buckets: ['debug', 'letters'],
    announces: [
      ...(['inventory', 'cockpit', 'kpi', 'resource', 'announcement', 'access', 'application'] as const),
      ...(['debug', 'silence', 'polling', 'target', 'notification', 'iframe'] as const),
    ],
    publishes: [
      'state.alert.*',
      'backtest.*',
      'state.exporters.unknown',
      'state.exporters.hint',
      'state.exporters.templates',
      'state.recordings.file.*',
      'state.tail.order',
      'state.poller.devices',
      'state.poller.test',
      'state.poller.use',
      'state.poller.lines',
      'state.poller.realtime',
      'state.engine.late',
      'state.engine.windows',
      'state.notification.test',
      'state.snmp.probe',
      'state.inventory.reading',
      'state.configuration',
      'state.health',
      'state.editors',
    ],
    subscribes: [
      'state.editors',
      'state.process.alive',
      'state.inventory.reading',
      'state.tail.flows',
      'live.*.*',
      'state.ready',
      'state.engine.alive',
      'state.writer.alive',
      'state.discovery.*',
      'state.realtime.*',
      'state.traffic.*',
      'state.stream.rejected',
    ],
  },
};
