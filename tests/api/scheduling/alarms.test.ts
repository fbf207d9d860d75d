import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { AlarmEvent } from '#engine/alarm/event-row.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import {
  anEvent,
  publishEvents,
  startNotification,
  type Notification,
} from '#tests/fixtures/notification/notification-under-test.ts';
import {
  aScheduling,
  createdScheduling,
  listedRuns,
  schedulingPath,
  useMailServer,
} from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { smtpReceiver, type SmtpReceiver } from '#tests/fixtures/scheduling/smtp-receiver.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let notification: Notification;
let mails: SmtpReceiver;
let path: string;
let account: number;
let customer: number;
let elements = 100;
beforeAll(async () => {
  server = await openServer({ startsAt: Date.now() });
  customer = server.customers.get('acme')!;
  path = schedulingPath(customer);
  ({ account } = await someone(server, ['SCHEDULING.write', 'ALERT.read'], ['acme']));
  mails = await smtpReceiver();
  await useMailServer(server, mails.port);
  notification = await start();
});
afterAll(async () => {
  await notification.stop();
  await mails.close();
  await server.close();
});

const start = () => startNotification(server.stack, {}, { current: server.inventory() });
const asOwner = (): Promise<Browser> => server.withSession(account);
const selection = (changes: object = {}) => ({
  kind: 'alarm',
  on: 'both',
  alarms: [],
  severities: [],
  sites: [],
  ...changes,
});
const create = async (to: string, trigger: object = selection()) => {
  const made = await createdScheduling(
    await asOwner(),
    path,
    aScheduling({ trigger, recipients: [to], subject: '{{count}} {{alarm}} {{state}}', message: '' }),
  );
  // The clock of the server is ahead of that of the stream, by which the schedule is active from now on.
  const { db } = server.stack;
  await db.updateTable('schedule').set({ active_since: new Date() }).where('id', '=', made.id).execute();
  // Started again, it has read the schedule: when a change is read is no matter of this test.
  await notification.stop();
  notification = await start();
  return made;
};
/** A raise on an element of its own. */
const raise = (changes: Partial<AlarmEvent> = {}): AlarmEvent =>
  anEvent({ customer, site: 1, element: (elements += 1), alarm: server.alarms.open, ...changes });
const recorded = (schedule: number) =>
  server.stack.db
    .selectFrom('schedule_alarm')
    .select(['event', 'run_id'])
    .where('schedule_id', '=', schedule)
    .execute();
const publish = async (schedule: number, events: readonly AlarmEvent[], expected: number) => {
  await publishEvents(server.stack, events);
  await eventually(async () => ((await recorded(schedule)).length >= expected ? true : undefined));
};
/** Passes some time, in which runs continue. */
const pass = async (ms: number): Promise<void> => {
  await server.clock.leap(ms);
  await server.clock.leap(5_000);
};
const mailed = (to: string, count: number) =>
  eventually(async () => {
    await server.clock.leap(100);
    return mails.to(to).length >= count ? mails.to(to) : undefined;
  });

describe('a schedule that alarms trigger', () => {
  it('mails the alarms that match, those of a moment together, and at most once in five minutes', async () => {
    const to = 'noc@example.net';
    const { id } = await create(to);
    await publish(id, [raise(), raise(), raise()], 3);
    await pass(20_000);
    const [first = ''] = await mailed(to, 1);
    expect(first).toMatch(/^Subject: 3 /m);
    await publish(id, [raise(), raise()], 5);
    await pass(20_000);
    expect(mails.to(to)).toHaveLength(1);
    await pass(5 * MINUTE_MS);
    const [, second = ''] = await mailed(to, 2);
    expect(second).toMatch(/^Subject: 2 /m);
  });

  it('is triggered by each event once, also when the events are read again', async () => {
    const to = 'again@example.net';
    const { id } = await create(to);
    const events = [raise(), raise()];
    await publish(id, events, 2);
    await pass(20_000);
    await mailed(to, 1);
    await notification.stop();
    notification = await start();
    await publishEvents(server.stack, events);
    await publish(id, [raise()], 3);
    await pass(6 * MINUTE_MS);
    const [, second = ''] = await mailed(to, 2);
    expect(second).toMatch(/^Subject: 1 /m);
  });

  it('selects by severity, edge and site', async () => {
    const { id } = await create('some@example.net', selection({ on: 'rising', severities: ['critical'] }));
    const events = [raise(), raise({ severity: 'minor' }), raise({ edge: 'clear' })];
    await publish(id, events, 1);
    // After what comes later.
    await publish(id, [raise()], 2);
    expect(await recorded(id)).toHaveLength(2);
  });

  it('shows no alarms that its owner may not read', async () => {
    const to = 'restricted@example.net';
    const { id } = await create(to);
    await publish(id, [raise({ alarm: server.alarms.restricted })], 1);
    await pass(20_000);
    const [run] = await eventually(async () => {
      await server.clock.leap(5_000);
      const runs = await listedRuns(await asOwner(), path, id);
      return runs[0]?.state === 'skipped' ? runs : undefined;
    });
    expect(run?.reason?.code).toBe('no-alarms');
    expect(mails.to(to)).toEqual([]);
  });
});
