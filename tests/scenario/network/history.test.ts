import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeHistory } from '#demo/history/history.ts';
import { chunksOf } from '#demo/history/history-chunks.ts';
import { buildFleet } from '#demo/fleet.ts';
import { networkOf } from '#demo/network.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { silentLog } from '#platform/log/log.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { HISTORY_SETTING, HistoryProgress } from '#schemas/settings/demonstration-history.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

const options = { customers: 2, sites: 6, seed: 5, flowsPerSecond: 6 };
const PARTITION = 2;
/** Three in windows of 5 minutes, and one in windows of 30. */
const DAYS = 4;
let stack: Stack;

const write = (bus = stack.bus) =>
  writeHistory({
    db: stack.db,
    bus,
    clock: systemClock,
    log: silentLog,
    options,
    partition: PARTITION,
    days: DAYS,
  });
const counts = () =>
  Promise.all(
    ['MEASURES', 'ALARMS', 'FLOWS', 'METRICS'].map(
      async (name) => (await stack.bus.streamState(name)).messages,
    ),
  );
const begunAgain = () =>
  sql`UPDATE setting SET value = jsonb_set(value, '{done}', 'false')`.execute(stack.db);

/** A bus on which every publisher is cut off after some messages. */
const interrupted = (bus: Bus): Bus => ({
  ...bus,
  publisher(window) {
    const publisher = bus.publisher(window);
    let left = 40;
    return {
      ...publisher,
      publish: (message) => (left-- > 0 ? publisher.publish(message) : Promise.reject(new Error('cut off'))),
    };
  },
});

async function progress(): Promise<HistoryProgress> {
  const { value } = await stack.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', HISTORY_SETTING)
    .executeTakeFirstOrThrow();
  return HistoryProgress.parse(value);
}

/** The messages of the history in a stream. */
async function written(stream: 'MEASURES' | 'ALARMS' | 'METRICS'): Promise<readonly Uint8Array[]> {
  const stop = new AbortController();
  const { lastSeq } = await stack.bus.streamState(stream);
  const subject = `${stream.toLowerCase()}.${String(PARTITION)}`;
  const messages: Uint8Array[] = [];
  for await (const { data, seq } of stack.bus.orderedReader({
    stream,
    subject,
    fromSeq: 1,
    signal: stop.signal,
  })) {
    messages.push(data);
    if (seq === lastSeq) break;
  }
  stop.abort();
  return messages;
}
const measuresWritten = async () =>
  (await written('MEASURES')).flatMap((data) => [...codecOf(measures).decode(data)]);
const eventsWritten = async () =>
  (await written('ALARMS')).flatMap((data) => [...codecOf(alarmEvents).decode(data)]);

beforeAll(async () => {
  stack = await openStack();
  await importNetwork({ db: stack.db, secrets: testSecrets }, networkOf(buildFleet(options), 1161));
});
afterAll(() => stack.close());

