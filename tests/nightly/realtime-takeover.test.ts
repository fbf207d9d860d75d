import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadInventory } from '#platform/inventory/load.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { PollerReport } from '#schemas/collector/polled-device.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { RealtimeReading, WatchChange } from '#schemas/realtime/realtime.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { RealtimeWatch } from '#server/features/realtime/realtime-watch.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { eventually, until } from '#tests/fixtures/eventually.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { startPoller } from '#tests/fixtures/snmp/start-poller.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';

const STARTED_MS = 90_000;
/** Leases expire after four seconds and are acquired within one; the server repeats its request every two. */
const TAKEOVER_MS = 12_000;

let stack: Stack;
let agent: Awaited<ReturnType<typeof startUdpAgent>>;
let inventory: Inventory;
const pollers = new Map<string, ChildProcess>();
const stop = new AbortController();

/** A port that carries 1 Mbit/s by the clock of its agent. */
const table = () => {
  const ms = Math.floor(systemClock.elapsed() / 10) * 10;
  return new Map([
    ...portTable(['Gi0/0'], 100_000 + ms / 10),
    ['1.3.6.1.2.1.31.1.1.1.6.1', { type: 'counter64', value: ms * 125 }] as const,
  ]);
};

beforeAll(async () => {
  [stack, agent] = await Promise.all([
    openStack(),
    startUdpAgent(({ datagram, reply }) => {
      const response = honest(table())(datagram);
      if (response !== undefined) reply(response);
    }),
  ]);
  const device = { name: 'r1', address: '127.0.0.1', snmp: { community: COMMUNITY, port: agent.port } };
  const devices = [{ ...device, interfaces: [{ name: 'Gi0/0' }] }];
  const site = { name: 'one', city: 'Lyon', latitude: 45, longitude: 4, devices };
  const file = NetworkFile.parse({ customers: [{ clientId: 'a', name: 'A', sites: [site] }] });
  await importNetwork({ db: stack.db, secrets: testSecrets }, file);
  inventory = await loadInventory(stack.db);
});
afterAll(async () => {
  stop.abort();
  for (const poller of pollers.values()) poller.kill('SIGKILL');
  await stack.close();
  agent.close();
});

function start(name: string): void {
  pollers.set(name, startPoller(stack, { POLLER_NAME: name, POLL_INTERVAL_SECONDS: '2' }));
}

/** Of the live pollers; that of the device names it. */
async function reports(): Promise<readonly PollerReport[]> {
  const found: PollerReport[] = [];
  const isEnough = (reply: Uint8Array): boolean => {
    found.push(PollerReport.parse(unpackJson(reply)));
    return found.length >= pollers.size;
  };
  await stack.bus.requestAll(subjects.polledDevices, '', { isEnough }).catch(() => undefined);
  return found;
}

it('when the poller of an element that is watched is killed, the dialog says so, and another poller takes over within seconds', async () => {
  const sent: (RealtimeReading | WatchChange)[] = [];
  const watch = new RealtimeWatch({
    bus: stack.bus,
    clock: systemClock,
    inventory: { current: inventory },
    server: 'one',
    signal: stop.signal,
    send: (_, message) => sent.push(message),
  });
  start('one');
  start('two');
  await until('both are there', async () => (await reports()).length === 2, STARTED_MS);
  const [port] = [...inventory.interfaces.values()];
  const watched = { customer: port!.customer, element: port!.id };
  await until('it is polled', async () => (await watch.open(watched, 'dialog')).ok, STARTED_MS);
  const rates = () => sent.flatMap((one) => ('values' in one ? (one.values['itf_in_bps'] ?? []) : []));
  await until('rates are shown', () => rates().length >= 2);

  // The device is in the report of its poller after its first regular poll.
  const { poller: owner } = await eventually(async () =>
    (await reports()).find(({ devices }) => devices.length > 0),
  );
  const survivor = owner === 'one' ? 'two' : 'one';
  pollers.get(owner)!.kill('SIGKILL');
  pollers.delete(owner);
  const killedMs = Date.now();
  const before = rates().length;
  await until('the dialog says so', () => sent.some((one) => 'is' in one && one.is === 'lost'));
  await until('another one takes over', () => rates().length >= before + 2);
  expect(Date.now() - killedMs).toBeLessThan(TAKEOVER_MS);
  expect(pollers.get(survivor)!.exitCode).toBeNull();
  for (const rate of rates()) expect(Math.abs(rate - 1_000_000)).toBeLessThan(50_000);
});
