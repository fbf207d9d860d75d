import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { DeviceEntry, InterfaceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/measures.ts';
import { samples } from '#schemas/table/samples.ts';
import type { RowOf } from '#schemas/table/table.ts';

export type SampleRow = RowOf<typeof samples.columns>;
export type MeasureRow = RowOf<typeof measures.columns>;
export type EventRow = RowOf<typeof alarmEvents.columns>;

export const sampleCodec = codecOf(samples);
export const measureCodec = codecOf(measures);
export const eventCodec = codecOf(alarmEvents);

/** A window that begins at a round time: 2025-01-01 00:00 UTC. */
export const START_MS = Date.UTC(2025, 0, 1);

/** Every customer c has one site 100 + c with device 1000 + c and `ports` interfaces 10000 + c · 100 + i. */
export const siteOf = (customer: number) => 100 + customer;
export const deviceOf = (customer: number) => 1_000 + customer;
export const portOf = (customer: number, port: number) => 10_000 + customer * 100 + port;

export function anInventory(
  customers: number,
  ports: number,
  change: { readonly port?: Partial<InterfaceEntry>; readonly device?: Partial<DeviceEntry> } = {},
): Inventory {
  const ids = Array.from({ length: customers }, (_, index) => index + 1);
  const interfaces = ids.flatMap((customer) =>
    Array.from({ length: ports }, (_, port): InterfaceEntry => ({
      id: portOf(customer, port),
      customer,
      site: siteOf(customer),
      device: deviceOf(customer),
      name: `ge-0/0/${String(port)}`,
      alias: '',
      index: port + 1,
      active: true,
      bandwidthInBps: null,
      bandwidthOutBps: null,
      ...change.port,
    })),
  );
  const devices = ids.map((customer): DeviceEntry => ({
    id: deviceOf(customer),
    customer,
    site: siteOf(customer),
    name: `router-${String(customer)}`,
    active: true,
    address: '192.0.2.1',
    vendor: '',
    model: '',
    snmp: { version: 'v2c', sealed: { version: 'v2c', port: 161, community: 'public' } },
    exporters: [],
    interfaces: interfaces.filter((port) => port.customer === customer).map(({ id }) => id),
    ...change.device,
  }));
  return {
    customers: new Map(
      ids.map((id) => [
        id,
        { id, clientId: `c${String(id)}`, name: `Customer ${String(id)}`, profile: 'p', recipientId: 1 },
      ]),
    ),
    sites: new Map(
      ids.map((customer) => [
        siteOf(customer),
        {
          id: siteOf(customer),
          customer,
          name: `Site ${String(customer)}`,
          active: true,
          city: 'Lyon',
          country: 'FR',
          latitude: 45.7,
          longitude: 4.8,
          networks: [],
        },
      ]),
    ),
    devices: new Map(devices.map((device) => [device.id, device])),
    interfaces: new Map(interfaces.map((port) => [port.id, port])),
    exporters: new Map(),
  };
}

export const anAlarm = (change: Partial<AlarmDefinition> = {}): AlarmDefinition => ({
  id: 1,
  label: 'Inbound saturation',
  kpi: 'itf_in_bps',
  operator: '>',
  threshold: 100,
  severity: 'critical',
  outliers: 1,
  measures: 1,
  enabled: true,
  visibility: 'everyone',
  byCustomer: new Map(),
  byElement: new Map(),
  ...change,
});

/** A sample of a customer's port 0, or of its device for counters of devices; `at` counts from START_MS. */
export function aSample(
  counter: CounterKey,
  { at, ...change }: { readonly at: number } & Partial<Omit<SampleRow, 'counter' | 'at'>>,
): SampleRow {
  const customer = change.customer ?? 1;
  return {
    customer,
    site: siteOf(customer),
    element: counters[counter].element === 'device' ? deviceOf(customer) : portOf(customer, 0),
    counter: counters[counter].id,
    at: START_MS + at,
    uptime: BigInt(1_000_000_000 + at),
    discontinuity: 0,
    value: 0n,
    ...change,
  };
}
