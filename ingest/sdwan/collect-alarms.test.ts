import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { ManagerError } from '#platform/sdwan/sdwan-error.ts';
import type { ManagedAlarm, ManagedAlarms } from '#platform/sdwan/managed-alarms.ts';
import type { SkippedTenant } from '#platform/sdwan/tenant-readings.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { Attempt } from '#platform/sdwan/attempt.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import type { ReadAlarms } from './alarm-store.ts';
import { collectAlarms, placeAlarms } from './collect-alarms.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const alarm = (key: string, tenant: string, clearedMs?: number): ManagedAlarm => ({
  tenant,
  key,
  type: 't',
  severity: 'major',
  message: 'm',
  device: 'edge',
  raisedMs: NOW - 60_000,
  clearedMs,
  isEvent: false,
});
const customerOf = (tenant: string) => ({ acme: 1, zeta: 2 })[tenant];
/** The device of the alarms is in the inventory for one of the customers. */
const match = {
  customerOf,
  find: (tenant: string, device: string) =>
    tenant === 'acme' && device === 'edge' ? ({ id: 7 } as DeviceEntry) : undefined,
};

describe('alarms of a manager', () => {
  it('belong to the customers that its tenants are, by our clock', () => {
    const read = { alarms: [alarm('a', 'acme'), alarm('b', 'zeta', NOW), alarm('c', 'stranger')] };
    const ahead = { skewMs: 600_000, nowMs: NOW };
    const placed = placeAlarms({ ...read, raised: new Set(['acme\na', 'stranger\nc']) }, match, ahead);
    expect(placed.alarms.map(({ customer_id: customer, key, device_id: id }) => [customer, key, id])).toEqual(
      [
        [1, 'a', 7],
        [2, 'b', null],
      ],
    );
    expect(placed.alarms[0]!.raised_at).toEqual(new Date(NOW - 660_000));
    expect(placed.alarms[1]!.cleared_at).toEqual(new Date(NOW - 600_000));
    expect(placed.raised).toEqual(new Set(['1 a']));
    expect(placeAlarms({ ...read, raised: undefined }, match, ahead).raised).toBeUndefined();
  });

  it('that lie about their time or have endless names are stored nevertheless', () => {
    const lies = [1e30, -5, NOW].map((raisedMs) => ({ ...alarm('k'.repeat(9_999), 'acme'), raisedMs }));
    const { alarms } = placeAlarms({ alarms: lies, raised: undefined }, match, {
      skewMs: 0,
      nowMs: NOW,
    });
    expect(alarms.map(({ raised_at: at }) => at.getTime())).toEqual([NOW + 86_400_000, 0, NOW]);
    expect(alarms[0]!.key).toHaveLength(300);
  });

  const row = { id: 5, kind: 'vmanage', customer_id: 1, recipient_id: 1 } as SdwanServerRow;
  const clock = { ...systemClock, now: () => new Date(NOW) };

  async function collected(
    until: number | null,
    response: ManagedAlarms | ManagerError,
    {
      skewMs = 0,
      skipped = [],
    }: { readonly skewMs?: number; readonly skipped?: readonly SkippedTenant[] } = {},
  ) {
    const [requested, saved, failed]: [number[], ReadAlarms[], Attempt['fault'][]] = [[], [], []];
    const alarms = {
      save: (_: number, read: ReadAlarms) => Promise.resolve(void saved.push(read)),
      fail: (_: number, { fault }: Pick<Attempt, 'fault'>) => Promise.resolve(void failed.push(fault)),
    };
    const client = {
      skewMs: () => skewMs,
      skipped: () => skipped,
      takeSlowestMs: () => 1,
      readAlarms(since: { sinceMs: number }) {
        requested.push(since.sinceMs);
        return response instanceof ManagerError ? Promise.reject(response) : Promise.resolve(response);
      },
    };
    const alarmsUntil = until === null ? null : new Date(until);
    const read = { row: { ...row, alarms_until: alarmsUntil }, client, match };
    await collectAlarms({ alarms, clock }, read);
    return { requested, saved, failed };
  }
  const nothing: ManagedAlarms = { alarms: [], untilMs: NOW, raised: undefined };

  it.each([
    ['of the last day at first', null, 0, NOW - 86_400_000 - 600_000],
    ['from where the last reading ended, ten minutes twice', NOW - 300_000, 0, NOW - 900_000],
    ['by the clock of the manager', null, 600_000, NOW - 86_400_000],
    ['from now on when the clock of the manager was set back', NOW + 3_600_000, 0, NOW - 600_000],
  ])('are read %s', async (_, until, skewMs, sinceMs) => {
    expect((await collected(until, nothing, { skewMs })).requested).toEqual([sinceMs]);
  });

  it('of a tenant that could not be read stay as they are, and are made up for during an hour', async () => {
    const skipped = [{ tenant: 'acme', code: 'SDWAN_INSUFFICIENT_RIGHTS', params: {} }] as const;
    const untilOf = async (until: number) => {
      const { saved } = await collected(until, nothing, { skipped });
      expect(saved[0]?.unread).toEqual(new Set([match.customerOf('acme')]));
      return saved[0]?.until.getTime();
    };
    expect(await untilOf(NOW - 300_000)).toBe(NOW - 300_000);
    expect(await untilOf(NOW - 7_200_000)).toBe(NOW - 3_600_000);
    const { saved } = await collected(NOW - 300_000, nothing);
    expect(saved[0]).toMatchObject({ unread: new Set(), until: new Date(NOW) });
  });

  it('that could not be read are read with the next collection', async () => {
    const { saved, failed } = await collected(NOW, new ManagerError('SDWAN_INSUFFICIENT_RIGHTS'));
    expect(saved).toEqual([]);
    expect(failed).toEqual([{ code: 'SDWAN_INSUFFICIENT_RIGHTS', params: {} }]);
  });
});
