import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buckets } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import { WindowNotices } from '#engine/live/window-notices.ts';
import { ClosedWindows } from '#server/kernel/socket/closed-windows.ts';
import { silentLog } from '#platform/log/log.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { closeConnection, openConnection } from '#web/kernel/socket/connection.ts';
import { watchWindows } from '#web/kernel/socket/watch-windows.ts';
import { join, liveUsersOf, type LiveUsers } from '../access/live.ts';
import {
  ORIGIN,
  openServer,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

let server: ServerUnderTest;
let users: LiveUsers;
const abort = new AbortController();

beforeAll(async () => {
  server = await openServer();
  users = await liveUsersOf(server);
});
afterAll(async () => {
  abort.abort();
  users.disconnect();
  await server.close();
});

const acme = (): number => server.customers.get('acme')!;
const globex = (): number => server.customers.get('globex')!;

const notice = (start: number, change: Partial<WindowNotice> = {}): WindowNotice => ({
  customer: acme(),
  of: 'samples',
  granularity: '5m',
  start,
  length: 300,
  watermark: (start + 390) * 1_000,
  ...change,
});
const report = (one: WindowNotice): void => {
  server.stack.bus.publish(subjects.live(one.customer, 'window'), JSON.stringify(one));
};

/** The page's own connection, with the session of a signed-in user. */
async function openPage(page: Browser): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  const cookie = [...page.cookies].map((pair) => pair.join('=')).join('; ');
  await openConnection(
    {
      connected: () => undefined,
      rights: () => undefined,
      resource: () => undefined,
      kpis: () => undefined,
      annotation: () => undefined,
      incident: () => undefined,
      announcement: () => undefined,
      ended: () => undefined,
    },
    {
      host: `http://127.0.0.1:${String(port)}`,
      extraHeaders: { cookie, host: new URL(ORIGIN).host, origin: ORIGIN },
    },
  );
}

describe('that a window is over', () => {
  it('reaches the screens of its customer once and in order, and missed ones after a reconnect', async () => {
    const { page } = await users.someone(['DASHBOARD.read']);
    const seen: (WindowNotice | 'missed')[] = [];
    await openPage(page);
    const leave = watchWindows(acme(), {
      closed: (one) => seen.push(one),
      missed: () => seen.push('missed'),
    });
    const { socket } = await users.someone(['DASHBOARD.read']);
    const witnessed: WindowNotice[] = [];
    socket.on('window', (one) => witnessed.push(one));
    await join(socket, 'window', acme());
    // Until the room of the page is joined the notice cannot reach it.
    await eventually(() => {
      report(notice(300 + witnessed.length * 300));
      return seen.length > 0 ? true : undefined;
    });
    // Far behind those that are still on their way.
    const last = 300_000;
    report(notice(last));
    report(notice(last - 300));
    report(notice(last + 600));
    report(notice(last + 600));
    report(notice(last + 300));
    report(notice(0, { granularity: '1h', length: 3_600, watermark: 1 }));
    await eventually(() => seen.find((one) => one !== 'missed' && one.granularity === '1h'));
    const reported = seen.flatMap((one) => (one === 'missed' || one.granularity !== '5m' ? [] : [one.start]));
    expect(reported.slice(-2)).toEqual([last, last + 600]);
    expect(reported).toEqual([...new Set(reported)].sort((a, b) => a - b));

    closeConnection();
    report(notice(last + 900));
    await eventually(() => witnessed.find(({ start }) => start === last + 900));
    await openPage(page);
    await eventually(() => (seen.includes('missed') ? true : undefined));
    leave();
    closeConnection();
  });

  it('reaches every user of the customer, and no other customer', async () => {
    const { socket } = await users.someone([]);
    expect(await join(socket, 'window', globex())).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await join(socket, 'window', acme())).toMatchObject({ ok: true });
    const seen: WindowNotice[] = [];
    socket.on('window', (one) => seen.push(one));
    report(notice(900_000, { customer: globex() }));
    server.stack.bus.publish(subjects.live(acme(), 'window'), 'no notice');
    report(notice(900_300));
    await eventually(() => seen.find(({ start }) => start === 900_300));
    expect(seen.map(({ customer }) => customer)).toEqual([acme()]);
  });

  it('is published by the engine once the store has its measures, the newest one alone', async () => {
    const { bus } = server.stack;
    const reported: WindowNotice[] = [];
    bus.subscribe(
      subjects.live(77, 'window'),
      ({ data }) => {
        reported.push(JSON.parse(new TextDecoder().decode(data)) as WindowNotice);
      },
      { signal: abort.signal },
    );
    const notices = new WindowNotices({
      bus,
      clock: systemClock,
      log: silentLog,
      partition: 9,
      signal: abort.signal,
      customers: () => [77],
    });
    const positions = await bus.bucket(buckets.positions);
    const written = (sequence: number) => positions.put('measures.9.writer', String(sequence));
    await written(10);
    notices.windowClosed('samples', { start: 3_000, length: 300, watermark: 1, measures: 11 });
    notices.windowClosed('flows', { start: 2_700, length: 300, watermark: 2, measures: 9 });
    await eventually(() => reported.find(({ of }) => of === 'flows'));
    expect(reported.map(({ of }) => of)).toEqual(['flows']);
    notices.windowClosed('samples', { start: 3_300, length: 300, watermark: 3, measures: 12 });
    await written(12);
    await eventually(() => reported.find(({ of }) => of === 'samples'));
    notices.windowClosed('samples', { start: 3_300, length: 300, watermark: 3, measures: 12 });
    notices.windowClosed('flows', { start: 3_000, length: 300, watermark: 4, measures: 12 });
    await eventually(() => reported.find(({ of, start }) => of === 'flows' && start === 3_000));
    expect(reported.map(({ of, granularity, start }) => `${of} ${granularity} ${String(start)}`)).toEqual([
      'flows 5m 2700',
      'samples 5m 3300',
      'samples 1h 0',
      'flows 5m 3000',
    ]);
    // A server that starts now has missed them, and with them that the values can be read.
    const late = new ClosedWindows({ bus, log: silentLog, signal: abort.signal, onClosed: () => undefined });
    expect(late.endOf(77, 'samples')).toBeUndefined();
    await eventually(() => (late.endOf(77, 'flows') === undefined ? undefined : true));
    expect([late.endOf(77, 'samples'), late.endOf(77, 'flows')]).toEqual([3_600, 3_300]);
  });
});
