import type { Transaction } from 'kysely';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { NetworkCustomer, NetworkFile } from '#schemas/inventory/network-file.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { Database } from '#schemas/table/postgres.ts';

/** Who imports: what he may do, and whose network he may touch. */
export interface ImportReach {
  readonly permissions: ReadonlySet<Permission>;
  /** Sees every customer, those to come included. */
  readonly allCustomers: boolean;
  /** Ids of the customers that he sees. */
  readonly customers: { readonly has: (customer: number) => boolean };
  /** Customers of whom he sees these sites only. */
  readonly sites: ReadonlyMap<number, ReadonlySet<number>>;
}

type Tx = Transaction<Database>;

const WHO = 'seeing every customer';

/** What the caller lacks for something that concerns the whole installation; undefined: nothing. */
function lackedFor(
  { permissions, allCustomers }: ImportReach,
  permission: 'CUSTOMER.write' | 'TEMPLATE.COCKPIT.write',
): string | undefined {
  const lacked = [
    ...(permissions.has(permission) ? [] : [`the right ${permission}`]),
    ...(allCustomers ? [] : [WHO]),
  ];
  return lacked.length === 0 ? undefined : lacked.join(' and ');
}

const readCustomers = (tx: Tx, clientIds: readonly string[]) =>
  tx
    .selectFrom('customer')
    .innerJoin('customer_profile as profile', 'profile.id', 'customer.profile_id')
    .select(['customer.id', 'client_id', 'customer.name', 'profile.name as profile', 'recipient_id'])
    .select(['contracted_in_bps', 'contracted_out_bps'])
    .where('client_id', 'in', clientIds)
    .forUpdate('customer')
    .execute();
type CustomerRow = Awaited<ReturnType<typeof readCustomers>>[number];

/** Keys of the file under which it says something else of a customer than the inventory. */
function differing(wanted: NetworkCustomer, row: CustomerRow): readonly string[] {
  const pairs: readonly (readonly [keyof NetworkCustomer, unknown])[] = [
    ['name', row.name],
    ['profile', row.profile],
    ['recipientId', row.recipient_id],
    ['contractedInBps', row.contracted_in_bps ?? undefined],
    ['contractedOutBps', row.contracted_out_bps ?? undefined],
  ];
  return pairs.filter(([key, present]) => wanted[key] !== present).map(([key]) => key);
}

interface Judged {
  readonly customer: NetworkCustomer;
  readonly row: CustomerRow | undefined;
  readonly path: FaultPath;
}

/** A customer that the caller does not see is to him as one that is not. */
function customerFaults({ customer, row, path }: Judged, reach: ImportReach): readonly PlacedFault[] {
  const lacked = lackedFor(reach, 'CUSTOMER.write');
  if (lacked === undefined) return [];
  if (row === undefined || !reach.customers.has(row.id)) {
    const message = `no customer "${customer.clientId}"; adding one takes ${lacked}`;
    return [{ path: [...path, 'clientId'], message }];
  }
  return differing(customer, row).map((key) => ({
    path: [...path, key],
    message: `${key} of the customer "${customer.clientId}" is another; changing it takes ${lacked}`,
  }));
}

/** Sites that the caller does not see, and sites to come, of a customer of whom he sees some sites only. */
async function siteFaults(
  tx: Tx,
  { customer, row, path }: Judged,
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
            message: `no site "${name}"; adding one takes seeing all sites of the customer`,
          },
        ],
  );
}

/**
 * What of a network file is not the caller's to import, each with its place. The sites of his customers are, with what stands
 * on them; customers themselves and cockpits concern the whole installation.
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
  const judged = file.customers.map((customer, index) => ({
    customer,
    row: byClientId.get(customer.clientId),
    path: ['customers', index],
  }));
  const faults = judged.flatMap((one) => customerFaults(one, reach));
  // Of a customer that he does not see he is told no more than that.
  if (faults.length === 0) for (const one of judged) faults.push(...(await siteFaults(tx, one, reach)));
  const lacked = lackedFor(reach, 'TEMPLATE.COCKPIT.write');
  if (lacked !== undefined && file.cockpits.length > 0)
    faults.push({ path: ['cockpits'], message: `cockpits hold for every customer: they take ${lacked}` });
  return faults;
}

/** Whether an attribution or a threshold may name a customer. */
export const reachesCustomer = (reach: ImportReach | undefined, customer: number): boolean =>
  reach === undefined || reach.allCustomers || reach.customers.has(customer);