describe('the history of the demonstration network', () => {
  it('continues where it was interrupted: every window, every measure once', async () => {
    await expect(write(interrupted(stack.bus))).rejects.toThrow('cut off');
    expect((await counts())[0]).toBe(40);
    await write();
    const rows = await measuresWritten();
    expect(new Set(rows.map(({ at }) => at)).size).toBeGreaterThanOrEqual(3 * 288 + 47);
    const keys = rows.map(({ element, kpi, at }) => `${String(element)} ${String(kpi)} ${String(at)}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is as old as the elements that it is about', async () => {
    const { fromS } = await progress();
    const rows = await stack.db.selectFrom('network_element').select('created_at').distinct().execute();
    expect(rows.map(({ created_at }) => created_at.getTime() / 1_000)).toEqual([fromS]);
  });

  it('has the tunnels that SD-WAN managers measure', async () => {
    const { components } = await loadInventory(stack.db);
    const tunnels = [...(components?.values() ?? [])].filter(({ scope }) => scope === 'vmanage');
    const latency = (await measuresWritten()).filter(({ kpi }) => kpi === kpis.tun_latency.id);
    for (const { id } of tunnels)
      expect(latency.filter(({ element }) => element === id).length).toBeGreaterThanOrEqual(280);
    expect(tunnels).not.toEqual([]);
  });

  it('has as many new connections as the live exporters, and the response times of those that measure them', async () => {
    const metrics = (await written('METRICS')).flatMap((data) => [...codecOf(flowMetrics).decode(data)]);
    const sum = (of: (row: (typeof metrics)[number]) => bigint) =>
      Number(metrics.reduce((total, row) => total + of(row), 0n));
    const aSecond = sum(({ connections }) => connections) / (DAYS * 86_400);
    expect(aSecond).toBeGreaterThan(0.8 * options.flowsPerSecond);
    expect(aSecond).toBeLessThanOrEqual(options.flowsPerSecond);
    const responseMs = sum(({ response_ms }) => response_ms) / sum(({ responses }) => responses);
    expect(responseMs).toBeGreaterThan(20);
    expect(responseMs).toBeLessThan(3_000);
  });

  it('has processor, memory, sensors, BGP sessions and classes of devices as well as their ports', async () => {
    const measured = new Set((await measuresWritten()).map(({ kpi }) => kpi));
    const keys = [
      'itf_in_util',
      'cpe_cpu',
      'cpe_mem',
      'bgp_avail',
      'bgp_uptime',
      'sensor_temperature',
      'cos_util',
      'cos_qdepth',
    ] as const;
    expect(keys.filter((key) => !measured.has(kpis[key].id))).toEqual([]);
  });

  it('has the loss and the last export of what devices export', async () => {
    const { components } = await loadInventory(stack.db);
    const exported = [...(components?.values() ?? [])].filter(({ kind }) => kind === 'collector');
    const rows = await measuresWritten();
    for (const { id } of exported) {
      const own = rows.filter(({ element }) => element === id);
      const losses = own.filter(({ kpi }) => kpi === kpis.col_lost.id);
      expect(losses.length).toBeGreaterThanOrEqual(200);
      expect(new Set(losses.map(({ value }) => value))).toEqual(new Set([0]));
      const last = own.filter(({ kpi }) => kpi === kpis.col_last.id);
      expect(last.every(({ at, length, value }) => value >= at && value <= at + length)).toBe(true);
      expect(last.length).toBe(losses.length);
    }
    expect(exported.length).toBe(options.sites);
  });

  it('begins with the last day, and continues backwards', async () => {
    const { fromS, untilS } = await progress();
    const chunks = chunksOf({ fromS, untilS });
    const days = (await measuresWritten()).map(({ at }) => chunks.findIndex((chunk) => at >= chunk.fromS));
    expect(days[0]).toBe(0);
    expect(days.every((day, index) => index === 0 || day >= (days[index - 1] ?? 0))).toBe(true);
    expect(await progress()).toMatchObject({ writtenFromS: untilS - DAYS * 86_400, done: true });
  });

  it('has runs of alarms that begin and end, also over the borders of days', async () => {
    const runs = Map.groupBy(
      (await eventsWritten()).filter(({ edge }) => edge === 'raise' || edge === 'clear'),
      ({ alarm, element }) => `${String(alarm)} ${String(element)}`,
    );
    const wrong = [...runs].flatMap(([key, events]) => {
      const edges = events.toSorted((one, other) => one.at - other.at).map(({ edge }) => edge);
      const isPaired = edges.every((edge, index) => edge === (index % 2 === 0 ? 'raise' : 'clear'));
      return isPaired && edges.length % 2 === 0 ? [] : [`${key}: ${edges.join(' ')}`];
    });
    expect(wrong).toEqual([]);
    expect(runs.size).toBeGreaterThan(0);
  });

  it('clears its alarms by the time at which the live windows begin', async () => {
    const { untilS } = await progress();
    const events = await eventsWritten();
    const last = Math.max(...events.map(({ at }) => at));
    expect([events.some(({ edge }) => edge === 'clear'), last <= untilS]).toEqual([true, true]);
  });

  it('is not written again', async () => {
    const before = await counts();
    await write();
    expect(await counts()).toEqual(before);
  });

  it('that was interrupted before it was marked as done adds nothing', async () => {
    const before = await counts();
    await begunAgain();
    await write();
    expect(await counts()).toEqual(before);
  });
});
