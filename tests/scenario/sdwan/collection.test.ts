import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedAlarm } from '#demo/sdwan/overlay-alarms.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import { sdwanKinds, type SdwanKind } from '#schemas/sdwan/kind.ts';
import { streams } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { SDWAN_PASSWORD } from '#schemas/sdwan/server-secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { managerClient, managerUser, overlay, simulated } from '#tests/fixtures/sdwan/managers.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { StoredSamples } from '#tests/fixtures/snmp/simulated/stored-samples.ts';
import { openStack, type Stack } from '../../store/stack.ts';
import { atNight } from '#tests/gate/at-night.ts';

const INTERVAL_SECONDS = 2;
const latency = { vmanage: 'cv_latency', nuage: 'nu_avg_delay', fortinet: 'fo_latency' } as const;
const signal = new AbortController().signal;

let stack: Stack;
let tunnels: readonly ComponentEntry[];
const managers = new Map<SdwanKind, Awaited<ReturnType<typeof simulated.vmanage>>>();
const samples = new StoredSamples();
const reading = new AbortController();
const processes: ChildProcess[] = [];

function startProcess(name: string): ChildProcess {
  const child = fork(new URL('../../../ingest/sdwan/main.ts', import.meta.url), [], {
    execArgv: [],
    env: {
      ...process.env,
      ...stack.env,
      SDWAN_NAME: name,
      SDWAN_ALLOWED_NETWORKS: '127.0.0.0/8',
      PARTITIONS: '1',
      POLL_INTERVAL_SECONDS: String(INTERVAL_SECONDS),
      HEALTH_PORT: '0',
      LOG_LEVEL: 'fatal',
    },
  });
  processes.push(child);
  return child;
}

/** In the inventory under the manager's name, at another address. */
const [named] = overlay.devices;
/** Not in the inventory. */
const missing = overlay.devices.at(-1)!;
const known = overlay.devices.filter((device) => device !== missing);

/** A customer per manager, with the devices and tunnels that the manager shows; all but one have other names than the manager's. */
async function importOverlays(): Promise<void> {
  const customers = [];
  for (const kind of sdwanKinds) {
    const shown = await managerClient({ kind, url: managers.get(kind)!.url }).readNetwork(signal);
    customers.push({
      clientId: kind,
      name: kind,
      sites: known.map(({ index, name, site, systemIp, latitude, longitude }) => ({
        name: site,
        city: 'Lyon',
        latitude,
        longitude,
        devices: [
          {
            ...(name === named!.name
              ? { name, address: '192.0.2.1' }
              : { name: `Router ${String(index)}`, address: systemIp }),
            vendor: '',
            model: '',
            interfaces: [],
            components: shown.tunnels
              .filter(({ device }) => device === name)
              .map(({ key }) => ({ kind: 'tunnel', name: key, source: kind })),
          },
        ],
      })),
    });
  }
  const network = NetworkFile.parse({ customers, cockpits: [] });
  await importNetwork({ db: stack.db, secrets: testSecrets }, network);
}

async function addServer(kind: SdwanKind): Promise<void> {
  const { id } = await stack.db
    .selectFrom('customer')
    .select('id')
    .where('client_id', '=', kind)
    .executeTakeFirstOrThrow();
  const url = managers.get(kind)!.url;
  await stack.db
    .insertInto('sdwan_server')
    .values({
      name: kind,
      kind,
      url,
      login: managerUser.login,
      password: testSecrets.seal(managerUser.password, SDWAN_PASSWORD),
      organization: 'csp',
      elastic_url: kind === 'nuage' ? url : '',
      vsd_name: 'acme',
      adom: 'acme',
      vdom: 'root',
      is_multi_tenant: false,
      customer_id: id,
      client_id: 'acme',
      verify_tls: true,
      suspend_provisioning: false,
      suspend_collect: false,
    })
    .execute();
}

const serverOf = (kind: SdwanKind) =>
  stack.db.selectFrom('sdwan_server').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow();

const volumes: RowOf<typeof flows.columns>[] = [];
/** What the managers report, until a test takes it away. */
const alarms = new Map<SdwanKind, readonly SimulatedAlarm[]>();
const alarmsOf = (kind: SdwanKind) => (): readonly SimulatedAlarm[] => alarms.get(kind) ?? [];

