import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { PollerReport } from '#schemas/collector/polled-device.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { samples } from '#schemas/table/samples.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { startPoller } from '#tests/fixtures/snmp/start-poller.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';

const codec = codecOf(samples);
const DEVICES = 48;
const INTERVAL_MS = 1_000;
/** Leases expire after four seconds and are acquired within one. */
const TAKEOVER_MS = 8_000;
/** Two processes start, on a busy machine. */
const STARTED_MS = 90_000;

let stack: Stack;
let agent: Awaited<ReturnType<typeof startUdpAgent>>;
const pollers: ChildProcess[] = [];
/** Times of the polls of each device. */
const polls = new Map<number, number[]>();
const reading = new AbortController();

beforeAll(async () => {
  const response = honest(portTable(['Gi0/0']));
  [stack, agent] = await Promise.all([
    openStack(),
    startUdpAgent(({ datagram, reply }) => {
      reply(response(datagram)!);
    }),
  ]);
  const snmp = { community: COMMUNITY, port: agent.port };
  const devices = Array.from({ length: DEVICES }, (_, at) => ({
    name: `r${String(at)}`,
    address: '127.0.0.1',
    snmp,
  }));
  const site = { name: 'one', city: 'Lyon', latitude: 45, longitude: 4, devices };
  const file = NetworkFile.parse({ customers: [{ clientId: 'a', name: 'A', sites: [site] }] });
  await importNetwork({ db: stack.db, secrets: testSecrets }, file);
  for (const partition of [0, 1]) void read(partition);
});
afterAll(async () => {
  reading.abort();
  for (const poller of pollers) poller.kill('SIGKILL');
  await stack.close();
  agent.close();
});

async function read(partition: number): Promise<void> {
  const subject = `samples.${String(partition)}`;
  const source = { stream: 'SAMPLES', subject, fromSeq: 1, signal: reading.signal };
  for await (const { data } of stack.bus.orderedReader(source))
    for (const { counter, element, at } of codec.decode(data))
      if (counter === counters.poll.id) polls.set(element, [...(polls.get(element) ?? []), at]);
}

function start(name: string): ChildProcess {
  const poller = startPoller(stack, {
    POLLER_NAME: name,
    POLL_INTERVAL_SECONDS: String(INTERVAL_MS / 1_000),
  });
  pollers.push(poller);
  return poller;
}

/** Devices that each live poller polls. */
async function shares(): Promise<readonly number[]> {
  const reports: PollerReport[] = [];
  const isEnough = (reply: Uint8Array): boolean => {
    reports.push(PollerReport.parse(unpackJson(reply)));
    return reports.length >= reports[0]!.pollers;
  };
  await stack.bus
    .requestAll(subjects.polledDevices, '', { isEnough, timeoutMs: 2_000 })
    .catch(() => undefined);
  return reports.map(({ devices }) => devices.length);
}
const polledSince = (sinceMs: number): number =>
  [...polls.values()].filter((times) => times.at(-1)! > sinceMs).length;

it('two pollers share the devices evenly; when one is killed the other polls all of them within seconds, each once per interval', async () => {
  const killed = start('one');
  start('two');
  // Six of the twelve partitions each, whichever these are.
  const bothPoll = async (): Promise<boolean> => {
    const [one = 0, other = 0] = await shares();
    return one + other === DEVICES && Math.min(one, other) >= DEVICES / 8;
  };
  await until('both poll', bothPoll, STARTED_MS);
  const sharedMs = Date.now();
  await until('every device is polled', () => polledSince(sharedMs) === DEVICES);
  killed.kill('SIGKILL');
  const killedMs = Date.now();
  await until('the other poller polls all', async () => (await shares()).join() === String(DEVICES));
  const takenMs = Date.now();
  expect(takenMs - killedMs).toBeLessThan(TAKEOVER_MS);
  await until('every device is polled again', () => polledSince(takenMs + 2 * INTERVAL_MS) === DEVICES);
  const gaps = [...polls.values()].flatMap((times) => {
    const later = times.filter((at) => at >= sharedMs).toSorted((one, other) => one - other);
    return later.slice(1).map((at, index) => at - later[index]!);
  });
  expect(Math.max(...gaps)).toBeLessThan(TAKEOVER_MS + 2 * INTERVAL_MS);
  // A poll that both made is stored once: nothing comes twice at its scheduled time. A busy machine reads some late, long after the one
  // before and shortly before the next.
  const twice = [...polls.values()].flatMap((times) => {
    const sorted = times.toSorted((one, other) => one - other);
    return sorted.filter((at, index) => {
      const [last = -Infinity, before = last] = [sorted[index - 1], sorted[index - 2]];
      return last >= sharedMs && at - last < INTERVAL_MS / 10 && at - before < 1.5 * INTERVAL_MS;
    });
  });
  expect(twice.length).toBeLessThanOrEqual(2);
});
