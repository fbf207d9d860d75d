import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { readLastBackup } from '#platform/embedded/last-backup.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { z } from 'zod';
import { subjects } from '#schemas/bus/subject.ts';
import type { PolledDevice } from '#schemas/collector/polled-device.ts';
import { pollingStateOf } from '#schemas/collector/polling-state-of.ts';
import type { DevicePollingState } from '#schemas/collector/polling-state.ts';
import { UnknownExporter } from '#schemas/collector/unknown-exporter.ts';
import { RECENT_BACKUP_DAYS, type FirstStepFacts } from '#schemas/first-steps/first-steps.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import { SAML_SETTING } from '#schemas/settings/saml/saml-secrets.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';

export interface StepFactNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly bus: Pick<Bus, 'request'>;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
  /** What pollers report of each device. Throws UNAVAILABLE. */
  readonly pollerReports: () => Promise<ReadonlyMap<number, PolledDevice>>;
  /** Data folder of the embedded stores; undefined when a store is elsewhere. */
  readonly dataFolder: string | undefined;
}

type Read = {
  readonly [Step in keyof FirstStepFacts]: (needs: StepFactNeeds) => Promise<FirstStepFacts[Step]>;
};

const failing = new Set<DevicePollingState['state']>(['dead', 'silent', 'refused']);
const responding = new Set<DevicePollingState['state']>(['responding', 'late']);
const idle = new Set<DevicePollingState['state']>(['not polled', 'deactivated']);

async function readPolling({ inventory, pollerReports }: StepFactNeeds): Promise<FirstStepFacts['polling']> {
  const reports = await pollerReports().catch(() => undefined);
  if (reports === undefined) return null;
  const { current } = inventory;
  const polled = [...current.devices.values()]
    .map((device) =>
      pollingStateOf({ ...device, active: isDeviceCollected(current, device) }, reports.get(device.id)),
    )
    .filter(({ state }) => !idle.has(state));
  const failed = polled.find(({ state }) => failing.has(state));
  return {
    polled: polled.length,
    responding: polled.filter(({ state }) => responding.has(state)).length,
    waiting: polled.filter(({ state }) => state === 'waiting').length,
    failure:
      failed === undefined
        ? null
        : {
            device: failed.device,
            name: failed.name,
            address: failed.address,
            reason: failed.rejection ?? 'timeout',
          },
  };
}

const RECENT_MS = 5 * MINUTE_MS;
const MAX_UNKNOWN = 5;

async function readFlows({ clickhouse, bus, clock }: StepFactNeeds): Promise<FirstStepFacts['flows']> {
  const from = Math.floor((clock.now().getTime() - RECENT_MS) / SECOND_MS);
  const [rows, unknown] = await Promise.all([
    clickhouse
      .query<{ exporters: number }>(
        `SELECT toFloat64(uniqExact(customer, exporter, address)) AS exporters FROM collector_stats
WHERE at >= toDateTime({from:UInt32}, 'UTC') AND records > 0`,
        { from },
      )
      .catch(() => undefined),
    bus
      .request(subjects.unknownExporters, '')
      .then((reply) => z.array(UnknownExporter).parse(unpackJson(reply)))
      .catch(() => []),
  ]);
  if (rows === undefined) return null;
  const addresses = new Set(
    unknown.toSorted((one, other) => other.records - one.records).map(({ address }) => address),
  );
  return {
    exporters: rows[0]?.exporters ?? 0,
    unknown: [...addresses].slice(0, MAX_UNKNOWN),
    unknownCount: addresses.size,
  };
}

const countOf = (rows: readonly { readonly count: number }[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0);

async function readAlarms({ db }: StepFactNeeds): Promise<FirstStepFacts['alarms']> {
  const rows = await db
    .selectFrom('cockpit_alarm as alarm')
    .innerJoin('resource', 'resource.id', 'alarm.cockpit_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('alarm.enabled', '=', true)
    .where('resource.active', '=', true)
    .execute();
  return { definitions: countOf(rows) };
}

async function readTargets({ db }: StepFactNeeds): Promise<FirstStepFacts['notifications']> {
  const counts = await Promise.all(
    (['webhook', 'alarm_mail', 'trap_receiver'] as const).map((table) =>
      db.selectFrom(table).select('id').where('enabled', '=', true).execute(),
    ),
  );
  return { targets: counts.flat().length };
}

/** What the stored settings of SAML are read for. */
const Enabled = z.object({ enabled: z.boolean() });

async function readUsers({ db }: StepFactNeeds): Promise<FirstStepFacts['users']> {
  const [accounts, oidc, saml] = await Promise.all([
    db.selectFrom('account').select('id').limit(1_000).execute(),
    db.selectFrom('oidc_provider').select('id').where('enabled', '=', true).execute(),
    db.selectFrom('setting').select('value').where('name', '=', SAML_SETTING).executeTakeFirst(),
  ]);
  const isSamlOn = Enabled.safeParse(saml?.value).data?.enabled === true;
  return { accounts: accounts.length, providers: oidc.length + (isSamlOn ? 1 : 0) };
}

function readBackup({ dataFolder, clock }: StepFactNeeds): FirstStepFacts['backup'] {
  if (dataFolder === undefined) return null;
  const last = readLastBackup(dataFolder);
  if (last === undefined) return { last: null };
  const { at, bytes } = last;
  return { last: { at, bytes, isRecent: clock.now().getTime() - at <= RECENT_BACKUP_DAYS * DAY_MS } };
}

/** Reads what the installation has, step by step. */
export const readStepFacts: Read = {
  network: ({ inventory: { current } }) =>
    Promise.resolve({
      customers: current.customers.size,
      sites: current.sites.size,
      devices: current.devices.size,
    }),
  polling: readPolling,
  flows: readFlows,
  alarms: readAlarms,
  notifications: readTargets,
  users: readUsers,
  backup: (needs) => Promise.resolve(readBackup(needs)),
};