beforeAll(async () => {
  stack = await openStack();
  const clock = systemClock;
  for (const kind of sdwanKinds)
    alarms.set(kind, [
      {
        key: `${kind}-1`,
        device: overlay.devices[1]!,
        type: 'down',
        severity: 'Critical',
        message: 'down',
        raisedMs: clock.now().getTime() - 60_000,
        clearedMs: undefined,
      },
    ]);
  managers.set(
    'vmanage',
    await simulated.vmanage({
      clock,
      sampleS: INTERVAL_SECONDS,
      bulkPerMinute: 10_000,
      alarms: alarmsOf('vmanage'),
    }),
  );
  managers.set(
    'nuage',
    await simulated.nuage({ clock, sampleS: INTERVAL_SECONDS, alarms: alarmsOf('nuage') }),
  );
  managers.set('fortinet', await simulated.fortinet({ clock, alarms: alarmsOf('fortinet') }));
  await importOverlays();
  tunnels = [...((await loadInventory(stack.db)).components?.values() ?? [])];
  for (const kind of sdwanKinds) await addServer(kind);
  void samples.read(stack.bus, 0, reading.signal);
  const codec = codecOf(flows);
  stack.bus.subscribe(streams.flows.subjects[0], ({ data }) => void volumes.push(...codec.decode(data)), {
    signal: reading.signal,
  });
  startProcess('one');
  startProcess('two');
});
afterAll(async () => {
  reading.abort();
  for (const child of processes) child.kill();
  const running = processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(running.map((child) => once(child, 'exit')));
  for (const manager of managers.values()) manager.close();
  await stack.close();
});

describe.each(sdwanKinds)('the tunnels of %s', (kind) => {
  it('are measured in every interval, once, whichever process collects', async () => {
    const own = tunnels.filter(({ scope }) => scope === kind);
    expect(own).toHaveLength(overlay.tunnels.filter(({ from }) => from !== missing).length);
    const rowsOf = (id: number) => samples.of(id, latency[kind]);
    await until(`${kind} is measured`, () => own.every(({ id }) => rowsOf(id).length >= 3));
    for (const { id, customer, site } of own) {
      const rows = rowsOf(id);
      expect(rows.every((row) => row.customer === customer && row.site === site)).toBe(true);
      expect(new Set(rows.map(({ at }) => at)).size).toBe(rows.length);
      expect(Number(rows[0]!.value) / 1_000).toBeGreaterThan(1);
      expect(Number(rows[0]!.value) / 1_000).toBeLessThan(300);
    }
    // On a busy machine a response may take longer than those of an available server.
    await until(`${kind} is available`, async () => (await serverOf(kind)).connectivity === 'available');
    expect(await serverOf(kind)).toMatchObject({ connectivity_fault: null });
  });

  atNight('are joined by the state of their devices, which no agent is polled of', async () => {
    const { devices } = await loadInventory(stack.db);
    const state = { vmanage: 'cv_reachable', nuage: 'nu_active', fortinet: 'fo_connected' } as const;
    const device = tunnels.findLast(({ scope }) => scope === kind)!.device;
    expect(devices.get(device)?.name).toMatch(/^Router/);
    await until(`devices of ${kind}`, () => samples.of(device, state[kind]).length >= 2);
    expect(samples.of(device, state[kind]).every(({ value }) => value === 1n)).toBe(true);
    expect(devices.get(device)?.snmp).toBeUndefined();
  });

  it('are joined by the alarms of their manager, each once, and those that have ended are cleared', async () => {
    const { id, customer_id: customer } = await serverOf(kind);
    const listed = async () =>
      (await stack.db.selectFrom('sdwan_alarm').selectAll().where('server_id', '=', id).execute()).map(
        (one) => `${one.key} ${one.cleared_at === null ? 'raised' : 'over'} ${String(one.customer_id)}`,
      );
    const end = kind === 'fortinet' ? 'over' : 'raised';
    await until('the alarm', async () => (await listed()).includes(`${kind}-1 ${end} ${String(customer)}`));
    // Its device has another name in the inventory.
    await until('its device', async () => {
      const stored = await stack.db
        .selectFrom('sdwan_alarm')
        .innerJoin('network_element', 'network_element.id', 'sdwan_alarm.device_id')
        .select(['device', 'network_element.name'])
        .where('server_id', '=', id)
        .executeTakeFirst();
      return stored?.device === overlay.devices[1]!.name && stored.name === 'Router 1';
    });
    alarms.set(kind, []);
    await until('its end', async () => (await listed()).includes(`${kind}-1 over ${String(customer)}`));
    expect(await listed()).toHaveLength(1);
    expect(await serverOf(kind)).toMatchObject({ alarms_fault: null });
  });

  atNight(
    'are joined by the volumes of applications, which their devices do not export, once an interval',
    async () => {
      const { device, customer, site } = tunnels.findLast(({ scope }) => scope === kind)!;
      if (kind === 'fortinet') return;
      const own = () => volumes.filter(({ exporter }) => exporter === device);
      await until('applications', () => own().length >= 5);
      expect(own().every((row) => row.customer === customer && row.site === site && row.bytes > 0n)).toBe(
        true,
      );
      // Whichever process collects: five applications in an interval of five minutes, or in two.
      await until(
        'more collections',
        () => samples.of(tunnels.findLast(({ scope }) => scope === kind)!.id, latency[kind]).length >= 8,
      );
      expect([5, 10]).toContain(own().length);
    },
  );

  it('of a device that is not in the inventory are counted where its manager is shown', async () => {
    const devices = { count: 1, names: [missing.name] };
    await until('one is missing', async () => {
      const { unplaced } = await serverOf(kind);
      return unplaced?.devices.count === 1;
    });
    expect((await serverOf(kind)).unplaced).toEqual({ devices, tenants: { count: 0, names: [] } });
  });

  atNight('continue after their manager was unavailable, which its state shows', async () => {
    const manager = managers.get(kind)!;
    manager.fail({ fault: 'forbidden' });
    await until('unavailable', async () => (await serverOf(kind)).connectivity === 'unavailable');
    expect((await serverOf(kind)).connectivity_fault?.code).toMatch(/^SDWAN_/);
    manager.fail();
    await until('available', async () => (await serverOf(kind)).connectivity === 'available');
  });
});

