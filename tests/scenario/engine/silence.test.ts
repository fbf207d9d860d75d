import { runSync } from '#platform/clock/steps.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { headerNames, headerOf, readHeader } from '#schemas/bus/header.ts';
import { buckets, partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { WindowNotice } from '#schemas/socket/window-notice.ts';
import { flows } from '#schemas/table/flows.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';
import { createFlowPartition } from '#engine/flow/flow-partition.ts';
import { idleUntil } from '#engine/worker/idle-timeout.ts';
import { createPartition } from '#engine/partition/partition.ts';
import { IDLE_WINDOWS } from '#engine/partition/partition-options.ts';
import type { RowsBatch } from '#engine/measure/rows-batch.ts';
import { IdleHeartbeat } from '#engine/worker/idle-heartbeat.ts';
import { openBusOnly } from '#tests/store/stack.ts';
import { allOf, sampleMessages } from '../../fixtures/engine/engine-bus.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  eventCodec,
  measureCodec,
  portOf,
  sampleCodec,
  type EventRow,
} from '../../fixtures/engine/engine-network.ts';
import { messageText } from '../../fixtures/engine/engine-run.ts';
import {
  aFlow,
  applications,
  networkFlowCodec,
  flowInventory,
  flowSite,
  targetId,
} from '../../fixtures/engine/flow-network.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { hasStarted } from '../../fixtures/process/start-process.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

const PARTITIONS = 2;
const CUSTOMER = 1;
const PARTITION = partitionOf(CUSTOMER, PARTITIONS);
const WINDOW_MS = 1_000;
const { sites, targets } = flowInventory(2, 1);
const inventory = { ...anInventory(2, 1), sites, ...(targets === undefined ? {} : { targets }) };
const setting = {
  windowSeconds: WINDOW_MS / 1_000,
  allowedLatenessMs: 500,
  inventory,
  alarms: [
    anAlarm({ id: 1, threshold: 100, outliers: 1, measures: 2 }),
    anAlarm({ id: 2, kpi: 'app_bytes', target: 'application', threshold: 10 }),
  ],
};
const line = portOf(CUSTOMER, 0);
const application = targetId(flowSite(CUSTOMER, 0), 'application', 0);

let nats: Awaited<ReturnType<typeof openBusOnly>>;
let bus: Bus;
beforeAll(async () => {
  nats = await openBusOnly();
  bus = nats.bus;
});
afterAll(() => nats.close());

