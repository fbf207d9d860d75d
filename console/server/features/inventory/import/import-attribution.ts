import type { Transaction } from 'kysely';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { NetworkAttribution } from '#schemas/inventory/network-file.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { DifferenceRecorder } from './import-difference.ts';

type Tx = Transaction<Database>;

export interface DesiredAttribution {
  readonly rule: NetworkAttribution;
  readonly deviceId: number;
  readonly label: string;
  readonly path: FaultPath;
}

type LookupResult =
  | { readonly ok: true; readonly id: number | null }
  | { readonly ok: false; readonly fault: PlacedFault };

async function findElement(
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

const fault = (
  path: FaultPath,
  cell: string,
  { code, params }: Pick<PlacedFault, 'code' | 'params'>,
): LookupResult => ({ ok: false, fault: { path: [...path, cell], code, ...(params && { params }) } });

async function findInterface(tx: Tx, { rule, deviceId, path }: DesiredAttribution): Promise<LookupResult> {
  if (rule.interface === undefined) return { ok: true, id: null };
  const id = await findElement(tx, 'interface', { name: rule.interface, parent: deviceId });
  return id === undefined
    ? fault(path, 'interface', { code: 'NETWORK_INTERFACE_UNKNOWN', params: { name: rule.interface } })
    : { ok: true, id };
}

async function findSite(tx: Tx, { rule, path }: DesiredAttribution, customer: number): Promise<LookupResult> {
  const id = await findElement(tx, 'site', { name: rule.site, customer });
  return id === undefined
    ? fault(path, 'site', {
        code: 'NETWORK_SITE_UNKNOWN',
        params: { customer: rule.customer, site: rule.site },
      })
    : { ok: true, id };
}

interface AttributionImport {
  readonly tx: Tx;
  readonly recorder: DifferenceRecorder;
  /** Customer ids by client id. */
  readonly customers: ReadonlyMap<string, number>;
}

interface RuleKey {
  readonly device_id: number;
  readonly interface_id: number | null;
  readonly vpn: number | null;
  readonly vrf: string | null;
  readonly agent: string | null;
}

const findRule = (tx: Tx, key: RuleKey) =>
  tx
    .selectFrom('flow_attribution')
    .select(['id', 'customer_id', 'site_id'])
    .where('device_id', '=', key.device_id)
    .where('interface_id', 'is not distinct from', key.interface_id)
    .where('vpn', 'is not distinct from', key.vpn)
    .where('vrf', 'is not distinct from', key.vrf)
    .where('agent', 'is not distinct from', key.agent)
    .executeTakeFirst();

async function storeRule(
  { tx, recorder }: AttributionImport,
  key: RuleKey,
  { name, ...cells }: { readonly name: string; readonly customer_id: number; readonly site_id: number },
): Promise<void> {
  const present = await findRule(tx, key);
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
const agentText = ({ agent, process }: NetworkAttribution): string | null =>
  agent ?? (process === undefined ? null : String(process));

function ruleLabel({ label, rule }: DesiredAttribution): string {
  const { interface: port, vpn, vrf } = rule;
  const agent = agentText(rule);
  return `${label} / ${port ?? vrf ?? (agent === null ? `VPN ${String(vpn)}` : `agent ${agent}`)}`;
}

/** Imports a rule, or returns the name in it that is unknown. */
async function importRule(
  importing: AttributionImport,
  attribution: DesiredAttribution,
): Promise<PlacedFault | undefined> {
  const { rule, deviceId, path } = attribution;
  const customer = importing.customers.get(rule.customer);
  if (customer === undefined)
    return {
      path: [...path, 'customer'],
      code: 'NETWORK_CUSTOMER_UNKNOWN',
      params: { customer: rule.customer },
    };
  const port = await findInterface(importing.tx, attribution);
  if (!port.ok) return port.fault;
  const site = await findSite(importing.tx, attribution, customer);
  if (!site.ok) return site.fault;
  const { vpn = null, vrf = null } = rule;
  const agent = agentText(rule);
  const cells = { name: ruleLabel(attribution), customer_id: customer, site_id: site.id ?? 0 };
  await storeRule(importing, { device_id: deviceId, interface_id: port.id, vpn, vrf, agent }, cells);
  return undefined;
}

/** Imports attribution rules; returns a fault for each rule with an unknown name. */
export async function importAttribution(
  importing: AttributionImport,
  desired: readonly DesiredAttribution[],
): Promise<readonly PlacedFault[]> {
  const faults: PlacedFault[] = [];
  for (const attribution of desired) {
    const found = await importRule(importing, attribution);
    if (found !== undefined) faults.push(found);
  }
  return faults;
}
