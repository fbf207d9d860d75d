import type { Transaction } from 'kysely';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { NetworkAttribution } from '#schemas/inventory/network-file.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { DifferenceRecorder } from './import-difference.ts';

type Tx = Transaction<Database>;

export interface WantedAttribution {
  readonly rule: NetworkAttribution;
  readonly deviceId: number;
  readonly label: string;
  readonly path: FaultPath;
}

type Found =
  | { readonly ok: true; readonly id: number | null }
  | { readonly ok: false; readonly fault: PlacedFault };

async function elementOf(
  tx: Tx,
  kind: 'site' | 'interface',
  place: { readonly name: string; readonly customer?: number; readonly parent?: number },
): Promise<number | undefined> {
  const found = await tx
    .selectFrom('network_element')
    .select('id')
    .where('kind', '=', kind)
    .where('name', '=', place.name)
    .$if(place.customer !== undefined, (query) => query.where('customer_id', '=', place.customer ?? 0))
    .$if(place.parent !== undefined, (query) => query.where('parent_id', '=', place.parent ?? 0))
    .executeTakeFirst();
  return found?.id;
}

const fault = (path: FaultPath, cell: string, message: string): Found => ({
  ok: false,
  fault: { path: [...path, cell], message },
});

async function interfaceOf(tx: Tx, { rule, deviceId, path }: WantedAttribution): Promise<Found> {
  if (rule.interface === undefined) return { ok: true, id: null };
  const id = await elementOf(tx, 'interface', { name: rule.interface, parent: deviceId });
  return id === undefined
    ? fault(path, 'interface', `the device has no interface "${rule.interface}"`)
    : { ok: true, id };
}

async function siteOf(tx: Tx, { rule, path }: WantedAttribution, customer: number): Promise<Found> {
  const id = await elementOf(tx, 'site', { name: rule.site, customer });
  return id === undefined
    ? fault(path, 'site', `${rule.customer} has no site "${rule.site}"`)
    : { ok: true, id };
}

interface Importing {
  readonly tx: Tx;
  readonly recorder: DifferenceRecorder;
  /** Customer ids by client id. */
  readonly customers: ReadonlyMap<string, number>;
}

interface Key {
  readonly device_id: number;
  readonly interface_id: number | null;
  readonly vpn: number | null;
  readonly vrf: string | null;
  readonly agent: string | null;
}

const presentRule = (tx: Tx, key: Key) =>
  tx
    .selectFrom('flow_attribution')
    .select(['id', 'customer_id', 'site_id'])
    .where('device_id', '=', key.device_id)
    .where('interface_id', 'is not distinct from', key.interface_id)
    .where('vpn', 'is not distinct from', key.vpn)
    .where('vrf', 'is not distinct from', key.vrf)
    .where('agent', 'is not distinct from', key.agent)
    .executeTakeFirst();

async function store(
  { tx, recorder }: Importing,
  key: Key,
  { name, ...cells }: { readonly name: string; readonly customer_id: number; readonly site_id: number },
): Promise<void> {
  const present = await presentRule(tx, key);
  if (present === undefined) {
    await tx
      .insertInto('flow_attribution')
      .values({ ...key, ...cells })
      .execute();
    recorder.added('attribution', name, cells);
  } else if (present.customer_id === cells.customer_id && present.site_id === cells.site_id)
    recorder.unchanged('attribution');
  else {
    await tx.updateTable('flow_attribution').set(cells).where('id', '=', present.id).execute();
    const after = { customer: cells.customer_id, site: cells.site_id };
    const before = { customer: present.customer_id, site: present.site_id };
    recorder.changed('attribution', name, { fields: ['customer', 'site'], before, after });
  }
}

/** The stored form: an address, or the number of an exporting process. */
const agentOf = ({ agent, process }: NetworkAttribution): string | null =>
  agent ?? (process === undefined ? null : String(process));

function nameOf({ label, rule }: WantedAttribution): string {
  const { interface: port, vpn, vrf } = rule;
  const agent = agentOf(rule);
  return `${label} / ${port ?? vrf ?? (agent === null ? `VPN ${String(vpn)}` : `agent ${agent}`)}`;
}

/** Imports a rule, or returns the name in it that is unknown. */
async function importOne(importing: Importing, want: WantedAttribution): Promise<PlacedFault | undefined> {
  const { rule, deviceId, path } = want;
  const customer = importing.customers.get(rule.customer);
  if (customer === undefined)
    return { path: [...path, 'customer'], message: `no customer "${rule.customer}"` };
  const port = await interfaceOf(importing.tx, want);
  if (!port.ok) return port.fault;
  const site = await siteOf(importing.tx, want, customer);
  if (!site.ok) return site.fault;
  const { vpn = null, vrf = null } = rule;
  const agent = agentOf(rule);
  const cells = { name: nameOf(want), customer_id: customer, site_id: site.id ?? 0 };
  await store(importing, { device_id: deviceId, interface_id: port.id, vpn, vrf, agent }, cells);
  return undefined;
}

/** Imports attribution rules; returns a fault for each rule with an unknown name. */
export async function importAttribution(
  importing: Importing,
  wanted: readonly WantedAttribution[],
): Promise<readonly PlacedFault[]> {
  const faults: PlacedFault[] = [];
  for (const want of wanted) {
    const found = await importOne(importing, want);
    if (found !== undefined) faults.push(found);
  }
  return faults;
}