describeAtNight('an engine whose devices and exporters all fall silent', () => {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-silent-'));
  const file = join(directory, 'configuration');
  const ending = new AbortController();
  const notices: WindowNotice[] = [];
  let engine: ChildProcess;
  let octets = 0n;

  async function startEngine(): Promise<void> {
    const script = join(import.meta.dirname, 'process.ts');
    engine = spawn(process.execPath, [script, nats.url, file], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await hasStarted(engine);
  }

  beforeAll(async () => {
    writeFileSync(file, serialize({ ...setting, idleTimeoutMs: 1_000, partitions: PARTITIONS }));
    await startEngine();
    const positions = await bus.bucket(buckets.positions);
    await positions.put(`${subjectOf('measures', PARTITION)}.writer`, String(10 ** 9));
    const { signal } = ending;
    const onNotice = ({ data }: { readonly data: Uint8Array }): void => {
      notices.push(WindowNotice.parse(JSON.parse(new TextDecoder().decode(data))));
    };
    bus.subscribe(subjects.live(CUSTOMER, 'window'), onNotice, { signal });
  });
  afterAll(() => {
    ending.abort();
    engine.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });

  const events = async (): Promise<EventRow[]> =>
    (await allOf(bus, streams.alarms.name, subjectOf('alarms', PARTITION))).flatMap(({ data }) =>
      eventCodec.decode(data),
    );
  const edgesOf = async (element: number): Promise<string[]> =>
    (await events()).filter((event) => event.element === element).map(({ edge }) => edge);

  /** A poll and a flow now. */
  async function send(): Promise<number> {
    const publisher = bus.publisher(1);
    octets += 100_000n;
    const at = Date.now();
    const row = aSample('in_octets', { at: at - START_MS, customer: CUSTOMER, element: line, value: octets });
    for (const message of sampleMessages([row], PARTITIONS)) await publisher.publish(message);
    const flow = aFlow({
      at,
      customer: CUSTOMER,
      site: flowSite(CUSTOMER, 0),
      application: BigInt(applications[0]),
    });
    await publisher.publish({
      subject: subjectOf('flows', PARTITION),
      data: networkFlowCodec.encode([flow]),
      headers: headerOf(flows, { rows: 1, first: at, last: at }),
    });
    return at;
  }

  /** Sends until both alarms run; returns the time of the last sample. */
  const sendUntilRaised = (): Promise<number> =>
    eventually(async () => {
      const at = await send();
      const running = await Promise.all(
        [line, application].map(async (element) => (await edgesOf(element)).at(-1) === 'raise'),
      );
      if (!running.includes(false)) return at;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return undefined;
    });
  const cleared = () =>
    eventually(async () => {
      for (const element of [line, application])
        if ((await edgesOf(element)).at(-1) !== 'clear') return undefined;
      return true;
    });

  async function killed(): Promise<void> {
    const exit = once(engine, 'exit');
    engine.kill('SIGKILL');
    await exit;
    await startEngine();
  }

  /** Output of an engine that was never killed, over everything in the streams. */
  async function undisturbed(): Promise<string[]> {
    const texts: string[] = [];
    const write = (kind: string) => (batch: RowsBatch) => {
      texts.push(messageText(kind, batch.batch, batch.bytes));
    };
    const output = () => ({ measures: write('measures'), events: write('events') });
    const belongs = (customer: number): boolean => partitionOf(customer, PARTITIONS) === PARTITION;
    const partition = createPartition({ ...setting, belongs, output: output() });
    const flowPartition = createFlowPartition({ ...setting, belongs, output: output() });
    for (const [stream, table] of [
      ['samples', samples],
      ['flows', flows],
    ] as const)
      for (const message of await allOf(bus, streams[stream].name, subjectOf(stream, PARTITION))) {
        const header = readHeader(message.header, table);
        if (!header.ok) throw new Error(header.cause);
        const { seq: sequence, timeMs: receivedAt, data } = message;
        const origin = { sequence, receivedAt, idleUntil: idleUntil(header.value, receivedAt) };
        if (stream === 'samples') runSync(partition.pushSteps(data, origin));
        else runSync(flowPartition.pushSteps(stream, data, origin));
      }
    return texts.sort();
  }

  atNight(
    'closes its windows without measures: alarms clear, windows are announced; killed while idle or not, it writes the same',
    async () => {
      const last = await sendUntilRaised();
      for (let kill = 0; kill < 2; kill += 1) {
        const before = await bus.lastMessage(streams.samples.name, subjectOf('samples', PARTITION));
        await eventually(async () => {
          const now = await bus.lastMessage(streams.samples.name, subjectOf('samples', PARTITION));
          return (now?.seq ?? 0) > (before?.seq ?? 0) || undefined;
        });
        await killed();
      }
      await cleared();
      const isPublished = (of: string) =>
        notices.some(
          (one) => one.of === of && one.granularity === '5m' && one.start * 1_000 > last + WINDOW_MS,
        );
      await eventually(() => (isPublished('samples') && isPublished('flows')) || undefined);
      for (const { edge, evidence } of (await events()).filter(({ edge: of }) => of === 'clear')) {
        const { windows } = JSON.parse(evidence) as {
          readonly windows: readonly { readonly value: number | null }[];
        };
        expect([edge, windows.at(-1)?.value]).toEqual(['clear', null]);
      }
      // A device that returns is measured again.
      await sendUntilRaised();
      await cleared();

      const exit = once(engine, 'exit');
      engine.kill('SIGTERM');
      await exit;
      const written: string[] = [];
      for (const [kind, name] of [
        ['measures', 'measures'],
        ['alarms', 'events'],
      ] as const)
        for (const { data, header } of await allOf(bus, streams[kind].name, subjectOf(kind, PARTITION))) {
          // Of the two numbers that a message carries, its own is the one that it advanced; the bytes show which one it is.
          const numbers = [header(headerNames.batch), header(headerNames.flowBatch)];
          written.push(
            ...numbers.flatMap((number) => (number === undefined ? [] : [messageText(name, number, data)])),
          );
        }
      const expected = await undisturbed();
      expect(expected.length).toBeGreaterThan(4);
      expect(written).toEqual(expect.arrayContaining(expected));
      const messages = await Promise.all(
        (['measures', 'alarms'] as const).map((kind) =>
          allOf(bus, streams[kind].name, subjectOf(kind, PARTITION)),
        ),
      );
      expect(messages.flat()).toHaveLength(expected.length);
    },
    120_000,
  );
});

describe('an idle period that continues', () => {
  const aSilence = (windows: number) => ({
    sequence: 0,
    receivedAt: Infinity,
    idleUntil: START_MS + (windows + 3) * WINDOW_MS,
  });
  const load = (at: number, value: bigint) => {
    const row = aSample('in_octets', { at, customer: CUSTOMER, element: line, value });
    return sampleCodec.encode([row]);
  };

  it('is announced window by window when nothing is left that could change, and none of them is closed', () => {
    const closed: number[] = [];
    const passed: number[] = [];
    const output = {
      measures: () => undefined,
      events: () => undefined,
      closed: ({ start }: { readonly start: number }) => closed.push(start - START_MS / 1_000),
      skipped: ({ start }: { readonly start: number }) => passed.push(start - START_MS / 1_000),
    };
    const partition = createPartition({ ...setting, output });
    const flowPartition = createFlowPartition({ ...setting, output });
    const nothing = new Uint8Array();
    for (const push of [
      (origin?: ReturnType<typeof aSilence>) => {
        runSync(partition.pushSteps(origin === undefined ? load(0, 0n) : nothing, origin));
      },
      (origin?: ReturnType<typeof aSilence>) => {
        runSync(
          flowPartition.pushSteps(
            'flows',
            origin === undefined ? networkFlowCodec.encode([aFlow({ at: START_MS })]) : nothing,
            origin,
          ),
        );
      },
    ]) {
      // Before the first row there is no time that could advance.
      push(aSilence(10));
      push();
      push(aSilence(IDLE_WINDOWS));
      passed.splice(0);
      push(aSilence(IDLE_WINDOWS + 60));
      push(aSilence(IDLE_WINDOWS + 60));
      push(aSilence(IDLE_WINDOWS + 61));
      expect(Math.max(...closed)).toBeLessThan(IDLE_WINDOWS + 3);
      expect(passed.length).toBe(2);
      expect(passed[1]! - passed[0]!).toBe(1);
      expect(passed[0]).toBeGreaterThanOrEqual(IDLE_WINDOWS + 60);
      closed.splice(0);
    }
  });

  atNight(
    'is none where one device alone is polled every five minutes, however long within nine tenths of that a poll takes',
    () => {
      const INTERVAL_S = 300;
      const [SILENCE_S, LATENESS_S] = [240, 60];
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 0, max: 0.9 * INTERVAL_S }), { minLength: 3, maxLength: 40 }),
          (durations) => {
            const values: number[] = [];
            const partition = createPartition({
              ...setting,
              windowSeconds: INTERVAL_S,
              allowedLatenessMs: LATENESS_S * 1_000,
              output: {
                measures: ({ bytes }) => {
                  for (const { element, kpi, value } of measureCodec.decode(bytes))
                    if (element === line && kpi === kpis.itf_in_bps.id) values.push(value);
                },
                events: () => undefined,
              },
            });
            let heard = { at: Infinity, delay: 0 };
            for (let now = 0; now <= (durations.length + 4) * INTERVAL_S; now += 1) {
              const receivedAt = START_MS + now * 1_000;
              const poll = durations.findIndex((duration, number) => number * INTERVAL_S + duration === now);
              if (poll >= 0) {
                heard = { at: now, delay: now - poll * INTERVAL_S };
                runSync(
                  partition.pushSteps(load(poll * INTERVAL_S * 1_000, BigInt(poll * 75_000)), {
                    sequence: 0,
                    receivedAt,
                  }),
                );
              } else if (now - heard.at >= SILENCE_S && now % 30 === 0) {
                const quiet = receivedAt - (SILENCE_S + heard.delay) * 1_000;
                runSync(partition.pushSteps(new Uint8Array(), { sequence: 0, receivedAt, idleUntil: quiet }));
              }
            }
            expect(partition.counts).toMatchObject({ late: 0, ahead: 0 });
            expect(values).toEqual(Array.from({ length: durations.length - 1 }, () => 2_000));
          },
        ),
        { numRuns: rounds(40) },
      );
    },
  );

  atNight('applies a changed configuration with its next window', () => {
    const events: EventRow[] = [];
    const slow = anAlarm({ id: 1, threshold: 100, outliers: 1, measures: 30 });
    const output = {
      measures: () => undefined,
      events: ({ bytes }: RowsBatch) => events.push(...eventCodec.decode(bytes)),
    };
    const partition = createPartition({ ...setting, alarms: [slow], output });
    runSync(partition.pushSteps(load(0, 0n)));
    runSync(partition.pushSteps(load(WINDOW_MS, 1_000_000n)));
    runSync(partition.pushSteps(new Uint8Array(), aSilence(5)));
    expect(events.map(({ edge }) => edge)).toEqual(['raise']);
    expect(runSync(partition.configureSteps(inventory, { alarms: [] }))).toBe(true);
    runSync(partition.pushSteps(new Uint8Array(), aSilence(12)));
    expect(events.map(({ edge, cause }) => [edge, cause])).toEqual([
      ['raise', 'rule'],
      ['clear', 'deleted'],
    ]);
    expect(events[1]!.at).toBe(START_MS / 1_000 + 9);
    expect([partition.watermark, partition.newestDataMs]).toEqual([
      START_MS + 15 * WINDOW_MS,
      START_MS + WINDOW_MS,
    ]);
  });
});

