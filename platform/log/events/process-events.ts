import { field, type EventCatalogue } from './event-definition.ts';

const { err, reason, stream, partition, subject } = field;

const disk = {
  path: 'folder on the disk',
  freeBytes: 'free space in bytes',
  reserveBytes: 'free space below which intake stops',
};

/** Events of the life of a process and of what all processes share. */
export const processEvents = {
  'component starting': {
    components: ['every process'],
    meaning: 'A part of the process starts; a start that hangs names it.',
    fields: { component: 'part of the process' },
  },
  started: {
    components: ['every process'],
    meaning: 'The process runs.',
    fields: { healthPort: 'port of `/health/ready` and `/metrics`' },
  },
  listening: {
    components: ['server', 'collector'],
    meaning: 'The process accepts connections or datagrams.',
    fields: { url: 'URL of the console', host: 'listening address', ports: 'UDP ports' },
  },
  draining: {
    components: ['every process'],
    meaning: 'The process stops: it takes no more input and stores what it holds.',
    fields: { ...reason },
  },
  stopped: {
    components: ['every process'],
    meaning: 'The process drained and exits.',
    fields: {},
  },
  'traces not exported': {
    components: ['every process'],
    meaning:
      'The OpenTelemetry collector does not take spans: they are dropped. Logged once until it takes them again.',
    fields: { ...reason },
  },
  'traces exported again': {
    components: ['every process'],
    meaning: 'The OpenTelemetry collector takes spans again.',
    fields: {},
  },
  'start failed': {
    components: ['every process'],
    meaning: 'The process cannot start and exits with 1; correct what the error names.',
    fields: { ...err },
  },
  'drain failed': {
    components: ['every process'],
    meaning: 'A part of the process failed to stop; unacknowledged data is read again after the restart.',
    fields: { ...err },
  },
  'drain timed out': {
    components: ['every process'],
    meaning: 'The process did not drain in time and exits with 1; unacknowledged data is read again.',
    fields: { timeoutMs: 'time limit in milliseconds' },
  },
  'config reload failed': {
    components: ['every process'],
    meaning:
      'A configuration could not be read; the previous one stays in force until the next read succeeds.',
    fields: { ...err, entity: 'kind of configuration' },
  },
  'config listener failed': {
    components: ['every process'],
    meaning: 'A part of the process failed to apply a configuration; report it with the error.',
    fields: { ...err },
  },
  'bus message handler failed': {
    components: ['engine', 'notification', 'collector'],
    meaning: 'A bus message was not processed; report it with the error.',
    fields: { ...err, ...subject },
  },
  'postgres connection lost': {
    components: ['engine', 'notification'],
    meaning: 'A PostgreSQL connection broke; the process reconnects.',
    fields: { ...err },
  },
  'stored secrets use a previous key': {
    components: ['server', 'notification', 'poller', 'discovery', 'sdwan'],
    meaning: 'Stored secrets are sealed with a previous key; run `npm run reseal-secrets`.',
    fields: {},
  },
  'stream full': {
    components: ['server', 'notification'],
    meaning:
      'A stream does not take messages. `full`: its reader is down or too slow, check the writer, the engine or the targets; `unreachable`: NATS did not respond; `disk`: the disk of the stores has no space.',
    fields: {
      ...stream,
      process: 'process that was rejected first',
      reason: '`full`, `unreachable` or `disk`',
    },
  },
  'stream recreated': {
    components: ['writer', 'engine'],
    meaning: 'A stream was deleted and created again; reading restarts at its beginning.',
    fields: {
      ...stream,
      ...partition,
      lastSeq: 'last sequence of the stream',
      writtenSeq: 'last sequence written from the previous stream',
      created: 'creation time of the stream',
    },
  },
  'stream lost its end': {
    components: ['writer'],
    meaning:
      'NATS lost messages that it had acknowledged, as after a power failure (`sync_interval`), and gives their sequences to others. What was written before is stored; what was not is lost.',
    fields: {
      ...stream,
      ...partition,
      lastSeq: 'last sequence that the stream retained',
      writtenSeq: 'last sequence written before',
      lost: 'messages that the writer knew of and the stream lost',
    },
  },
  'dead letter parked': {
    components: ['writer', 'engine', 'notification'],
    meaning: 'A message cannot be processed and was moved to the dead letter stream; inspect it there.',
    fields: { ...stream, ...partition, seq: 'stream sequence', ...reason },
  },
  'child process ended': {
    components: ['start', 'embedded'],
    meaning: 'A supervised process ended and is restarted on its data; read its log for the cause.',
    fields: {
      child: 'name of the process',
      code: 'exit code',
      signal: 'signal that ended it',
      livedMs: 'run time in milliseconds',
      restartMs: 'delay of the restart in milliseconds',
    },
  },
  'child process restart failed': {
    components: ['start', 'embedded'],
    meaning: 'A supervised process did not become ready after its restart; read its log for the cause.',
    fields: { child: 'name of the process', ...err },
  },
  'liveness query failed': {
    components: ['start', 'embedded'],
    meaning: 'A supervised process did not respond in time; it is replaced after some consecutive failures.',
    fields: { child: 'name of the process', failures: 'consecutive failures', ...err },
  },
  'child process unresponsive': {
    components: ['start', 'embedded'],
    meaning: 'A supervised process runs but does not respond; it is killed and restarted on its data.',
    fields: { child: 'name of the process', failures: 'consecutive failures' },
  },
  'replicas prepared': {
    components: ['start'],
    meaning: 'Replicas of ClickHouse that were away have the tables and accounts of this release; no action.',
    fields: { replicas: 'number of replicas' },
  },
  'replicas not prepared': {
    components: ['start'],
    meaning:
      'Replicas of ClickHouse that were away could not get the tables and accounts of this release; it is tried again.',
    fields: { ...err },
  },
  'document drifted': {
    components: ['start'],
    meaning:
      'A user has changed a document that comes from a file; the next change of the file replaces it. Export the document, or restore its version.',
    fields: { file: 'path within the folder of `--documents`' },
  },
  'document not provisioned': {
    components: ['start'],
    meaning: 'A file of `--documents` was not applied; correct what the reason names.',
    fields: { file: 'path within the folder of `--documents`', ...reason },
  },
  'document provisioned': {
    components: ['start'],
    meaning:
      'A document was created or updated from its file, or is one of the users now that its file was deleted.',
    fields: {
      file: 'path within the folder of `--documents`',
      outcome: '`created`, `updated`, `drift replaced` or `released`',
      left: 'elements and KPIs that are not known here',
    },
  },
  'disk space low': {
    components: ['start'],
    meaning: 'The disk of `TELLTALE_DATA` is nearly full; free or add space before intake stops.',
    fields: disk,
  },
  'disk full': {
    components: ['start'],
    meaning: 'The disk of `TELLTALE_DATA` has reached its reserve: intake stops until there is space again.',
    fields: disk,
  },
  'disk space available': {
    components: ['start'],
    meaning: 'The disk of `TELLTALE_DATA` has space again; intake continues automatically.',
    fields: disk,
  },
  'process not ready': {
    components: ['start'],
    meaning: 'A process runs and cannot work, because a store or a part of it does not respond.',
    fields: {
      child: 'name of the process',
      waitingFor: 'parts that are not ready',
      seconds: 'time since it was ready',
    },
  },
  'process ready again': {
    components: ['start'],
    meaning: 'A process works again.',
    fields: { child: 'name of the process', seconds: 'time in which it was not ready' },
  },
  'nats-server output': {
    components: ['embedded'],
    meaning: 'A warning or error of the embedded nats-server.',
    fields: { line: 'line of nats-server' },
  },
  'deduplication log repaired': {
    components: ['embedded-clickhouse'],
    meaning: 'The last shutdown cut a deduplication log of ClickHouse, which was repaired; no action.',
    fields: { blocks: 'number of repaired blocks' },
  },
  'store writes paused': {
    components: ['embedded-clickhouse'],
    meaning:
      'The disk is below half its reserve: ClickHouse inserts and merges nothing, the streams retain what arrived. Free or add space.',
    fields: { freeBytes: 'free space in bytes', floorBytes: 'free space below which nothing is written' },
  },
  'store writes resumed': {
    components: ['embedded-clickhouse'],
    meaning: 'The disk has space again, and every part written while it filled up is complete; no action.',
    fields: { freeBytes: 'free space in bytes', floorBytes: 'free space below which nothing is written' },
  },
  'parts not checked': {
    components: ['embedded-clickhouse'],
    meaning:
      'The parts written while the disk filled up could not be checked; the check is repeated and merges wait for it.',
    fields: { ...err },
  },
  'parts damaged by a full disk': {
    components: ['embedded-clickhouse'],
    meaning:
      'Another program took the last space while ClickHouse wrote. It restarts by itself with the parts before their merge; unconfirmed inserts are repeated.',
    fields: { parts: 'tables and parts, at most 20', count: 'number of parts' },
  },
  'damaged parts restored': {
    components: ['embedded-clickhouse'],
    meaning:
      'Damaged parts were replaced by those before their merge, or by a repeated insert, and these were read and are complete: no row is lost; no action.',
    fields: {
      parts: 'tables and parts, at most 20',
      count: 'number of parts',
      rows: 'rows of the parts, as far as known',
    },
  },
  'inserts of damaged parts awaited': {
    components: ['embedded-clickhouse'],
    meaning:
      'Damaged parts were inserts. The writer repeats those that were not confirmed; `damaged parts restored` or `rows of a damaged part lost` follows for each, once its partition is past them.',
    fields: {
      parts: 'tables and parts, at most 20',
      count: 'number of parts',
      rows: 'rows of the parts, as far as known',
    },
  },
  'rows of a damaged part lost': {
    components: ['embedded-clickhouse'],
    meaning:
      'A part is damaged, and nothing that could be read replaces it. Its folder is in `detached/` of its table; this line appears at each start until it is removed.',
    fields: {
      table: 'name of the table',
      part: 'name of the part',
      partition: 'partition, a day or a month',
      firstBlock: 'number of its first insert in the table',
      lastBlock: 'number of its last insert',
      rows: 'rows lost, or `unknown`',
    },
  },
  'lost rows derived': {
    components: ['embedded-clickhouse'],
    meaning:
      'Rows of damaged parts of a rollup were derived again from its source. What is still lost had expired or was lost there too.',
    fields: {
      table: 'name of the table',
      source: 'table that they were derived from',
      partition: 'partition, a day or a month',
      parts: 'number of damaged parts',
      rows: 'rows derived',
      lost: 'rows still lost, at most, or `unknown`',
    },
  },
  'lost rows not derived': {
    components: ['embedded-clickhouse'],
    meaning:
      'Lost rows of rollups could not be derived again from their sources; the next start of ClickHouse tries again.',
    fields: { ...err },
  },
  'embedded postgres session failed': {
    components: ['embedded-postgres'],
    meaning: 'The embedded PostgreSQL failed; the process exits and is restarted.',
    fields: { ...err },
  },
} as const satisfies EventCatalogue;
