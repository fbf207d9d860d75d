import type { Bus } from '#platform/bus/bus.ts';
import type { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { pollingStateOf } from '#schemas/collector/polling-state-of.ts';
import type { LateDevice } from '#schemas/collector/late-device.ts';
import type { PolledDevice } from '#schemas/collector/polled-device.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { JobKind } from '#schemas/notification/job.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { readTargetHealth } from '../../shared/notification/read-target-health.ts';
import type { PollingSummary, TargetStates } from './judge/judge-collection.ts';
import type { DiskSample } from './judge/judge-stores.ts';
import type { HealthStore } from './health-store.ts';
import { SourceReading } from './read/source-reading.ts';
import { readClickHouse, readPostgres, readStreams } from './read/read-stores.ts';
import { readBackupAge, readUpkeep } from './read/read-upkeep.ts';

export interface ReadingNeeds {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly letters: Pick<DroppedLetters, 'count'>;
  readonly inventory: { readonly current: Inventory };
  readonly store: Pick<HealthStore, 'diskUses'>;
  /** Data folder of the embedded stores; undefined: they are elsewhere. */
  readonly dataFolder: string | undefined;
  readonly pollerReports: () => Promise<ReadonlyMap<number, PolledDevice>>;
  readonly lateReports: () => Promise<ReadonlyMap<number, LateDevice>>;
}

const STORE_MS = 3 * SECOND_MS;
const SETTINGS_MS = 30 * SECOND_MS;
const POLLING_MS = 30 * SECOND_MS;
const GROWTH_MS = 10 * MINUTE_MS;

const silent = new Set(['silent', 'dead', 'refused']);
const idle = new Set(['not polled', 'deactivated', 'waiting']);

/** Devices that are polled, and those of them that do not reply or are late. */
async function readPolling({ inventory, pollerReports, lateReports }: ReadingNeeds): Promise<PollingSummary> {
  const [reports, late] = await Promise.all([pollerReports(), lateReports()]);
  const { current } = inventory;
  const states = [...current.devices.values()]
    .map((device) =>
      pollingStateOf({ ...device, active: isDeviceCollected(current, device) }, reports.get(device.id), {
        late: late.get(device.id),
      }),
    )
    .filter(({ state }) => !idle.has(state));
  return {
    devices: states.length,
    silent: states.filter(({ state }) => silent.has(state)).length,
    late: states.filter(({ state }) => state === 'late').length,
  };
}

/** May read no restricted alarm: causes that quote one are left out. */
const withoutRights = { permissions: new Set<never>(), groups: new Set<never>() } as const;

/** Everything that is read of the platform, each source by itself: one that hangs holds up no other. */
export function platformReadings(needs: ReadingNeeds) {
  const { db, clickhouse, bus, clock, letters, store, dataFolder } = needs;
  const every = <Value>(periodMs: number, read: () => Promise<Value>) =>
    new SourceReading({ clock, periodMs, read });
  const targets = (kind: JobKind) =>
    every<TargetStates>(SETTINGS_MS, () => readTargetHealth({ db, bus, clock, caller: withoutRights }, kind));
  return {
    streams: every(STORE_MS, () => readStreams(bus)),
    letters: every(SETTINGS_MS, () => letters.count()),
    clickhouse: every(STORE_MS, () => readClickHouse(clickhouse, clock)),
    postgres: every(STORE_MS, () => readPostgres(db, clock)),
    polling: every(POLLING_MS, () => readPolling(needs)),
    upkeep: every(SETTINGS_MS, () => readUpkeep(db)),
    mail: targets('mail'),
    webhook: targets('webhook'),
    trap: targets('trap'),
    backup: every(SETTINGS_MS, () => Promise.resolve({ at: readBackupAge(dataFolder) })),
    diskUses: every<readonly DiskSample[]>(GROWTH_MS, () => store.diskUses()),
  };
}
export type PlatformReadings = ReturnType<typeof platformReadings>;
