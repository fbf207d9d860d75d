/** `npm run nightly [-- NAME …]`: what takes too long for every push, each as the same test with more rounds. */
import { spawnSync } from 'node:child_process';
import { filesOfNight } from './gate/of-night.ts';

const runs: Readonly<
  Record<string, { readonly command: readonly string[]; readonly env: Readonly<Record<string, string>> }>
> = {
  /** The owner of a partition, under load. */
  'engine-kills': {
    command: [
      'vitest',
      'run',
      'tests/scenario/engine/takeover.test.ts',
      'tests/scenario/engine/killed.test.ts',
    ],
    env: { ENGINE_KILLS: '50' },
  },
  /** Each process of the product in turn, under load. */
  'tier-kills': {
    command: ['vitest', 'run', 'tests/nightly/killed-under-load.test.ts'],
    env: { KILL_ROUNDS: '50' },
  },
  /** Servers and processes that render, while schedules are due. */
  'schedule-kills': {
    command: ['vitest', 'run', 'tests/nightly/killed-schedules.test.ts'],
    env: { SCHEDULE_KILLS: '50' },
  },
  /** A process that renders reports, in the middle of a PDF. */
  'jobs-kills': { command: ['vitest', 'run', 'tests/nightly/killed-jobs.test.ts'], env: {} },
  /** A thousand schedules of one minute. */
  'due-schedules': { command: ['vitest', 'run', 'tests/nightly/due-schedules.test.ts'], env: {} },
  /** The writer, at any point of an insert. */
  'writer-kills': {
    command: ['vitest', 'run', 'tests/scenario/writer/exactly-once.test.ts'],
    env: { WRITER_KILLS: '50' },
  },
  /** The disk of the data nearly full, then full; needs root for a file system in memory. */
  'full-disk': { command: ['vitest', 'run', 'tests/nightly/full-disk.test.ts'], env: {} },
  /** The same with ClickHouse alone: parts damaged while the space ends are restored. */
  'full-disk-parts': { command: ['vitest', 'run', 'tests/nightly/full-disk-parts.test.ts'], env: {} },
  /** Inserts whose part the full disk has damaged, repeated under their token much later; needs root for a file system in memory. */
  'full-disk-repeat': { command: ['vitest', 'run', 'tests/nightly/full-disk-repeat.test.ts'], env: {} },
  /** Files of reports that the disk of PostgreSQL has no space for, and a browser without space; needs root, and Debian's PostgreSQL. */
  'full-disk-reports': { command: ['vitest', 'run', 'tests/nightly/full-disk-reports.test.ts'], env: {} },
  /** Each process stopped for 20 s under load. */
  'hung-processes': { command: ['vitest', 'run', 'tests/nightly/hung-processes.test.ts'], env: {} },
  /** A backup under load, everything destroyed, restored. */
  backup: { command: ['vitest', 'run', 'tests/nightly/backup.test.ts'], env: {} },
  /** Two servers of PostgreSQL, one a synchronous standby that takes over. */
  'cluster-postgres': {
    command: ['vitest', 'run', 'tests/nightly/cluster/postgres.test.ts'],
    env: { POSTGRES_FAILOVERS: '10' },
  },
  /** Three servers of NATS, each killed ten times under load. */
  'cluster-nats': {
    command: ['vitest', 'run', 'tests/nightly/cluster/nats.test.ts'],
    env: { NATS_KILLS: '10' },
  },
  /** Two replicas of ClickHouse, killed during inserts, without Keeper, and behind. */
  'cluster-clickhouse': {
    command: ['vitest', 'run', 'tests/nightly/cluster/clickhouse.test.ts'],
    env: { CLICKHOUSE_KILLS: '50', CLICKHOUSE_AWAY_SECONDS: '60' },
  },
  /** A stream that lost messages which it had acknowledged. */
  'cluster-lost-tail': { command: ['vitest', 'run', 'tests/nightly/cluster/lost-tail.test.ts'], env: {} },
  /** Writers that share the partitions, killed, suspended and without NATS under load. */
  'cluster-writers': {
    command: ['vitest', 'run', 'tests/scenario/writer/takeover.test.ts'],
    env: { TEST_ROUNDS: 'full' },
  },
  /** The same with three pollers that share the devices. */
  'cluster-pollers': {
    command: ['vitest', 'run', 'tests/nightly/snmp-takeover.test.ts'],
    env: { POLLER_KILLS: '10' },
  },
  /** Two servers behind HAProxy with 200 live connections, one of them killed. */
  'cluster-servers': { command: ['vitest', 'run', 'tests/nightly/cluster/servers.test.ts'], env: {} },
  /** Compose file, images and units as they are generated, run by podman; needs root, podman, podman-compose, runc and mmdebstrap. */
  'cluster-deployment': { command: ['vitest', 'run', 'tests/nightly/cluster/deployment.test.ts'], env: {} },
  /** The Helm chart, rendered by Go's templates with Sprig; needs Debian's packages of both. */
  'cluster-chart': { command: ['vitest', 'run', 'tests/nightly/cluster/chart.test.ts'], env: {} },
  /** A backup into a disk that is too small, or fills up while it is written; needs root for a file system in memory. */
  'backup-full-disk': { command: ['vitest', 'run', 'tests/nightly/backup-full-disk.test.ts'], env: {} },
  /** This release on a data folder of each release before (`docs/releases.json`), and on its own. */
  upgrade: { command: ['vitest', 'run', 'tests/nightly/upgrade.test.ts'], env: {} },
  /** ClickHouse and PostgreSQL that run for a fifth of the time, under load with alarms. */
  'slow-store': { command: ['vitest', 'run', 'tests/nightly/slow-store.test.ts'], env: {} },
  /** A broker that does not read for minutes, at 50,000 records/s. */
  'stopped-broker': { command: ['vitest', 'run', 'tests/nightly/stopped-broker.test.ts'], env: {} },
  /** Everything that keeps accounts, rights, the audit and what is shared, on Debian's PostgreSQL. */
  postgres: {
    command: [
      'node',
      'tests/run.ts',
      '--postgres',
      'tests/api/',
      'tests/scenario/account/',
      'tests/scenario/discovery/slow-store',
      'tests/scenario/network/',
      'tests/store/',
    ],
    env: {},
  },
  /**
   * What the gate leaves out: two engines, large windows, a storm, a fleet of devices, every dashlet in every state, screens of administration, a
   * provider who starts from nothing, hostile texts on every page at 390 and 320 pixels.
   */
  heavy: {
    command: [
      'vitest',
      'run',
      ...filesOfNight,
      'tests/screens/alarm-from-the-wire.test.ts',
      'platform/embedded/clickhouse/http-server.test.ts',
    ],
    env: { ALARM_ROUNDS: '20' },
  },
  /** The gate three times at half of the processor. */
  'busy-machine': { command: ['node', 'tests/nightly/busy-machine.ts'], env: {} },
  /** Components on React's development build, whose complaints fail a test. */
  development: { command: ['vitest', 'run', '--project', 'component'], env: {} },
  /** Properties, codecs and fuzzing with all of their rounds. */
  properties: {
    command: [
      'vitest',
      'run',
      '--project',
      'unit',
      '--project',
      'product',
      '--project',
      'screen',
      '--project',
      'api',
    ],
    env: { TEST_ROUNDS: 'full' },
  },
  /** Every KPI by every key, granularity and zone, computed from raw samples and flows. */
  reference: { command: ['vitest', 'run', 'tests/reference'], env: { TEST_ROUNDS: 'full' } },
  /** A month of the demonstration network, compared with statements written apart from the product. */
  'demonstration-figures': {
    command: ['vitest', 'run', 'tests/nightly/demonstration-figures.test.ts'],
    env: {},
  },
  /** The commands of docs/01-first-hour.md with Debian's snmpd and softflowd, until an alarm is on the screen; needs root. */
  'first-hour': { command: ['vitest', 'run', 'tests/nightly/first-hour.test.ts'], env: {} },
  /** A real identity provider on PHP's own server. */
  saml: { command: ['vitest', 'run', 'tests/nightly/saml-simplesamlphp.test.ts'], env: {} },
  /** Webhook, mail and trap receivers are away for a minute, while two processes notify. */
  'receiver-down': { command: ['vitest', 'run', 'tests/nightly/receiver-down.test.ts'], env: {} },
  /** Features generated in a copy of the repository, also after a release: their rules, the whole check and their tests. */
  'new-feature': {
    command: ['vitest', 'run', 'tests/structure/new-feature.test.ts', 'tests/nightly/new-feature.test.ts'],
    env: {},
  },
  /** Known faults of what we use; the times to mend them stand in CONTRIBUTING.md. */
  components: { command: ['npm', 'audit', '--audit-level=high'], env: {} },
  fuzz: { command: ['node', 'tests/fuzz.ts', '--minutes', '60'], env: {} },
};

const expected = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(runs);
for (const name of expected) {
  const run = runs[name];
  if (run === undefined) {
    process.stderr.write(`no nightly run is called ${name}; there are: ${Object.keys(runs).join(', ')}\n`);
    process.exit(1);
  }
  const [program = '', ...args] = run.command;
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...run.env, NIGHTLY: 'true' },
  });
  process.stdout.write(`${status === 0 ? '✓' : '✗'} ${name}\n`);
  if (status !== 0) process.exitCode = 1;
}
