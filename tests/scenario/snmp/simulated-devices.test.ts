import { fork, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { PollerReport, type PolledDevice } from '#schemas/collector/polled-device.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { Proposal } from '#schemas/discovery/proposal.ts';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import { LineReport } from '#schemas/line/line-finding.ts';
import type { ComponentEntry, DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { defaultRates } from '#server/kernel/rate/limit-rates.ts';
import { eventually, until } from '#tests/fixtures/eventually.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import type { ExpectedSensor, DeviceModel } from '#tests/fixtures/snmp/simulated/device-model.ts';
import { SIMULATED_COMMUNITY } from '#tests/fixtures/snmp/simulated/simulated-agent.ts';
import {
  simulatedAddress,
  simulatedDevices,
  simulatedRange,
  startSimulatedDevices,
} from '#tests/fixtures/snmp/simulated/simulated-devices.ts';
import { StoredSamples } from '#tests/fixtures/snmp/simulated/stored-samples.ts';
import { SILENT_DEVICE } from '#tests/fixtures/snmp/vendors/appliances.ts';
import { wanRouter } from '#tests/fixtures/snmp/vendors/cisco-lines.ts';

const RESTARTED_DEVICE = 'lyon-edge-1';
const INTERVAL_SECONDS = 4;

let server: ServerUnderTest;
let page: Browser;
let agents: Awaited<ReturnType<typeof startSimulatedDevices>>;
let inventory: Inventory;
let reports: readonly PolledDevice[] = [];
let run: DiscoveryRun;
const proposed = new Map<string, Proposal>();
const samples = new StoredSamples();
const processes: ChildProcess[] = [];
const reading = new AbortController();

function start(tier: 'discovery' | 'snmp', settings: Readonly<Record<string, string>> = {}): ChildProcess {
  const process_ = fork(new URL(`../../../ingest/${tier}/main.ts`, import.meta.url), [], {
    execArgv: [],
    env: {
      ...process.env,
      ...server.stack.env,
      SNMP_ALLOWED_NETWORKS: '127.0.0.0/8',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'error',
      ...settings,
    },
  });
  processes.push(process_);
  return process_;
}

const customer = (): number => server.customers.get('acme')!;
const path = (remaining: string): string => `/api/v1/customers/${String(customer())}${remaining}`;

/** Some hundred proposals, while other tests run. Their hook has as long again for the discovery. */
const ACCEPTED_WITHIN_MS = 120_000;
const DISCOVERED_WITHIN_MS = 2 * ACCEPTED_WITHIN_MS;

async function discover(): Promise<void> {
  const { port } = agents;
  const user = simulatedDevices.find(({ traits }) => traits?.user !== undefined)!.traits!.user!;
  const site = [...(await loadInventory(server.stack.db)).sites.values()].find(
    (one) => one.customer === customer(),
  )!;
  const response = await page.send('POST', path('/discoveries'), {
    body: {
      site: site.id,
      ranges: [simulatedRange],
      credentials: [
        { version: 'v2c', community: SIMULATED_COMMUNITY, port },
        { version: 'v1', community: SIMULATED_COMMUNITY, port },
        {
          version: 'v3',
          user: user.user,
          auth: { protocol: 'SHA-256', password: user.authPassword },
          priv: { protocol: 'AES-128', password: user.privPassword },
          port,
        },
      ],
      options: { timeoutMs: 1_000, retries: 1, packetsPerSecond: 5_000 },
    },
  });
  const { id } = response.json() as DiscoveryRun;
  const read = async (): Promise<DiscoveryRun> =>
    (await page.get(path(`/discoveries/${String(id)}`))).json() as DiscoveryRun;
  await until('the discovery ends', async () => !['queued', 'running'].includes((await read()).state));
  run = await read();
  const listed = await page.get(path(`/discoveries/${String(id)}/proposals?kind=device`));
  for (const one of (listed.json() as { proposals: Proposal[] }).proposals) proposed.set(one.name, one);
  await page.send('POST', path(`/discoveries/${String(id)}/accept`), { body: { proposals: 'all' } });
  const acceptance = await eventually(async () => {
    await server.clock.advance(100);
    const reply = await page.get(path(`/discoveries/${String(id)}/proposals?limit=1`));
    const { acceptance: last } = reply.json<{ acceptance: AcceptanceRun }>();
    return last.state === 'running' ? undefined : last;
  }, ACCEPTED_WITHIN_MS);
  expect([run, acceptance]).toEqual([
    expect.objectContaining({ state: 'finished' }),
    expect.objectContaining({ accepted: run.open, held: 0 }),
  ]);
  inventory = await loadInventory(server.stack.db);
  const names = [...inventory.devices.values()].map(({ name }) => name);
  expect([run.progress.rejected, names.toSorted()]).toEqual([
    [],
    simulatedDevices.map(({ name }) => name).toSorted(),
  ]);
}

const deviceOf = ({ name }: DeviceModel): DeviceEntry =>
  [...inventory.devices.values()].find((one) => one.name === name)!;
const portsOf = (device: DeviceModel): ReadonlyMap<string, number> =>
  new Map(deviceOf(device).interfaces.map((id) => [inventory.interfaces.get(id)!.name, id]));
const componentsOf = (device: DeviceModel, kind: ComponentEntry['kind']): ReadonlyMap<string, number> =>
  new Map(
    [...inventory.components!.values()]
      .filter((one) => one.device === deviceOf(device).id && one.kind === kind)
      .map(({ key, id }) => [key, id]),
  );
const reportOf = (device: DeviceModel): PolledDevice =>
  reports.find((one) => one.device === deviceOf(device).id)!;

const responding = simulatedDevices.filter(({ name }) => name !== SILENT_DEVICE);
/** Ports that the device still has. */
const lasting = ({ name, ports }: DeviceModel): DeviceModel['ports'] =>
  name === RESTARTED_DEVICE ? ports.filter(({ laterIndex }) => laterIndex !== undefined) : ports;
const hasRates = (device: DeviceModel): boolean => {
  const ids = portsOf(device);
  return lasting(device).every(({ name }) => samples.of(ids.get(name)!, 'out_octets').length >= 2);
};
const restarted = simulatedDevices.find(({ name }) => name === RESTARTED_DEVICE)!;

const readReports = (): Promise<void> =>
  server.stack.bus.requestAll(subjects.polledDevices, '', {
    isEnough(reply) {
      reports = PollerReport.parse(unpackJson(reply)).devices;
      return true;
    },
    timeoutMs: 5_000,
  });

async function readFindings(): Promise<LineReport> {
  let report: LineReport | undefined;
  await server.stack.bus.requestAll(subjects.lineFindings, '', {
    isEnough(reply) {
      report = LineReport.parse(unpackJson(reply));
      return true;
    },
    timeoutMs: 5_000,
  });
  return report!;
}

async function poll(): Promise<void> {
  agents.beginCounting();
  agents.silence(SILENT_DEVICE);
  for (const partition of [0, 1]) void samples.read(server.stack.bus, partition, reading.signal);
  start('snmp', {
    POLL_INTERVAL_SECONDS: String(INTERVAL_SECONDS),
    POLL_TIMEOUT_MS: '2000',
    POLL_RETRIES: '0',
  });
  await until('the ports have rates', () => hasRates(restarted));
  agents.restart(RESTARTED_DEVICE);
  await until('all ports have rates', () => responding.every(hasRates));
  // A report covers the last poll only: the next one has no faults of the restart.
  await until('the restart is reported', async () => {
    await readReports();
    return Object.keys(reportOf(restarted).faults).length > 0;
  });
  const { id } = deviceOf(restarted);
  const [first] = portsOf(restarted).values();
  await until('the restart is seen', () => {
    const uptimes = samples.of(first!, 'out_octets').map(({ uptime }) => uptime);
    const isSeen = uptimes.some((uptime, index) => index > 0 && uptime < uptimes[index - 1]!);
    return isSeen && samples.of(id, 'poll').length > 0;
  });
}

beforeAll(async () => {
  [server, agents] = await Promise.all([
    openServer({
      rates: { ...defaultRates, perSession: 100_000, perVisitor: 100_000 },
      snmpAllowedNetworks: ['127.0.0.0/8'],
    }),
    startSimulatedDevices(),
  ]);
});
beforeAll(async () => {
  await server.account({
    username: 'finder',
    permissions: ['NETWORK.PROVISIONING.read', 'NETWORK.PROVISIONING.write'],
    customers: ['acme'],
  });
  page = await server.signedIn('finder');
  const discovery = start('discovery');
  await discover();
  discovery.kill('SIGTERM');
}, DISCOVERED_WITHIN_MS);
beforeAll(poll);
afterAll(async () => {
  reading.abort();
  for (const one of processes) one.kill('SIGKILL');
  agents.close();
  await server.close();
});

describe('a discovery of devices of more than ten vendors', () => {
  it('finds them all, whatever version of SNMP they answer', () => {
    expect(new Set(simulatedDevices.map(({ expected }) => expected.vendor)).size).toBeGreaterThan(10);
    expect(simulatedDevices.length).toBeGreaterThanOrEqual(25);
    expect(run).toMatchObject({ state: 'finished', progress: { found: simulatedDevices.length } });
    expect(inventory.devices.size).toBe(simulatedDevices.length);
  });

  it.each(simulatedDevices.map((device, at) => ({ ...device, address: simulatedAddress(at) })))(
    'proposes $name with vendor, model, serial number and software',
    ({ name, address, expected }) => {
      const field = (desired: string): string =>
        proposed.get(name)?.fields.find((one) => one.name === desired)?.after ?? '';
      const { vendor, model, serial, software } = expected;
      const found = ['address', 'vendor', 'model', 'serial', 'software'].map(field);
      expect([name, ...found]).toEqual([name, address, vendor, model, serial, software]);
    },
  );

  it('adds the ports of each by their names, with aliases in any script', () => {
    for (const device of simulatedDevices) {
      const names = device.ports.map(({ name }) => name);
      expect([device.name, [...portsOf(device).keys()].toSorted()]).toEqual([device.name, names.toSorted()]);
      const aliases = deviceOf(device).interfaces.map((id) => inventory.interfaces.get(id)!.alias);
      expect(aliases.toSorted()).toEqual(device.ports.map(({ alias }) => alias).toSorted());
    }
  });
});

describe('the poller', () => {
  it.each(responding)('measures the octets of every port of $name, over wraps and restarts', (device) => {
    const ids = portsOf(device);
    const measured = lasting(device).map(({ name }) =>
      (['in_octets', 'out_octets'] as const).map((counter) => samples.perSecond(ids.get(name)!, counter)),
    );
    expect(measured).toEqual(lasting(device).map(({ inRate, outRate }) => [inRate, outRate]));
  });

  it.each(responding)('reads the speed of every port of $name to the bit', (device) => {
    const ids = portsOf(device);
    const read = lasting(device).map(({ name }) => [name, samples.last(ids.get(name)!, 'speed')]);
    const expected = lasting(device).map(({ name, speedMbps }) => [
      name,
      speedMbps === 0 ? undefined : Math.round(speedMbps * 1_000_000),
    ]);
    expect(read).toEqual(expected);
  });

  it('measures full lines at 100 %, whatever their speed', () => {
    const ids = portsOf(wanRouter);
    const percent = (name: string, way: 'in' | 'out'): number => {
      const id = ids.get(name)!;
      return (800 * samples.perSecond(id, `${way}_octets`)!) / samples.last(id, 'speed')!;
    };
    const measured = wanRouter.ports.map(({ name }) => [name, percent(name, 'in'), percent(name, 'out')]);
    expect(measured).toEqual(wanRouter.ports.map(({ name }) => [name, 100, 50]));
  });

  it('reports why ports have no value or no percentage, and nothing of the others', async () => {
    const { interfaces } = await readFindings();
    const found = new Map(interfaces.map((one) => [one.interface, one.findings.map(({ is }) => is)]));
    for (const device of responding) {
      const names = [...portsOf(device)].flatMap(([name, id]) =>
        found.has(id) ? [[name, found.get(id)] as const] : [],
      );
      const unknown = device.ports.filter(({ speedMbps }) => speedMbps === 0);
      const noSpeed = Object.fromEntries(unknown.map(({ name }) => [name, ['no speed']]));
      const expected = { ...noSpeed, ...device.expected.lines };
      expect([device.name, Object.fromEntries(names)]).toEqual([device.name, expected]);
    }
    const uplink = simulatedDevices.find(
      ({ traits, ports }) => traits?.isNarrow === true && ports[2]?.name === 'B1',
    )!;
    const [finding] = interfaces.find((one) => one.interface === portsOf(uplink).get('B1'))!.findings;
    expect(finding).toMatchObject({ of: 'octets', everyMs: INTERVAL_SECONDS * 1_000, isV1: false });
    expect(finding?.is === '32 bits' && Math.floor(finding.wrapMs)).toBe(3_435);
  });

  it.each(responding.filter(({ expected }) => expected.cpuPercent !== undefined))(
    'measures the processor and the memory in use of $name',
    (device) => {
      const { cpuPercent, memory } = device.expected;
      const { id } = deviceOf(device);
      const [load, used, total] = (['cpu', 'memory_used', 'memory_total'] as const).map((counter) =>
        samples.last(id, counter),
      );
      expect({ cpuPercent: Number(load) / 100, used, total }).toEqual({
        cpuPercent,
        used: memory?.usedBytes,
        total: memory?.totalBytes,
      });
    },
  );

  const scaled = (id: number, counter: CounterKey): number | undefined => {
    const value = samples.last(id, counter);
    return value === undefined ? undefined : value / 1_000;
  };
  const isOk = (id: number): boolean | undefined => {
    const state = samples.last(id, 'sensor_ok');
    return state === undefined ? undefined : state === 1;
  };

  it.each(responding.filter(({ expected }) => expected.sensors !== undefined))(
    'measures temperatures, fans and power supplies of $name',
    (device) => {
      const found = [...componentsOf(device, 'sensor')].map(([name, id]): [string, ExpectedSensor] => [
        name,
        {
          celsius: scaled(id, 'sensor_celsius'),
          rpm: scaled(id, 'sensor_rpm'),
          watts: scaled(id, 'sensor_watts'),
          isOk: isOk(id),
        },
      ]);
      expect(Object.fromEntries(found)).toMatchObject(device.expected.sensors!);
    },
  );

  it.each(responding.filter(({ expected }) => expected.peers !== undefined))(
    'measures whether the BGP sessions of $name are established',
    (device) => {
      const found = [...componentsOf(device, 'peer')].map(([key, id]) => [
        key,
        samples.last(id, 'peer_up') === 1,
      ]);
      expect(Object.fromEntries(found)).toEqual(device.expected.peers);
    },
  );

  it.each(responding.filter(({ expected }) => expected.checks !== undefined))(
    'measures the SD-WAN health checks of $name',
    (device) => {
      const found = [...componentsOf(device, 'tunnel')]
        .filter(([key]) => key in device.expected.checks!)
        .map(([key, id]) => [
          key,
          {
            isUp: samples.last(id, 'tunnel_up') === 1,
            latencyMs: scaled(id, 'tunnel_latency'),
            jitterMs: scaled(id, 'tunnel_jitter'),
            lossPercent: scaled(id, 'tunnel_loss'),
          },
        ]);
      expect(Object.fromEntries(found)).toEqual(device.expected.checks);
    },
  );

  it('reports why it could not read something, and nothing for the others', () => {
    const reported = simulatedDevices.map((device) => {
      const { faults, polls, rejection } = reportOf(device);
      // A busy machine runs out of the four seconds of a poll now and then; a device that does so in most of its polls is at fault.
      const reasons = Object.entries(faults).filter(
        ([reason, count]) => reason !== 'time over' || count * 2 > polls,
      );
      return { name: device.name, faults: reasons.map(([reason]) => reason), rejection };
    });
    const expected = simulatedDevices.map(({ name, expected: { faults = [] } }) => ({
      name,
      faults,
      rejection: name === SILENT_DEVICE ? faults[0] : '',
    }));
    expect(reported).toEqual(expected);
  });

  it('counts the polls of a device that fell silent as unanswered', () => {
    const silent = simulatedDevices.find(({ name }) => name === SILENT_DEVICE)!;
    const polls = samples.of(deviceOf(silent).id, 'poll');
    expect(polls.length).toBeGreaterThan(0);
    expect(polls.every(({ value }) => value === 0n)).toBe(true);
  });
});
