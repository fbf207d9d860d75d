import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildFleet } from '#demo/fleet.ts';
import { defaultFleet } from '#demo/model.ts';
import { networkOf } from '#demo/network.ts';
import { fleetCounters } from '#demo/story/fleet-counters.ts';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { SdwanSettings } from '#schemas/dashboard/dashlets/sdwan.ts';
import { starters } from '#schemas/dashboard/starter/starters.ts';
import { sdwanKinds, type SdwanKind } from '#schemas/sdwan/kind.ts';
import { applyPaths } from '#server/shared/json-path/apply-paths.ts';
import { managerClient } from '#tests/fixtures/sdwan/managers.ts';
import { anyUdpPort } from '#tests/fixtures/snmp/udp-port.ts';
import {
  managed,
  MANAGER_LOGIN,
  managerPort,
  measuredByManagers,
  SDWAN_MANAGERS,
  startManagers,
} from './fleet-managers.ts';
import type { SimulatedServer } from './simulated-server.ts';

const fleet = buildFleet(defaultFleet);
/** A Tuesday when every device is up: incidents are part of the week. */
const clock = new ManualClock(Date.parse('2026-11-24T10:00:00Z'));
const signal = new AbortController().signal;
let agentPort: number;
let managers: readonly SimulatedServer[];
beforeAll(async () => {
  agentPort = await anyUdpPort();
  managers = await startManagers({
    fleet,
    countersOf: fleetCounters(fleet),
    agentPort,
    clock,
  });
});
afterAll(() => {
  for (const manager of managers) manager.close();
});

const inventory = networkOf(fleet, 161).customers.flatMap(({ clientId, sites }) =>
  sites.flatMap(({ devices }) => devices.map((device) => ({ ...device, clientId }))),
);

function clientOf(kind: SdwanKind) {
  const { customer } = managed[kind];
  return managerClient({
    kind,
    url: `http://${SDWAN_MANAGERS}:${String(managerPort(kind, agentPort))}`,
    ...MANAGER_LOGIN,
    vsdName: customer,
    adom: customer,
    vdom: '',
    elasticUrl: `http://${SDWAN_MANAGERS}:${String(managerPort('nuage', agentPort))}`,
  });
}

it.each(sdwanKinds)('%s answers the SD-WAN dashlet that every installation starts with', async (kind) => {
  const { document } = starters.find(({ key }) => key === 'sd-wan')!;
  const dashlet = DashboardDocument.parse(document).dashlets.find(({ type }) => type === 'sdwan');
  const { endpoint, paths, variants } = SdwanSettings.parse(dashlet?.settings);
  const own = variants.find((variant) => variant.kind === kind) ?? { endpoint, paths };
  const clientId = managed[kind].customer;
  const value = await clientOf(kind).read({ path: own.endpoint, headers: {}, clientId }, signal);
  const left = applyPaths({ value, paths: own.paths, replacements: [] });
  const known = inventory.filter((one) => one.clientId === clientId && one.vendor === managed[kind].vendor);
  expect(left).toMatchObject({ ok: true });
  expect((left as { value: unknown[] }).value).toHaveLength(known.length);
});

it.each(sdwanKinds)(
  '%s of the demonstration shows the tunnels of the inventory, and some to propose',
  async (kind) => {
    const { customer, vendor } = managed[kind];
    const client = clientOf(kind);
    const { devices, tunnels } = await client.readNetwork(signal);
    const known = inventory.filter((device) => device.clientId === customer && device.vendor === vendor);
    expect(devices.map(({ name }) => name).toSorted()).toEqual(known.map(({ name }) => name).toSorted());
    const stored = known.flatMap(({ name, components }) =>
      components.filter(({ source }) => source === kind).map(({ key }) => `${name} ${key}`),
    );
    const shown = new Set(tunnels.map(({ device, key }) => `${device} ${key}`));
    expect(stored.length).toBeGreaterThan(1);
    expect(stored.filter((one) => !shown.has(one))).toEqual([]);
    expect(shown.size).toBeGreaterThan(stored.length);
  },
);

it('some devices of the demonstration export no flows: their managers measure their applications', async () => {
  const startedMs = clock.now().getTime();
  const quiet = measuredByManagers({ ...fleet, startedMs });
  const shown = networkOf({ ...fleet, startedMs }, 161).customers.flatMap(({ sites }) =>
    sites.flatMap(({ devices }) => devices),
  );
  const own = shown.filter(({ exporters }) => exporters.length === 0);
  expect(new Set(own.map(({ address }) => address))).toEqual(quiet);
  expect(own.map(({ vendor }) => vendor).toSorted()).toEqual(['Cisco', 'Nokia']);
  const endMs = Math.floor(startedMs / 300_000) * 300_000;
  for (const kind of ['vmanage', 'nuage'] as const) {
    const device = own.find(({ vendor }) => vendor === managed[kind].vendor)!;
    expect(device.components.filter(({ source }) => source === kind)).not.toEqual([]);
    const volumes = await clientOf(kind).readVolumes({ startMs: endMs - 300_000, endMs }, signal);
    expect(volumes.filter((one) => [device.name, device.address].includes(one.device))).toHaveLength(5);
  }
  expect(measuredByManagers(fleet)).toEqual(new Set());
});
