import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, subjectOf } from '#schemas/bus/stream.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import type { DeviceEntry, InterfaceEntry, Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Bus } from '#platform/bus/bus.ts';

/** A time at which windows of any number of full minutes begin: 2025-01-01 00:00 UTC. */
export const MANY_PORTS_START_MS = Date.UTC(2025, 0, 1);

/** Above every id that a test's database gives. */
const FIRST_DEVICE = 100_000;
const FIRST_PORT = 1_000_000;
const ROWS_PER_MESSAGE = 4_000;

export interface ManyPorts {
  readonly customer: number;
  readonly sites: readonly SiteEntry[];
  /** Ports, shared evenly by one device of each site. */
  readonly ports: number;
}

/** A customer with many ports, as an inventory. */
export function inventoryOf({ customer, sites, ports }: ManyPorts): Inventory {
  const place = { customer, active: true };
  const interfaces = Array.from({ length: ports }, (_, index): InterfaceEntry => {
    const at = index % sites.length;
    return {
      ...place,
      id: FIRST_PORT + index,
      site: sites[at]?.id ?? 0,
      device: FIRST_DEVICE + at,
      name: `GigabitEthernet0/0/${String(Math.floor(index / sites.length))}`,
      alias: '',
      index: index + 1,
      bandwidthInBps: 1e9,
      bandwidthOutBps: 1e9,
    };
  });
  const devices = sites.map(({ id }, at): DeviceEntry => ({
    ...place,
    id: FIRST_DEVICE + at,
    site: id,
    name: `router-${String(at)}`,
    address: '192.0.2.1',
    vendor: '',
    model: '',
    snmp: undefined,
    exporters: [],
    interfaces: [],
  }));
  const entry = { id: customer, clientId: 'bench', name: 'Bench', profile: '', recipientId: 1 };
  return {
    customers: new Map([[customer, entry]]),
    sites: new Map(sites.map((site) => [site.id, site])),
    devices: new Map(devices.map((device) => [device.id, device])),
    interfaces: new Map(interfaces.map((port) => [port.id, port])),
    exporters: new Map(),
  };
}

export const manyPortsAlarm = (change: Partial<AlarmDefinition>): AlarmDefinition => ({
  id: 1,
  label: 'Line saturated',
  kpi: 'itf_in_bps',
  operator: '>',
  threshold: 100,
  severity: 'critical',
  outliers: 1,
  measures: 3,
  enabled: true,
  visibility: 'everyone',
  byCustomer: new Map(),
  byElement: new Map(),
  ...change,
});

const { rowBytes, offset } = layoutOf(samples);

/** `in_octets` of every port at one time (milliseconds from START_MS), as rows of `samples`. */
export function pollRows(
  { customer, sites, ports }: ManyPorts,
  at: number,
  octetsOf: (port: number) => number,
): Uint8Array {
  const bytes = new Uint8Array(ports * rowBytes);
  const view = new DataView(bytes.buffer);
  for (let port = 0; port < ports; port += 1) {
    const row = port * rowBytes;
    view.setUint32(row + offset.customer, customer, true);
    view.setUint32(row + offset.site, sites[port % sites.length]?.id ?? 0, true);
    view.setUint32(row + offset.element, FIRST_PORT + port, true);
    view.setUint16(row + offset.counter, counters.in_octets.id, true);
    view.setBigInt64(row + offset.at, BigInt(MANY_PORTS_START_MS + at), true);
    view.setBigUint64(row + offset.value, BigInt(octetsOf(port)), true);
  }
  return bytes;
}

/** Publishes a poll as a poller does; resolves when the stream has all of it. */
export async function publishPoll(
  bus: Bus,
  { many, partitions }: { readonly many: ManyPorts; readonly partitions: number },
  { at, octetsOf }: { readonly at: number; readonly octetsOf: (port: number) => number },
): Promise<void> {
  const rows = pollRows(many, at, octetsOf);
  const publisher = bus.publisher();
  const subject = subjectOf('samples', partitionOf(many.customer, partitions));
  const sent: Promise<unknown>[] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_MESSAGE * rowBytes) {
    const data = rows.subarray(from, from + ROWS_PER_MESSAGE * rowBytes);
    const [first, last] = [MANY_PORTS_START_MS + at, MANY_PORTS_START_MS + at];
    const headers = headerOf(samples, { rows: data.length / rowBytes, first, last });
    sent.push(publisher.publish({ subject, data, headers }));
  }
  await Promise.all(sent);
}
