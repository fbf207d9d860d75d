import { afterAll, beforeAll, expect, it } from 'vitest';
import { planOf } from '#ingest/snmp/catalogue/polling-plan.ts';
import { runSync } from '#platform/clock/steps.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import { anInventory, sampleCodec } from '#tests/fixtures/engine/engine-network.ts';
import { emptyLog, partitionInto } from '#tests/fixtures/engine/engine-run.ts';
import { edgeDevice, edgePort } from '#tests/fixtures/snmp/edge-device.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';
import { openAgent } from './agent/open-agent.ts';
import { newMemory } from './device/device-memory.ts';
import { pollDevice } from './poll-device.ts';
import { PollRows } from './poll-rows.ts';
import type { SampleRow } from './sample-rows.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

const PORTS = 30;
const names = Array.from({ length: PORTS }, (_, at) => `Gi0/${String(at)}`);
const interfaces = names.map((name, at) => edgePort(10 + at, name));
const device = edgeDevice(...interfaces.map(({ id }) => id));
const table = portTable(names);
/** Each response takes this long, and windows wait for samples this long. */
const RESPONSE_MS = 1_500;
const LATENESS_MS = 2_000;

let agent: Awaited<ReturnType<typeof startUdpAgent>>;
beforeAll(async () => {
  agent = await startUdpAgent(() => undefined);
});
afterAll(() => {
  agent.close();
});

interface Sent {
  readonly rows: readonly SampleRow[];
  readonly id: string;
  readonly sentMs: number;
}

/** Polls with a clock on which each response takes its time. Returns what is sent, and when. */
async function pollSlowly(): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  let nowMs = Date.UTC(2026, 0, 5);
  const response = honest(table);
  const memory = newMemory();
  const send = (rows: readonly SampleRow[], id: string): Promise<void> => {
    sent.push({ rows, id, sentMs: nowMs });
    return Promise.resolve();
  };
  const rows = new PollRows({ device, memory, id: 'poll.3.0', outbox: { send } });
  agent.behaviour.response = ({ datagram, reply }) => {
    nowMs += RESPONSE_MS;
    // The poller looks twenty times a second.
    rows.publishIfDue(nowMs);
    reply(response(datagram)!);
  };
  const access = { version: 'v2c', port: agent.port, community: COMMUNITY } as const;
  const open = (await openAgent({ address: '127.0.0.1', access }, { timeoutMs: 3_000, retries: 0 }, memory))!;
  await pollDevice({
    agent: open,
    device,
    interfaces,
    memory,
    components: [],
    plan: planOf(builtInPolling),
    clock: { ...systemClock, now: () => new Date(nowMs) },
    deadlineMs: systemClock.elapsed() + 20_000,
    count: () => undefined,
    found: (part) => {
      rows.add(part);
      rows.publishIfDue(nowMs);
    },
  });
  open.close();
  await rows.end();
  return sent;
}

it('values of a slow device are dated when their response arrives and published soon after, not at the end of the poll', async () => {
  const sent = await pollSlowly();
  const rows = sent.flatMap((one) => one.rows);
  const times = rows.map(({ at }) => at);
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(10 * RESPONSE_MS);
  const delays = sent.flatMap(({ rows: part, sentMs }) => part.map(({ at }) => sentMs - at));
  expect(Math.max(...delays)).toBeLessThanOrEqual(timeLimit(RESPONSE_MS));
  // Every value once, and every part under its own id.
  expect(rows.filter(({ counter }) => counter === counters.in_octets.id).length).toBe(PORTS);
  expect(new Set(rows.map(({ element, counter }) => `${String(element)} ${String(counter)}`)).size).toBe(
    rows.length,
  );
  expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
});

it('a device whose poll takes many times the allowed lateness has no late sample, however fast its neighbours are', async () => {
  const sent = await pollSlowly();
  const partition = partitionInto(emptyLog(), {
    windowSeconds: 10,
    allowedLatenessMs: LATENESS_MS,
    alarms: [],
    inventory: anInventory(1, 1),
  });
  let sequence = 0;
  const push = (rows: readonly SampleRow[], receivedAt: number): void => {
    sequence += 1;
    runSync(partition.pushSteps(sampleCodec.encode(rows), { sequence, receivedAt }));
  };
  const neighbour = { ...sent[0]!.rows[0]!, element: 999 };
  for (const { rows, sentMs } of sent) {
    push([{ ...neighbour, at: sentMs }], sentMs);
    push(rows, sentMs);
  }
  expect(partition.counts.late).toBe(0);
  // As it was: all rows dated at the start of the poll, published at its end.
  const first = Math.min(...sent.flatMap(({ rows }) => rows.map(({ at }) => at)));
  push(
    sent.flatMap(({ rows }) => rows.map((row) => ({ ...row, at: first }))),
    sent.at(-1)!.sentMs,
  );
  expect(partition.counts.late).toBeGreaterThan(0);
});
