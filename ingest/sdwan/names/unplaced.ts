import type { ManagedSample } from '#platform/sdwan/sdwan-client.ts';
import { unplacedLimits, type SdwanUnplaced } from '#schemas/sdwan/server.ts';
import type { DeviceMatch } from './match-called.ts';

type Measured = Pick<ManagedSample, 'tenant' | 'device' | 'address'>;

const cut = (names: readonly string[]): { count: number; names: string[] } => ({
  count: names.length,
  names: names
    .map((name) => name.slice(0, unplacedLimits.characters))
    .toSorted()
    .slice(0, unplacedLimits.names),
});

/** What a manager measures and the inventory lacks: devices, by the manager's names, and tenants that are no customers. */
export function unplacedOf(
  measured: readonly (readonly Measured[])[],
  { customerOf, find, listed }: DeviceMatch,
): Omit<SdwanUnplaced, 'unread'> {
  const [devices, tenants] = [new Map<string, string>(), new Set<string>()];
  const seen = new Set<string>();
  for (const { tenant, device, address } of measured.flat()) {
    const place = `${tenant}\n${device}\n${address ?? ''}`;
    if (device === '' || seen.has(place)) continue;
    seen.add(place);
    if (customerOf(tenant) === undefined) tenants.add(tenant);
    else if (find(tenant, device, address) === undefined) {
      const name = listed(tenant, device)?.name ?? device;
      devices.set(`${tenant}\n${name}`, tenant === '' ? name : `${name} (${tenant})`);
    }
  }
  return { devices: cut([...devices.values()]), tenants: cut([...tenants]) };
}
