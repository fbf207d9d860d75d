import { sql } from 'kysely';
import { sameByAddress, sameHardware, type DeviceSigns } from '#schemas/discovery/same-device.ts';
import type { Acceptance, DeviceFacts } from './acceptance.ts';

const MAX_NUMBERED = 100;

/** Devices of the customer that may be the found one, or whose names start like its name. */
async function readSimilar({ tx, customer }: Acceptance, name: string, { address, serials }: DeviceFacts) {
  return tx
    .selectFrom('network_element as element')
    .leftJoin('device', 'device.id', 'element.id')
    .leftJoin('device_identity as identity', 'identity.device_id', 'element.id')
    .select(['element.id', 'element.name', 'element.active', 'parent_id', 'address'])
    .select(['vendor', 'sys_name', 'serial'])
    .where('element.customer_id', '=', customer)
    .where('element.kind', '=', 'device')
    .where(
      sql<boolean>`(
        address = ${address} OR serial = ANY (${serials}::text[]) OR starts_with(lower(element.name), ${name.toLowerCase()})
      )`,
    )
    .orderBy('element.id')
    .execute();
}

type SimilarRow = Awaited<ReturnType<typeof readSimilar>>[number];

const signsOfRow = ({ sys_name, vendor, serial, address }: SimilarRow): DeviceSigns => ({
  sysName: sys_name ?? '',
  vendor: vendor ?? '',
  address: address ?? '',
  serials: [serial ?? ''],
  ownAddresses: [],
});

/** A name that no device of the site has: with the address, then with a number. */
function freeName(desired: string, { address }: DeviceFacts, taken: ReadonlySet<string>): string {
  const numbered = Array.from(
    { length: MAX_NUMBERED },
    (_, at) => `${desired} (${address}) ${String(at + 2)}`,
  );
  const names = [desired, `${desired} (${address})`, ...numbered];
  return names.find((name) => !taken.has(name.toLowerCase())) ?? desired;
}

function sameDevice(similar: readonly SimilarRow[], found: DeviceFacts): SimilarRow | undefined {
  const signs = { ...found, ownAddresses: [] };
  return (
    similar.find((row) => sameHardware(signs, signsOfRow(row))) ??
    similar.find((row) => sameByAddress(signs, signsOfRow(row)))
  );
}

/** Whether another open proposal of the discovery moves the device with this id to another address, or deactivates it. */
async function leaves({ tx, discovery }: Acceptance, id: number, address: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('discovery_proposal')
    .select('content')
    .where('run_id', '=', discovery)
    .where('element_id', '=', id)
    .where('change', 'in', ['changed', 'vanished'])
    .where('state', '=', 'open')
    .execute();
  return rows.some(({ content }) => content.kind === 'device' && content.found?.address !== address);
}

/** Active devices of the customer at an address. */
const readDevicesAt = ({ tx, customer }: Acceptance, address: string) =>
  tx
    .selectFrom('device')
    .innerJoin('network_element as element', 'element.id', 'device.id')
    .select('element.id')
    .where('device.address', '=', address)
    .where('element.customer_id', '=', customer)
    .where('element.active', '=', true)
    .execute();

/**
 * Whether the address of a found device belongs to another active device of the customer. `known`: the device that was found; without it, the one
 * that the found device is.
 */
export async function isAddressTaken(
  acceptance: Acceptance,
  {
    name,
    found,
    known,
  }: { readonly name: string; readonly found: DeviceFacts; readonly known?: number | undefined },
): Promise<boolean> {
  const there = await readDevicesAt(acceptance, found.address);
  if (there.length === 0) return false;
  const own = known ?? sameDevice(await readSimilar(acceptance, name, found), found)?.id;
  const others = there.filter(({ id }) => id !== own);
  for (const { id } of others) if (!(await leaves(acceptance, id, found.address))) return true;
  return false;
}

/**
 * Returns the element of a device that was proposed as new: one that was added since the discovery, if it is the same device, else a new
 * one. A device that only has the same name is another one.
 */
export async function placeDevice(acceptance: Acceptance, name: string, found: DeviceFacts): Promise<number> {
  const { tx, customer, request } = acceptance;
  const similar = await readSimilar(acceptance, name, found);
  const same = sameDevice(similar, found);
  if (same !== undefined) return same.id;
  const ofSite = similar.filter(({ parent_id }) => parent_id === request.site);
  const taken = new Set(ofSite.map((row) => row.name.toLowerCase()));
  const { id } = await tx
    .insertInto('network_element')
    .values({
      customer_id: customer,
      kind: 'device',
      parent_id: request.site,
      name: freeName(name, found, taken),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
