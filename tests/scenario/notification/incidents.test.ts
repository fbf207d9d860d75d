import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '#tests/fixtures/eventually.ts';
import {
  addAlarm,
  addWebhook,
  anEvent,
  deliveriesOf,
  httpReceiver,
  publishEvents,
  startNotification,
} from '../../fixtures/notification/notification-under-test.ts';
import type { Language } from '#schemas/time/locale.ts';
import { openStack, type Stack } from '../../store/stack.ts';

let stack: Stack;
let open: number;
let hidden: number;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  stack = await openStack();
  open = await addAlarm(stack, { label: 'Inbound saturation' });
  hidden = await addAlarm(stack, { label: 'Core down', visibility: 'RESTRICTED' });
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await stack.db.deleteFrom('webhook').execute();
});
afterAll(() => stack.close());

const template = '["{{alert.element}}","{{alert.hook}}","{{incident.id}}","{{incident.text}}"]';

async function receiver(more: { include_restricted?: boolean; language?: Language } = {}) {
  const http = await httpReceiver((response) => response.writeHead(200).end());
  closing.push(() => http.close());
  const id = await addWebhook(stack, { url: http.url, template, ...more });
  const received = async (count: number) => {
    await eventually(async () => {
      const delivered = (await deliveriesOf(stack, id)).filter(({ state }) => state === 'delivered');
      return delivered.length >= count ? delivered : undefined;
    });
    return http.received.map(({ body }) => JSON.parse(body.replaceAll('\u00A0', ' ')) as string[]);
  };
  return { received };
}

it('a notification describes the incident of its alarm, across a restart, and without what its target may not know', async () => {
  const [everyone, trusted] = [await receiver(), await receiver({ include_restricted: true })];
  const start = () => startNotification(stack);
  const first = await start();
  const { at } = anEvent();
  const evidence = JSON.stringify({ ...(JSON.parse(anEvent().evidence) as object), since: at - 900 });
  await publishEvents(stack, [
    anEvent({ alarm: open, element: 111, at: at - 900 }),
    anEvent({ alarm: hidden, element: 110, at: at - 900 }),
  ]);
  const [raised] = await everyone.received(1);
  expect(raised?.slice(1, 3)).toEqual(['rising', `11:0:${String(at - 900)}`]);
  expect(raised?.[3]).toMatch(/^Besançon: Inbound saturation on edge-1 · .* for 5 min$/);
  const both = (await trusted.received(2)).map((received) => received[3]);
  expect(both.every((text) => text?.endsWith('and 1 more alarm on 2 elements'))).toBe(true);
  // The window of the grouping closes, and with it the state is stored.
  await eventually(async () => {
    const rows = await stack.db.selectFrom('notification_incident').selectAll().execute();
    return rows.length === 2 ? rows : undefined;
  });
  await first.stop();

  const second = await start();
  closing.push(() => second.stop());
  await publishEvents(stack, [
    anEvent({ alarm: open, element: 111, at: at - 300, edge: 'clear', evidence }),
    anEvent({ alarm: hidden, element: 110, at: at - 300, edge: 'clear', evidence }),
  ]);
  const last = (await everyone.received(2)).at(-1);
  expect(last?.[2]).toBe(`11:0:${String(at - 900)}`);
  expect(last?.[3]).toMatch(/^Besançon: Inbound saturation on edge-1 · .*, over after 10 min$/);
  expect((await trusted.received(4)).at(-1)?.[3]).toMatch(
    /over after 10 min, and 1 more alarm on 2 elements$/,
  );
});

it('a grouped notification has the sentences of its incidents, in the language of its target', async () => {
  const [english, french] = [await receiver(), await receiver({ language: 'fr' })];
  const running = await startNotification(stack, { rule: { singles: 0, windowMs: 1_000 } });
  closing.push(() => running.stop());
  const at = anEvent().at + 6_000;
  await publishEvents(stack, [
    anEvent({ alarm: open, element: 111, at }),
    anEvent({ alarm: open, element: 110, at, site: 0 }),
    anEvent({ alarm: open, element: 111, at: at + 1, edge: 'clear' }),
  ]);
  const [[, , id, text] = []] = await english.received(1);
  expect(id).toBe('');
  const sentences = text?.split('\n') ?? [];
  expect(sentences).toHaveLength(2);
  expect(sentences.some((one) => /^Besançon: Inbound saturation on edge-1 · .*, over after/.test(one))).toBe(
    true,
  );
  const [[, , , inFrench] = []] = await french.received(1);
  expect(inFrench).toMatch(/Besançon : Saturation entrante sur edge-1 · .*, terminé après/);
});
