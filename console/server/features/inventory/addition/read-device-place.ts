import type { Db } from '#platform/postgres/postgres.ts';
import type { NewDevice } from '#schemas/inventory/add-device.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import { sitesSeenBy, type Caller } from '../../../kernel/access/caller.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { addressTakenFault } from '../address-taken.ts';

/** Rejects a field of the form. */
export function rejectField(path: string, code: ProblemCode, params?: Fault['params']): never {
  throw new ProblemError('VALIDATION', {
    errors: [{ path: `body.${path}`, code, ...(params && { params }) }],
  });
}

/** A network file restates what is stored of a customer and a site: it changes neither. */
async function storedCustomer(db: Db, id: number, caller: Caller) {
  const row = caller.customers.has(id)
    ? await db
        .selectFrom('customer')
        .innerJoin('customer_profile as profile', 'profile.id', 'customer.profile_id')
        .select(['client_id', 'customer.name', 'profile.name as profile', 'recipient_id'])
        .select(['contracted_in_bps', 'contracted_out_bps', 'time_zone'])
        .where('customer.id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) return rejectField('customer.id', 'RESOURCE_MISSING');
  return {
    clientId: row.client_id,
    name: row.name,
    profile: row.profile,
    recipientId: row.recipient_id,
    contractedInBps: row.contracted_in_bps ?? undefined,
    contractedOutBps: row.contracted_out_bps ?? undefined,
    timeZone: row.time_zone ?? undefined,
  };
}

async function newCustomer(db: Db, { clientId, name }: { readonly clientId: string; readonly name: string }) {
  const rows = await db.selectFrom('customer').select('client_id').execute();
  if (rows.some((row) => nameKey(row.client_id) === nameKey(clientId)))
    return rejectField('customer.clientId', 'CLIENT_ID_TAKEN');
  const { name: profile } = await db
    .selectFrom('customer_profile')
    .select('name')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  return { clientId, name, profile };
}

const siteRows = (db: Db, customer: number) =>
  db
    .selectFrom('network_element as element')
    .innerJoin('site', 'site.id', 'element.id')
    .select(['element.id', 'element.name', 'city', 'country', 'region', 'latitude', 'longitude', 'networks'])
    .where('element.customer_id', '=', customer)
    .execute();

type SiteDraft = NewDevice['site'];

async function siteOf(db: Db, { site, customer }: NewDevice, caller: Caller) {
  const seen = customer.is === 'stored' ? sitesSeenBy(caller, customer.id) : undefined;
  const every = customer.is === 'stored' ? await siteRows(db, customer.id) : [];
  const rows = every.filter(({ id }) => seen?.has(id) !== false);
  if (site.is === 'stored') {
    const row = rows.find(({ id }) => id === site.id);
    if (row === undefined) return rejectField('site.id', 'RESOURCE_MISSING');
    const { id: _, ...stored } = row;
    return stored;
  }
  // Who sees some of the sites adds none: the import says so, also for the name of an invisible one.
  if (rows.some(({ name }) => nameKey(name) === nameKey(site.name)))
    return rejectField('site.name', 'NAME_TAKEN');
  const { is: _, ...given } = site;
  return given;
}

/** A device of the same name at the site would be changed, and one of the same address polled twice. */
async function rejectTakenDevice(
  db: Db,
  { customer, device }: NewDevice,
  { site, caller }: { readonly site: SiteDraft; readonly caller: Caller },
): Promise<void> {
  if (customer.is === 'new') return;
  const rows = await db
    .selectFrom('network_element')
    .select('name')
    .where('customer_id', '=', customer.id)
    .where('kind', '=', 'device')
    .where('parent_id', '=', site.is === 'stored' ? site.id : 0)
    .execute();
  if (rows.some(({ name }) => nameKey(name) === nameKey(device.name)))
    rejectField('device.name', 'NAME_TAKEN');
  const claim = { customer: customer.id, addresses: [device.address], caller };
  const fault = await addressTakenFault(db, claim);
  if (fault !== undefined) rejectField('device.address', fault.code, fault.params);
}

/** The customer and the site of a new device, as a network file has them. Rejects fields that contradict what is stored. */
export async function readDevicePlace(db: Db, draft: NewDevice, caller: Caller) {
  const { customer: given } = draft;
  const customer =
    given.is === 'stored' ? await storedCustomer(db, given.id, caller) : await newCustomer(db, given);
  const site = await siteOf(db, draft, caller);
  await rejectTakenDevice(db, draft, { site: draft.site, caller });
  return { customer, site };
}
