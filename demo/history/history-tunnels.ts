import { elementRows } from '#ingest/sdwan/element-rows.ts';
import { membersOf, fortinetSample } from '#platform/sdwan/fortinet/fortinet-rows.ts';
import { looseRows } from '#platform/sdwan/lenient.ts';
import { nuageSample } from '#platform/sdwan/nuage/nuage-rows.ts';
import type { ManagedSample } from '#platform/sdwan/sdwan-client.ts';
import { tunnelSamples } from '#platform/sdwan/vmanage/vmanage-rows.ts';
import type { ComponentEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { sdwanKinds, type SdwanKind } from '#schemas/sdwan/kind.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { samples } from '#schemas/table/samples.ts';
import { healthChecks } from '../sdwan/fortinet-rows.ts';
import { probeRows } from '../sdwan/nuage-rows.ts';
import type { Overlay } from '../sdwan/overlay.ts';
import { routeRows } from '../sdwan/vmanage-rows.ts';

const codec = codecOf(samples);
/** A manager with one customer names no tenant. */
const TENANT = '';
/** One sample of each tunnel. */
const STEP_MS = 1;

/** What the collector reads from the rows of a manager, milliseconds since 1970. */
const measured: Readonly<Record<SdwanKind, (overlay: Overlay, atMs: number) => readonly ManagedSample[]>> = {
  vmanage: (overlay, atMs) =>
    tunnelSamples(looseRows(routeRows(overlay, { startMs: atMs, endMs: atMs + STEP_MS }, STEP_MS)), TENANT),
  nuage: (overlay, atMs) =>
    looseRows(
      probeRows({ id: '', name: TENANT, overlay }, { startMs: atMs, endMs: atMs + STEP_MS }, STEP_MS),
    ).flatMap((row) => nuageSample(row, TENANT) ?? []),
  fortinet: (overlay, atMs) =>
    membersOf(
      overlay.devices.map((device) => ({
        target: device.name,
        response: healthChecks(device, overlay, { vdom: 'root', nowMs: atMs }),
      })),
    ).map((member) => fortinetSample(member, { tenant: TENANT, atMs })),
};

/** The tunnels of a manager in the inventory, by the name of their device and their key. */
function tunnelsByName({ components, devices }: Inventory, kind: SdwanKind) {
  const own = [...(components?.values() ?? [])].filter(({ scope }) => scope === kind);
  return new Map(own.map((one) => [`${devices.get(one.device)?.name ?? ''} ${one.key}`, one]));
}

interface Managed {
  readonly overlay: Overlay;
  readonly sampleOf: (typeof measured)[SdwanKind];
  readonly tunnels: ReadonlyMap<string, ComponentEntry>;
}

/** The tunnels that SD-WAN managers measure. */
export type ManagedTunnels = readonly Managed[];

export const managedTunnels = (
  inventory: Inventory,
  overlayOf: (kind: SdwanKind) => Overlay,
): ManagedTunnels =>
  sdwanKinds.map((kind) => ({
    overlay: overlayOf(kind),
    sampleOf: measured[kind],
    tunnels: tunnelsByName(inventory, kind),
  }));

/** Returns the rows of `samples` that the collector of SD-WAN managers would write at a time, milliseconds since 1970. */
export const tunnelSamplesAt = (managers: ManagedTunnels, atMs: number): Uint8Array =>
  codec.encode(
    managers.flatMap(({ overlay, sampleOf, tunnels }) =>
      sampleOf(overlay, atMs).flatMap((sample) => {
        const element = tunnels.get(`${sample.device} ${sample.key}`);
        return element === undefined ? [] : elementRows({ element, sample, atMs });
      }),
    ),
  );
