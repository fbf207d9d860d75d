import { counters as catalogue, type CounterKey } from '#schemas/counter/catalogue.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { samples } from '#schemas/table/samples.ts';
import { componentValues, type ComponentValues } from '../component-values.ts';
import { shownTotals, type DeviceCounters, type PortCounters, type Totals } from '../counters.ts';
import { deviceHealth, type DeviceHealth } from '../health.ts';
import { classBandwidths, classTotals, fleetClassKey, qosClasses, queueDepths } from '../qos-classes.ts';
import type { KnownDevice } from './history-elements.ts';
import { broadcast, multicast, unicast } from '../snmp/mib.ts';
import type { FleetPort } from '../model.ts';
import { ORIGIN_S } from '../traffic.ts';

const { rowBytes, offset } = layoutOf(samples);
const WORD = 2 ** 32;
/** sysUpTime is 32 bits of hundredths of a second (RFC 3418): it starts over after 497 days. */
const UPTIME_WRAP_MS = WORD * 10;

/** Writes rows of `samples` one behind the other. */
class SampleRows {
  bytes = new Uint8Array(rowBytes * 64);
  view = new DataView(this.bytes.buffer);
  length = 0;

  add(place: Place, counter: CounterKey, value: number): void {
    if (this.length + rowBytes > this.bytes.length) this.grow();
    const { view, length: at } = this;
    view.setUint32(at + offset.customer, place.known.customer, true);
    view.setUint32(at + offset.site, place.known.site, true);
    view.setUint32(at + offset.element, place.element, true);
    view.setUint16(at + offset.counter, catalogue[counter].id, true);
    this.integer(at + offset.at, (place.t + ORIGIN_S) * 1_000);
    this.integer(at + offset.uptime, place.uptimeMs);
    view.setUint32(at + offset.discontinuity, 0, true);
    this.integer(at + offset.value, value);
    this.length += rowBytes;
  }

  /** An integer below 2^53 as 64 bits; without a bigint, which would cost more than the row. */
  private integer(at: number, value: number): void {
    this.view.setUint32(at, value % WORD, true);
    this.view.setUint32(at + 4, Math.floor(value / WORD), true);
  }

