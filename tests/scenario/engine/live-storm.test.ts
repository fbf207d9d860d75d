import { afterAll, beforeAll, expect, it } from 'vitest';
import { LiveClient } from '#bench/live/live-client.ts';
import { manyPortsAlarm } from '#bench/live/many-ports.ts';
import { waitFor } from '#bench/live/server.ts';
import { openStage, type Stage } from '#bench/live/stage.ts';
import { storm } from '#bench/live/storm.ts';
import { quantile } from '#bench/harness/quantile.ts';
import { openStack, type Stack } from '../../store/stack.ts';

const RAISES = 12_000;
const SOCKETS = 40;
const WINDOW_SECONDS = 10;
/** Of one delta: two hundred rows. */
const MOST_CHARACTERS = 160_000;

let stack: Stack;
let stage: Stage;

beforeAll(async () => {
  stack = await openStack();
  stage = await openStage({
    endpoints: stack.env,
    sites: 50,
    ports: RAISES,
    alarms: [manyPortsAlarm({})],
    windowSeconds: WINDOW_SECONDS,
  });
});
afterAll(async () => {
  await stage.close();
  await stack.close();
});

it(`${String(RAISES)} alarms raised at once: every screen ends with the running alarms, messages stay small and few, and the server keeps responding`, async () => {
  const found = await storm({
    incidents: { readers: 0, from: 0 },
    stage,
    windowSeconds: WINDOW_SECONDS,
    partitions: 2,
    sockets: SOCKETS,
    screens: 3,
    stalled: 2,
  });
  expect(found.longestMessage).toBeLessThan(MOST_CHARACTERS);
  // Deltas of 200 rows up to 1,000 rows, the mark to read again, those of quiet windows, and counts.
  expect(found.messagesPerSecond).toBeLessThan(40);
  expect(found.bytesPerSecond).toBeLessThan(10 * MOST_CHARACTERS);
  // One at the start, and one for each flood: raised, two windows gone on, cleared; one more when a flood has a gap.
  expect(found.snapshotsPerScreen).toBeGreaterThan(1);
  expect(found.snapshotsPerScreen).toBeLessThan(10);
  expect(found.serverMibMost - found.serverMibBefore).toBeLessThan(300);
  // A server blocked by a storm does not respond in time; busy machines need a second.
  expect(quantile(found.probes, 0.99)).toBeLessThan(5_000);
  process.stdout.write(
    `raised on every screen after ${found.raisedMs.toFixed(0)} ms, cleared after ${found.clearedMs.toFixed(0)} ms; ` +
      `HTTP p99 ${quantile(found.probes, 0.99).toFixed(0)} ms; ${String(found.messagesPerSecond)} messages and ` +
      `${String(found.bytesPerSecond)} characters to a socket in the busiest second\n`,
  );
});

it('screens read their snapshots again as soon as another engine has taken over, not with its first window', async () => {
  const { url, cookie, many } = stage;
  const reported: string[] = [];
  const open = async (topic: 'alert' | 'count') => {
    const client = await LiveClient.open({ url, cookie, room: { topic, customer: many.customer } });
    client.onEvent = (text) => reported.push(text);
    return client;
  };
  const clients = [await open('alert'), await open('count')];
  await stage.restartEngine();
  const marked = () =>
    ['alert', 'count'].filter((topic) =>
      reported.some((text) => text.startsWith(`["${topic}"`) && text.includes('"epoch":"resync"')),
    );
  await waitFor('a word on both topics', () => marked().length === 2);
  expect(marked()).toEqual(['alert', 'count']);
  for (const client of clients) client.close();
});