atNight('a device that is renamed in the inventory is still measured', async () => {
  const kind = 'vmanage';
  const { id: server } = await serverOf(kind);
  const { id, device } = tunnels.find(({ scope }) => scope === kind)!;
  await until('its name is remembered', async () => {
    const row = await stack.db
      .selectFrom('sdwan_device')
      .select('element_id')
      .where('server_id', '=', server)
      .where('name', '=', named!.name)
      .executeTakeFirst();
    return row?.element_id === device;
  });
  await stack.db.updateTable('network_element').set({ name: 'Hub' }).where('id', '=', device).execute();
  stack.bus.publish(subjects.config('inventory'), '{}');
  const before = samples.of(id, latency[kind]).length;
  await until('it is measured', () => Promise.resolve(samples.of(id, latency[kind]).length > before + 2));
  expect((await serverOf(kind)).unplaced?.devices.names).toEqual([missing.name]);
});

atNight('what a manager has and the inventory lacks is compared when a user requests it', async () => {
  const kind = 'fortinet';
  const { id } = await serverOf(kind);
  await stack.db
    .updateTable('sdwan_server')
    .set({ synchronise_state: 'requested' })
    .where('id', '=', id)
    .execute();
  await until('synchronised', async () => (await serverOf(kind)).synchronise_state === 'done');
  expect(await serverOf(kind)).toMatchObject({ synchronise_fault: null });
});

atNight('another process continues when one is killed', async () => {
  processes[0]!.kill('SIGKILL');
  const [tunnel] = tunnels;
  const key = latency[tunnel!.scope as SdwanKind];
  const before = samples.of(tunnel!.id, key).length;
  const late = { timeout: 120_000 };
  await expect.poll(() => samples.of(tunnel!.id, key).length, late).toBeGreaterThan(before + 3);
});
