import { dateAtMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { attemptUntil } from '#platform/sdwan/attempt.ts';
import { alarmPlace, type ManagedAlarm, type ManagedAlarms } from '#platform/sdwan/managed-alarms.ts';
import type { ManagerClient } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { alarmKey, type AlarmStore, type NewAlarm, type ReadAlarms } from './alarm-store.ts';
import type { DeviceMatch } from './names/match-called.ts';

/** Of the first reading. */
const FIRST_MS = DAY_MS;
/** Alarms may be entered this long after their time: they are read again, and stored once. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** How long alarms of a tenant that cannot be read are made up for. */
const CATCH_UP_MS = HOUR_MS;
/** Characters of keys and devices, which are indexed. */
const MAX_NAME = 300;
const READ_TIMEOUT_MS = 60_000;

export interface AlarmNeeds {
  readonly alarms: Pick<AlarmStore, 'save' | 'fail'>;
  readonly clock: Clock;
}

type Read = Omit<ReadAlarms, 'until' | 'at' | 'unread'>;

/** Alarms of the customers that the manager's tenants are, by our clock, and of their devices. Those of others are left out. */
export function placeAlarms(
  { alarms, raised }: Pick<ManagedAlarms, 'alarms' | 'raised'>,
  { customerOf, find }: Pick<DeviceMatch, 'customerOf' | 'find'>,
  { skewMs, nowMs }: { readonly skewMs: number; readonly nowMs: number },
): Read {
  // What lies about its time is dated within what can be stored.
  const at = (theirMs: number): Date => dateAtMs(Math.min(Math.max(0, theirMs - skewMs), nowMs + DAY_MS));
  const rows: NewAlarm[] = [];
  const stillRaised = new Set<string>();
  for (const one of alarms) {
    const customer = customerOf(one.tenant);
    if (customer === undefined) continue;
    const { type, severity, message, raisedMs, clearedMs, isEvent } = one;
    const [key, device] = [one.key.slice(0, MAX_NAME), one.device.slice(0, MAX_NAME)];
    const row: NewAlarm = {
      customer_id: customer,
      key,
      type,
      severity,
      message,
      device,
      is_event: isEvent,
      device_id: find(one.tenant, one.device, one.address)?.id ?? null,
      raised_at: at(raisedMs),
      cleared_at: clearedMs === undefined ? null : at(clearedMs),
    };
    rows.push(row);
    if (raised?.has(alarmPlace(one)) === true) stillRaised.add(alarmKey(row));
  }
  return { alarms: rows, raised: raised && stillRaised };
}

/** Reads, stores and returns the alarms of a manager since the last reading. A failure is stored, and loses none: the next reading begins there. */
export async function collectAlarms(
  { alarms: store, clock }: AlarmNeeds,
  {
    row,
    client,
    match,
  }: {
    readonly row: SdwanServerRow;
    readonly client: Pick<ManagerClient, 'readAlarms' | 'skewMs' | 'skipped' | 'takeSlowestMs'>;
    readonly match: Pick<DeviceMatch, 'customerOf' | 'find'>;
  },
): Promise<readonly ManagedAlarm[]> {
  const skewMs = client.skewMs() ?? 0;
  const endMs = clock.now().getTime() + skewMs;
  const untilMs = row.alarms_until?.getTime() ?? endMs - FIRST_MS;
  // A clock that was set back has nothing after its future.
  const sinceMs = Math.min(untilMs, endMs) - OVERLAP_MS;
  let read: ManagedAlarms = { alarms: [], untilMs: sinceMs, raised: undefined };
  let skipped: ReturnType<ManagerClient['skipped']> = [];
  const attempt = await attemptUntil(
    { clock, client },
    async (signal) => {
      read = await client.readAlarms({ sinceMs, endMs }, signal);
      skipped = client.skipped();
    },
    READ_TIMEOUT_MS,
  );
  if (attempt.fault !== null) {
    await store.fail(row.id, attempt);
    return [];
  }
  const placed = placeAlarms(read, match, { skewMs, nowMs: clock.now().getTime() });
  // Alarms of tenants that were not read are neither over nor lost: they are read again for a while.
  const unread = new Set(skipped.flatMap(({ tenant }) => match.customerOf(tenant) ?? []));
  const continueMs =
    skipped.length === 0 ? read.untilMs : Math.min(read.untilMs, Math.max(untilMs, endMs - CATCH_UP_MS));
  await store.save(row.id, { ...placed, unread, until: dateAtMs(continueMs), at: clock.now() });
  return read.alarms;
}
