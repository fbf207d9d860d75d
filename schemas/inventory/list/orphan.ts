import type { DeviceEntry, SiteEntry } from '../snapshot.ts';
import { canonicalAddress } from '../../address/address.ts';

/**
 * Why an element has no place, the first that holds:
 *
 * - `no device`: its device is not in the inventory;
 * - `no site`: its site is not in the inventory;
 * - `unclaimed exporter`: it is the flow export of an address that no device claims;
 * - `no network`: its site has no network.
 */
export const orphanReasons = ['no device', 'no site', 'unclaimed exporter', 'no network'] as const;
export type OrphanReason = (typeof orphanReasons)[number];

/** What places are known. */
interface Places {
  readonly sites: ReadonlyMap<number, Pick<SiteEntry, 'networks'>>;
  readonly devices: ReadonlyMap<number, Pick<DeviceEntry, 'site'>>;
  /** Device by canonical address of its flow export. */
  readonly exporters: ReadonlyMap<string, number>;
}

/** Where an element says that it is. */
export interface PlacedAt {
  /** Its site; the site itself. */
  readonly site: number;
  /** Its device; undefined: it belongs to none. */
  readonly device: number | undefined;
  /** Source address of a flow export, in any spelling; undefined: it is none. */
  readonly exporter?: string | undefined;
}

/**
 * Returns why an element is an orphan, undefined when it is none. An element is in the networks of its site: the address that a device
 * is managed at does not matter.
 */
export function orphanReasonOf(
  { sites, devices, exporters }: Places,
  { site, device, exporter }: PlacedAt,
): OrphanReason | undefined {
  if (device !== undefined && !devices.has(device)) return 'no device';
  const place = sites.get(site);
  if (place === undefined) return 'no site';
  if (exporter !== undefined && !exporters.has(canonicalAddress(exporter) ?? '')) return 'unclaimed exporter';
  return place.networks.length === 0 ? 'no network' : undefined;
}
