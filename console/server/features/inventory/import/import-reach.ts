import type { Transaction } from 'kysely';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { NetworkCustomer, NetworkFile } from '#schemas/inventory/network-file.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import type { Database } from '#schemas/table/postgres.ts';

/** Permissions and scope of the importing user. */
export interface ImportReach {
  readonly permissions: ReadonlySet<Permission>;
  /** Sees every customer, including future ones. */
  readonly allCustomers: boolean;
  /** Ids of the visible customers. */
  readonly customers: { readonly has: (customer: number) => boolean };
  /** Customers of which only these sites are visible. */
  readonly sites: ReadonlyMap<number, ReadonlySet<number>>;
}

type Tx = Transaction<Database>;

type WidePermission = 'CUSTOMER.write' | 'TEMPLATE.COCKPIT.write';

/** Whether the caller may make a change that concerns the entire installation. */
const mayChangeAll = ({ permissions, allCustomers }: ImportReach, permission: WidePermission): boolean =>
  allCustomers && permissions.has(permission);

const readCustomers = (tx: Tx, clientIds: readonly string[]) =>
  tx
    .selectFrom('customer')
    .innerJoin('customer_profile as profile', 'profile.id', 'customer.profile_id')
    .select(['customer.id', 'client_id', 'customer.name', 'profile.name as profile', 'recipient_id'])
    .select(['contracted_in_bps', 'contracted_out_bps', 'time_zone'])
    .where('client_id', 'in', clientIds)
    .forUpdate('customer')
    .execute();
type CustomerRow = Awaited<ReturnType<typeof readCustomers>>[number];

/** Keys of the file whose values differ from the inventory. */
function differing(desired: NetworkCustomer, row: CustomerRow): readonly string[] {
  const pairs: readonly (readonly [keyof NetworkCustomer, unknown])[] = [
    ['name', row.name],
    // Names of profiles are found regardless of case.
    ['profile', nameKey(row.profile) === nameKey(desired.profile) ? desired.profile : row.profile],
    ['recipientId', row.recipient_id],
    ['contractedInBps', row.contracted_in_bps ?? undefined],
    ['contractedOutBps', row.contracted_out_bps ?? undefined],
    ['timeZone', desired.timeZone && (row.time_zone ?? undefined)],
  ];
  return pairs.filter(([key, present]) => desired[key] !== present).map(([key]) => key);
}

interface CustomerInFile {
  readonly customer: NetworkCustomer;
  readonly row: CustomerRow | undefined;
  readonly path: FaultPath;
}

/** An invisible customer is reported as unknown. */
function customerFaults({ customer, row, path }: CustomerInFile, reach: ImportReach): readonly PlacedFault[] {
  if (mayChangeAll(reach, 'CUSTOMER.write')) return [];
  const params = { customer: customer.clientId, permission: 'CUSTOMER.write' };
  if (row === undefined || !reach.customers.has(row.id))
    return [{ path: [...path, 'clientId'], code: 'NETWORK_CUSTOMER_NOT_ALLOWED', params }];
  return differing(customer, row).map((field) => ({
    path: [...path, field],
    code: 'NETWORK_CUSTOMER_DIFFERS',
    params: { ...params, field },
  }));
}

/** Invisible and new sites of a customer of which the caller sees only some sites. */
async function siteFaults(
  tx: Tx,
  { customer, row, path }: CustomerInFile,
  { sites }: ImportReach,
): Promise<readonly PlacedFault[]> {
  const seen = row === undefined ? undefined : sites.get(row.id);
  if (seen === undefined) return [];
  const rows = await tx
    .selectFrom('network_element')
    .select('name')
    .where('id', 'in', [0, ...seen])
    .where('kind', '=', 'site')
    .execute();
  const names = new Set(rows.map(({ name }) => name));
  return customer.sites.flatMap(({ name }, index) =>
    names.has(name)
      ? []
      : [
          {
            path: [...path, 'sites', index, 'name'],
            code: 'NETWORK_SITE_NOT_ALLOWED',
            params: { site: name },
          },
        ],
  );
}

/**
 * Returns the parts of a network file that the caller may not import, each with its position. Callers may import the sites of
 * their customers with their content; customers themselves and cockpits concern the entire installation.
 */
export async function reachFaults(
  tx: Tx,
  file: NetworkFile,
  reach: ImportReach,
): Promise<readonly PlacedFault[]> {
  const rows = await readCustomers(
    tx,
    file.customers.map(({ clientId }) => clientId),
  );
  const byClientId = new Map(rows.map((row) => [row.client_id, row]));
  const customers = file.customers.map((customer, index) => ({
    customer,
    row: byClientId.get(customer.clientId),
    path: ['customers', index],
  }));
  const faults = customers.flatMap((one) => customerFaults(one, reach));
  // The fault reveals no more about an invisible customer.
  if (faults.length === 0) for (const one of customers) faults.push(...(await siteFaults(tx, one, reach)));
  if (!mayChangeAll(reach, 'TEMPLATE.COCKPIT.write') && file.cockpits.length > 0)
    faults.push({
      path: ['cockpits'],
      code: 'NETWORK_COCKPITS_NOT_ALLOWED',
      params: { permission: 'TEMPLATE.COCKPIT.write' },
    });
  return faults;
}

/** Whether an attribution or threshold may refer to a customer. */
export const reachesCustomer = (reach: ImportReach | undefined, customer: number): boolean =>
  reach === undefined || reach.allCustomers || reach.customers.has(customer);
