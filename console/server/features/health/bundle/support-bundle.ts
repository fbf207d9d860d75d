import { arch, cpus, freemem, loadavg, platform, release as systemRelease, totalmem, uptime } from 'node:os';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import { release } from '#platform/lifecycle/release.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { readSealed } from '#platform/secret/read-sealed.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { configurationFile, type ProcessConfiguration } from '#schemas/configuration/configuration.ts';
import { reasonText } from '#schemas/health/reason.ts';
import { streams } from '#schemas/bus/stream.ts';
import type { HealthMonitor } from '../health-monitor.ts';
import type { HealthStore } from '../health-store.ts';
import { archiveOf, type ArchiveFile } from './bundle-archive.ts';
import { logsIn, logTail } from './log-tail.ts';
import { redactor, secretsOfEnvironment, type Redactor } from './redact.ts';

export interface BundleNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly bus: Pick<Bus, 'streamState'>;
  readonly clock: Clock;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly monitor: Pick<HealthMonitor, 'current'>;
  readonly store: Pick<HealthStore, 'changes' | 'recentRuns'>;
  /** What every process has in force: no sensitive value is among them. */
  readonly configuration: () => Promise<readonly ProcessConfiguration[]>;
  /** Folder of the logs; undefined: they are elsewhere. */
  readonly logFolder: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What is in the archive, for its reader. */
const README = `Support bundle of Telltale.

manifest.json        release, time, machine
health.json          every part of the platform with its state and reason, and the changes of 31 days
configuration.txt    the configuration in force in each process; secrets are left out by name
versions.json        releases of processes and stores
migrations.json      migrations that were applied to both stores
streams.json         messages and bytes of each stream
logs/                the last megabyte of each log

Passwords, communities, tokens and keys were removed from everything: those that are stored or configured by their value,
others by their form. Addresses and names of devices, customers and users are in the logs: treat the bundle accordingly.
`;

const asText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

async function migrationsOf({ db, clickhouse }: BundleNeeds): Promise<unknown> {
  const [postgres, columnar] = await Promise.allSettled([
    sql<{ name: string }>`SELECT name FROM migration ORDER BY name`.execute(db),
    clickhouse.query<{ name: string }>('SELECT name FROM migration ORDER BY name'),
  ]);
  const unread = 'not readable';
  return {
    postgres: postgres.status === 'fulfilled' ? postgres.value.rows.map(({ name }) => name) : unread,
    clickhouse: columnar.status === 'fulfilled' ? columnar.value.map(({ name }) => name) : unread,
  };
}

async function versionsOf({ db, clickhouse, store }: BundleNeeds): Promise<unknown> {
  const [postgres, columnar, runs] = await Promise.allSettled([
    sql<{ version: string }>`SELECT version() AS version`.execute(db),
    clickhouse.query<{ version: string }>('SELECT version() AS version'),
    store.recentRuns(),
  ]);
  return {
    server: release,
    node: process.version,
    postgres: postgres.status === 'fulfilled' ? postgres.value.rows[0]?.version : 'not readable',
    clickhouse: columnar.status === 'fulfilled' ? columnar.value[0]?.version : 'not readable',
    runs: runs.status === 'fulfilled' ? runs.value : 'not readable',
  };
}

async function streamsOf({ bus }: BundleNeeds): Promise<unknown> {
  const names = Object.values(streams).map(({ name }) => name);
  const states = await Promise.allSettled(names.map((name) => bus.streamState(name)));
  return Object.fromEntries(
    names.map((name, at) => {
      const state = states[at];
      return [name, state?.status === 'fulfilled' ? state.value : 'not readable'];
    }),
  );
}

async function healthOf({ monitor, store }: BundleNeeds): Promise<unknown> {
  const { at, components } = monitor.current;
  const worded = components.map((one) => ({ ...one, words: reasonText(one.reason, 'en') }));
  const month = await store.changes().catch(() => 'not readable');
  return { at: dateAtMs(at).toISOString(), components: worded, month };
}

const machine = () => ({
  system: `${platform()} ${systemRelease()} ${arch()}`,
  cores: cpus().length,
  memoryBytes: totalmem(),
  freeBytes: freemem(),
  load: loadavg(),
  uptimeSeconds: Math.round(uptime()),
});

async function* filesOf(needs: BundleNeeds, { lines, text, value }: Redactor): AsyncGenerator<ArchiveFile> {
  const json = (name: string, read: () => Promise<unknown>): ArchiveFile => ({
    name,
    content: async () => asText(value(await read())),
  });
  const manifest = { release, at: needs.clock.now().toISOString(), machine: machine() };
  yield { name: 'README.txt', content: () => Promise.resolve(README) };
  yield json('manifest.json', () => Promise.resolve(manifest));
  yield json('health.json', () => healthOf(needs));
  yield {
    name: 'configuration.txt',
    content: async () =>
      configurationFile(await needs.configuration())
        .split('\n')
        // Whether a secret is set is none.
        .map((one) => (/^# \w+ is secret: (?:not )?set$/.test(one) ? one : text(one)))
        .join('\n'),
  };
  yield json('versions.json', () => versionsOf(needs));
  yield json('migrations.json', () => migrationsOf(needs));
  yield json('streams.json', () => streamsOf(needs));
  const { logFolder } = needs;
  if (logFolder === undefined) return;
  for (const name of await logsIn(logFolder))
    yield { name: `logs/${name}`, content: () => logTail(logFolder, name, lines()) };
}

/**
 * The support bundle as a `.tar.gz`. Rejects while the stored secrets cannot be read: without them, a log might show one.
 */
export async function supportBundle(needs: BundleNeeds): Promise<Readable> {
  const { db, secrets, env, clock } = needs;
  const known = new Set([...(await readSealed(db, secrets)), ...secretsOfEnvironment(env)]);
  return archiveOf(filesOf(needs, redactor(known)), clock.now());
}