describe('a tick', () => {
  beforeAll(() => bus.ensureStreams([streams.samples]));

  const SILENCE_MS = 120_000;
  const NUMBER = 7;
  const NOW_MS = 1_800_000_000_000;
  let ending = new AbortController();
  afterEach(() => {
    ending.abort();
  });

  /** A heartbeat with its published messages and counts. */
  function aHeartbeat(isPaused = () => false) {
    ending = new AbortController();
    const clock = new ManualClock(NOW_MS);
    const metrics = openMetrics();
    const needs = { bus, clock, log: silentLog, metrics: engineMetrics(metrics), idleTimeoutMs: SILENCE_MS };
    const heartbeat = new IdleHeartbeat(
      { ...needs, windowSeconds: 300, isPaused },
      { pipeline: 'samples', number: NUMBER, signal: ending.signal },
    );
    let counted = 0;
    const outcome = async (which: 'sent' | 'rejected') => {
      const text = await metrics.text();
      return Number(
        new RegExp(`heartbeats_total\\{[^}]*outcome="${which}"[^}]*\\} (\\d+)`).exec(text)?.[1] ?? 0,
      );
    };
    return {
      clock,
      heartbeat,
      outcome,
      /** Looks, and waits for the tick that comes of it. */
      heartbeats: async (newest: number): Promise<number | undefined> => {
        heartbeat.checkIdle(newest);
        counted += 1;
        await eventually(
          async () => (await outcome('sent')) + (await outcome('rejected')) === counted || undefined,
        );
        const message = await bus.lastMessage(streams.samples.name, subjectOf('samples', NUMBER));
        return Number(message?.header(headerNames.last));
      },
    };
  }
  const newestSequence = async (): Promise<number> =>
    (await bus.lastMessage(streams.samples.name, subjectOf('samples', NUMBER)))?.seq ?? 0;

  it('comes when nothing has come for as long as silence is waited for, every thirty seconds, and never before the first sample', async () => {
    const { clock, heartbeat, heartbeats } = aHeartbeat();
    const before = await newestSequence();
    await clock.advance(SILENCE_MS);
    heartbeat.checkIdle(0);
    expect(await heartbeats(NOW_MS - 1_000)).toBe(NOW_MS);
    heartbeat.checkIdle(NOW_MS);
    await clock.advance(29_000);
    heartbeat.checkIdle(NOW_MS);
    await clock.advance(1_000);
    expect(await heartbeats(NOW_MS)).toBe(NOW_MS + 30_000);
    expect((await newestSequence()) - before).toBeGreaterThanOrEqual(2);
    const reported = await allOf(bus, streams.samples.name, subjectOf('samples', NUMBER));
    expect(reported.filter(({ seq }) => seq > before)).toHaveLength(2);
    expect(readHeader(reported.at(-1)!.header, samples)).toMatchObject({
      ok: true,
      value: { rows: 0, idle: SILENCE_MS },
    });
  });

  it('stays as far behind as the newest data was late, and restarts when data comes', async () => {
    const { clock, heartbeat, heartbeats } = aHeartbeat();
    await clock.advance(SILENCE_MS - 1);
    heartbeat.observeData(45_000);
    await clock.advance(SILENCE_MS - 1);
    heartbeat.checkIdle(NOW_MS - 45_000);
    await clock.advance(1);
    expect(await heartbeats(NOW_MS - 45_000)).toBe(NOW_MS + SILENCE_MS - 1 - 45_000);
  });

  atNight(
    'is not published while NATS is blocked, nor right after: delayed messages come first',
    async () => {
      const { clock, heartbeat, outcome } = aHeartbeat();
      if (nats.directory === undefined) return;
      const pid = Number(readFileSync(join(nats.directory, 'nats.pid'), 'utf8'));
      await clock.advance(SILENCE_MS);
      process.kill(pid, 'SIGSTOP');
      heartbeat.checkIdle(NOW_MS - 1_000);
      await clock.advance(60_000);
      heartbeat.checkIdle(NOW_MS - 1_000);
      process.kill(pid, 'SIGCONT');
      await eventually(async () => (await outcome('sent')) + (await outcome('rejected')) === 1 || undefined);
      const before = await newestSequence();
      await clock.advance(SILENCE_MS - 1);
      heartbeat.checkIdle(NOW_MS - 1_000);
      await clock.advance(1);
      heartbeat.checkIdle(NOW_MS - 1_000);
      await eventually(async () => (await newestSequence()) > before || undefined);
      const own = await allOf(bus, streams.samples.name, subjectOf('samples', NUMBER));
      expect(own.filter(({ seq }) => seq > before)).toHaveLength(1);
      expect(Number(own.at(-1)?.header(headerNames.last))).toBe(NOW_MS + SILENCE_MS + 60_000);
    },
  );

  atNight(
    'is not published while producers wait for disk space, nor until their rows had time to arrive',
    async () => {
      let isPaused = true;
      const { clock, heartbeat, heartbeats } = aHeartbeat(() => isPaused);
      const before = await newestSequence();
      await clock.advance(10 * SILENCE_MS);
      heartbeat.checkIdle(NOW_MS - 1_000);
      isPaused = false;
      await clock.advance(SILENCE_MS - 1);
      heartbeat.checkIdle(NOW_MS - 1_000);
      await clock.advance(1);
      expect(await heartbeats(NOW_MS - 1_000)).toBe(NOW_MS + 10 * SILENCE_MS);
      expect((await newestSequence()) - before).toBe(1);
    },
  );

  atNight(
    'is counted as rejected by an almost full stream, and retried after the next idle timeout',
    async () => {
      const { clock, heartbeat, heartbeats, outcome } = aHeartbeat();
      const { bytes } = await bus.streamState(streams.samples.name);
      await bus.ensureStreams([{ ...streams.samples, maxBytes: bytes + 100_000 }]);
      const filler = { subject: subjectOf('samples', 9), data: new Uint8Array(95_000) };
      expect(await bus.publisher(1).publish(filler)).toMatchObject({ ok: true });
      const before = await newestSequence();
      await clock.advance(SILENCE_MS);
      await heartbeats(NOW_MS - 1_000);
      expect([await outcome('rejected'), await newestSequence()]).toEqual([1, before]);
      await bus.ensureStreams([streams.samples]);
      await clock.advance(SILENCE_MS - 1);
      heartbeat.checkIdle(NOW_MS - 1_000);
      await clock.advance(1);
      expect(await heartbeats(NOW_MS - 1_000)).toBe(NOW_MS + SILENCE_MS);
      expect(await outcome('sent')).toBe(1);
    },
  );
});
