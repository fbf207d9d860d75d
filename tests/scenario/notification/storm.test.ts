import { afterAll, beforeAll, expect, it } from 'vitest';
import { streams } from '#schemas/bus/stream.ts';
import { openStack, type Stack } from '../../store/stack.ts';
import {
  addAlarm,
  addWebhook,
  anEvent,
  deliveriesOf,
  httpReceiver,
  publishEvents,
  startNotification,
} from '../../fixtures/notification/notification-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const RAISES = 100_000;
const SINGLES = 20;
const WINDOW_MS = 5_000;
const CUSTOMER = 1;
const QUIET_CUSTOMER = 3;

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

it('100,000 raises at once become a few notifications with their number, none is lost or counted twice', async () => {
  const http = await httpReceiver();
  const alarm = await addAlarm(stack);
  const target = await addWebhook(stack, { url: http.url, template: '"{{alert.description}}"' });
  const one = anEvent({ alarm });
  const id = Buffer.alloc(16);
  const storm = Array.from({ length: RAISES }, (_, number) => {
    id.writeUInt32BE(number);
    return { ...one, customer: CUSTOMER, element: number, event: new Uint8Array(id) };
  });
  await publishEvents(stack, storm, 500);
  // Another customer of the same partition has its own notifications.
  await publishEvents(stack, [anEvent({ alarm, customer: QUIET_CUSTOMER })]);
  const running = await startNotification(stack, { rule: { singles: SINGLES, windowMs: WINDOW_MS } });
  const reported = async () =>
    (await deliveriesOf(stack, target))
      .filter(({ state }) => state === 'delivered')
      .reduce((sum, { events }) => sum + events, 0);
  await eventually(async () => (await reported()) >= RAISES + 1 || undefined);
  const { messages } = await stack.bus.streamState(streams.alarms.name);
  await running.stop();
  await http.close();
  expect(await reported()).toBe(RAISES + 1);
  const deliveries = await deliveriesOf(stack, target);
  // Stored over one or two windows, and notified within them.
  const groups = deliveries.filter(({ events }) => events > 1);
  expect(groups.length).toBeGreaterThanOrEqual(1);
  expect(groups.length).toBeLessThanOrEqual(3);
  expect(deliveries.length).toBeLessThanOrEqual(groups.length * (SINGLES + 1) + 1);
  // What the receiver does not acknowledge in time, as on a busy machine, is sent to it again.
  expect(http.received.length).toBe(deliveries.reduce((sum, { attempts }) => sum + attempts, 0));
  const texts = http.received.map(({ body }) => JSON.parse(body) as string);
  expect(texts).toContainEqual(
    expect.stringMatching(/^\d+ alarms raised on 1 site of Acme "North": Line "saturated" \(\d+\)$/),
  );
  expect(messages).toBeGreaterThan(0);
});
