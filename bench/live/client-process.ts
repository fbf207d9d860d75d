import { LiveClient } from './live-client.ts';
import { Screen } from './screen.ts';
import type { ClientOrder, ClientReport } from './clients.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** Connections of one process: forked by `clients.ts`, opens connections on command, and reports on request. */
const order = JSON.parse(process.argv[2] ?? '') as ClientOrder;
const AT_ONCE = 20;

const clients: LiveClient[] = [];
const screens: Screen[] = [];
let bytes = 0;
let messages = 0;
let longest = 0;
let closed = 0;
/** Of the first connection: what it got in each second. */
const seconds = new Map<number, { messages: number; bytes: number }>();
let arrivals: { readonly mark: number; readonly atMs: number }[] = [];

const nowMs = (): number => performance.timeOrigin + performance.now();
const markOf = (text: string): number => {
  const from = text.indexOf('"at":') + 5;
  return Number(text.slice(from, text.indexOf(',', from)));
};

function count(text: string, isFirst: boolean): void {
  messages += 1;
  bytes += text.length;
  longest = Math.max(longest, text.length);
  if (!isFirst) return;
  const second = Math.floor(nowMs() / SECOND_MS);
  const known = seconds.get(second) ?? { messages: 0, bytes: 0 };
  seconds.set(second, { messages: known.messages + 1, bytes: known.bytes + text.length });
}

async function openOne(at: number): Promise<void> {
  const visit = { ...order, from: order.from[at % order.from.length] ?? '127.0.0.1' };
  const screen = at < order.screens ? new Screen(visit) : undefined;
  const client = screen === undefined ? await LiveClient.open(visit) : await screen.open();
  if (screen !== undefined) screens.push(screen);
  clients.push(client);
  client.onClose = () => (closed += 1);
  client.onEvent = (text) => {
    count(text, at === 0);
    if (order.timed) arrivals.push({ mark: markOf(text), atMs: nowMs() });
    screen?.take(text);
  };
  if (at >= order.count - order.stalled) client.stall();
}

function report(): ClientReport {
  const each = [...seconds.values()];
  const taken = arrivals;
  arrivals = [];
  return {
    kind: 'report',
    messages,
    bytes,
    longest,
    closed,
    mostMessages: Math.max(0, ...each.map((one) => one.messages)),
    mostBytes: Math.max(0, ...each.map((one) => one.bytes)),
    arrivals: taken.map(({ mark, atMs }) => [mark, atMs] as const),
    screens: screens.map(({ alarms, counts, snapshots, longestApplyMs }) => ({
      rows: alarms.length,
      newest: alarms.reduce((sum, { window }) => Math.max(sum, window), 0),
      oldest: alarms.reduce((sum, { window }) => Math.min(sum, window), Infinity),
      critical: counts?.critical ?? -1,
      snapshots,
      longestApplyMs,
    })),
  };
}

process.on('message', (requested: unknown) => {
  if (requested === 'report') process.send?.(report());
});
process.on('disconnect', () => process.exit(0));
for (let at = 0; at < order.count; at += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, order.count - at) }, (_, offset) => openOne(at + offset)),
  );
process.send?.({ kind: 'open' });