  private grow(): void {
    const bytes = new Uint8Array(this.bytes.length * 2);
    bytes.set(this.bytes);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}

interface Place {
  readonly known: KnownDevice;
  readonly element: number;
  readonly t: number;
  readonly uptimeMs: number;
}

function addDirection(
  rows: SampleRows,
  place: Place,
  { direction, totals }: { direction: 'in' | 'out'; totals: Totals },
): void {
  const { octets, packets, errors, discards } = totals;
  rows.add(place, `${direction}_octets`, octets);
  rows.add(place, `${direction}_unicast`, unicast(packets));
  rows.add(place, `${direction}_multicast`, multicast(packets));
  rows.add(place, `${direction}_broadcast`, broadcast(packets));
  rows.add(place, `${direction}_errors`, errors % WORD);
  rows.add(place, `${direction}_discards`, discards % WORD);
}

interface PolledPort {
  readonly port: FleetPort;
  readonly own: PortCounters;
  readonly counters: DeviceCounters;
}

function addClasses(
  rows: SampleRows,
  place: Place,
  { port, outAt }: { readonly port: FleetPort; readonly outAt: (t: number) => Totals },
): void {
  const { classes } = place.known;
  if (classes.size === 0) return;
  const bandwidths = classBandwidths(port);
  const depths = queueDepths(port, (t) => outAt(t).octets, place.t);
  for (const [at, one] of classTotals(outAt(place.t)).entries()) {
    const element = classes.get(fleetClassKey(port.name, qosClasses[at]?.name ?? ''));
    if (element === undefined) continue;
    const own = { ...place, element };
    rows.add(own, 'class_offered_octets', one.offeredOctets);
    rows.add(own, 'class_sent_octets', one.sentOctets);
    rows.add(own, 'class_offered_packets', one.offeredPackets);
    rows.add(own, 'class_dropped_packets', one.droppedPackets);
    rows.add(own, 'class_dropped_octets', one.droppedOctets);
    rows.add(own, 'class_queue_depth', depths[at] ?? 0);
    // Configured in kbit/s.
    rows.add(own, 'class_bandwidth', 1_000 * Math.round((bandwidths[at] ?? 0) / 1_000));
  }
}

function addPort(rows: SampleRows, place: Place, { port, own, counters }: PolledPort): void {
  const totals = shownTotals(counters, own);
  addDirection(rows, place, { direction: 'in', totals: totals('in', place.t) });
  addDirection(rows, place, { direction: 'out', totals: totals('out', place.t) });
  addClasses(rows, place, { port, outAt: (t) => totals('out', t) });
  rows.add(place, 'speed', port.speedBps);
  rows.add(place, 'admin_up', 1);
  rows.add(place, 'oper_up', own.operUp(place.t) ? 1 : 0);
}

export interface Polled {
  readonly known: KnownDevice;
  readonly counters: DeviceCounters;
  readonly health: DeviceHealth;
  readonly components: ComponentValues;
}

/** A device with everything that its agent reports. */
export function polled(known: KnownDevice, counters: DeviceCounters): Polled {
  const health = deviceHealth(known.device, counters);
  return { known, counters, health, components: componentValues(known.device, counters, health) };
}

/** Hundredths of a percent, and bytes. */
function addHealth(rows: SampleRows, place: Place, health: DeviceHealth): void {
  rows.add(place, 'cpu', 100 * health.cpuPercent(place.t));
  rows.add(place, 'memory_used', health.memoryUsedBytes(place.t));
  rows.add(place, 'memory_total', health.memoryBytes);
}

type Cells = Partial<Record<CounterKey, number>>;

function probeCells(ms: number | undefined): Cells {
  const isOk = ms !== undefined;
  return {
    probe_operations: 1,
    probe_ok: Number(isOk),
    probe_rtt_count: Number(isOk),
    probe_rtt: 1_000 * (ms ?? 0),
    probe_lost: Number(!isOk),
  };
}

function checkCells(check: ReturnType<ComponentValues['check']>): Cells {
  if (check === undefined) return { tunnel_up: 0, tunnel_loss: 100_000 };
  return {
    tunnel_up: 1,
    tunnel_loss: 0,
    tunnel_latency: Math.round(1_000 * check.latencyMs),
    tunnel_jitter: Math.round(1_000 * check.jitterMs),
  };
}

function exportCells(exported: ComponentValues['exported'], t: number): Cells {
  if (exported === undefined) return {};
  return { export_lost: exported.lost, export_received: exported.received, export_last: ORIGIN_S + t };
}

/** What the pollers read, and the collector counts, of each kind of component, in the units of the counters. */
const cellsOf: Readonly<Record<string, (values: ComponentValues, t: number) => Cells>> = {
  sensor: ({ inletTenths }, t) => ({ sensor_celsius: 100 * inletTenths(t), sensor_ok: 1 }),
  peer: ({ isUp, sessionS, updates }, t) => ({
    peer_up: Number(isUp(t)),
    peer_transitions: 1,
    peer_uptime: sessionS(t),
    peer_in_updates: updates('in', t),
    peer_out_updates: updates('out', t),
  }),
  probe: ({ probeMs }, t) => probeCells(probeMs(t)),
  tunnel: ({ check }, t) => checkCells(check(t)),
  collector: ({ exported }, t) => exportCells(exported, t),
};

function addComponents(rows: SampleRows, place: Place, components: ComponentValues): void {
  for (const [kind, element] of place.known.single)
    for (const [counter, value] of Object.entries(cellsOf[kind]?.(components, place.t) ?? {}))
      rows.add({ ...place, element }, counter as CounterKey, value);
}

function addDevice(rows: SampleRows, { known, counters, health, components }: Polled, t: number): void {
  const responds = counters.responds(t);
  const uptimeMs = responds ? Math.floor((t - counters.startedAt(t)) * 1_000) % UPTIME_WRAP_MS : 0;
  const place: Place = { known, element: known.id, t, uptimeMs };
  rows.add(place, 'poll', responds ? 1 : 0);
  if (!responds) return;
  rows.add(place, 'uptime', uptimeMs);
  addHealth(rows, place, health);
  addComponents(rows, place, components);
  for (const port of known.device.ports) {
    const own = counters.ports.get(port.index);
    const element = known.ports.get(port.index);
    if (own !== undefined && element !== undefined)
      addPort(rows, { ...place, element }, { port, own, counters });
  }
}

/** Returns the rows of `samples` that the poller would write for these devices `t` seconds after the origin. */
export function samplesAt(devices: readonly Polled[], t: number): Uint8Array {
  const rows = new SampleRows();
  for (const device of devices) addDevice(rows, device, t);
  return rows.bytes.subarray(0, rows.length);
}
