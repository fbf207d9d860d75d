import { sql } from 'kysely';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { sdwanProposal } from '#schemas/table/sdwan.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Removal } from '#schemas/provisioning/removal-brake.ts';
import { sdwanKindNames, type SdwanKind } from '#schemas/sdwan/kind.ts';
import type { AcceptingChange } from '../../shared/acceptance/acceptance-worker.ts';
import { namedDevices, placeElements } from './place-elements.ts';
import { takenAddressProposals } from './taken-addresses.ts';

export type SdwanProposalRow = Row<typeof sdwanProposal>;

/** An accepted part of a device. */
interface Part {
  readonly row: SdwanProposalRow;
  readonly device: number;
}

const vendors = { vmanage: 'Cisco', nuage: 'Nokia', fortinet: 'Fortinet' } as const satisfies Record<
  SdwanKind,
  string
>;

/** Rows of a statement by the type of their columns. */
const given = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (${sql.raw(columns)})`;

async function addDevices(
  { tx }: AcceptingChange,
  rows: readonly SdwanProposalRow[],
  kind: SdwanKind,
): Promise<void> {
  const sites = await placeElements(
    tx,
    'site',
    rows.map(({ customer_id: customer, content: { site } }) => ({ customer, parent: null, name: site })),
  );
  const places = rows.flatMap(({ content: { latitude, longitude } }, at) => {
    const site = sites[at];
    if (site?.isNew !== true) return [];
    return [{ id: site.id, latitude: latitude ?? 0, longitude: longitude ?? 0 }];
  });
  await sql`INSERT INTO site (id, latitude, longitude) SELECT id, latitude, longitude
    FROM ${given(places, 'id integer, latitude double precision, longitude double precision')}`.execute(tx);
  const devices = await placeElements(
    tx,
    'device',
    rows.map(({ customer_id: customer, name }, at) => ({ customer, parent: sites[at]?.id ?? 0, name })),
  );
  const described = rows.map(({ content: { address, model } }, at) => ({
    id: devices[at]?.id,
    address,
    vendor: vendors[kind],
    model,
  }));
  await sql`INSERT INTO device (id, address, vendor, model) SELECT id, address, vendor, model
    FROM ${given(described, 'id integer, address text, vendor text, model text')} ON CONFLICT (id) DO NOTHING`.execute(
    tx,
  );
}

/** What the manager says of an interface, as it is stored. */
const saidOf = ({ content: { fields, speedBps } }: SdwanProposalRow): Readonly<Record<string, string>> => ({
  ...fields,
  ...(typeof speedBps === 'number' && { speed: String(speedBps) }),
});

async function addInterfaces({ tx }: AcceptingChange, parts: readonly Part[]): Promise<void> {
  const elements = await placeElements(
    tx,
    'interface',
    parts.map(({ row, device }) => ({ customer: row.customer_id, parent: device, name: row.name })),
  );
  const described = new Map(
    parts.map(({ row }, at) => [
      elements[at]?.id,
      { id: elements[at]?.id, alias: row.content.description, fields: saidOf(row) },
    ]),
  );
  await sql`INSERT INTO network_interface (id, if_alias, fields) SELECT id, alias, fields
    FROM ${given([...described.values()], 'id integer, alias text, fields jsonb')}
    ON CONFLICT (id) DO UPDATE SET fields = excluded.fields`.execute(tx);
}

async function addTunnels({ tx }: AcceptingChange, parts: readonly Part[], scope: SdwanKind): Promise<void> {
  const placed = (some: readonly Part[], nameOf: (row: SdwanProposalRow) => string) =>
    placeElements(
      tx,
      'tunnel',
      some.map(({ row, device }) => ({ customer: row.customer_id, parent: device, name: nameOf(row) })),
    );
  const plain = await placed(parts, ({ name }) => name);
  // A tunnel of an SNMP agent may have the name.
  const taken = parts.filter((_, at) => plain[at]?.isNew === false);
  const apart = (await placed(taken, ({ name }) => `${name} (${sdwanKindNames[scope]})`)).values();
  const described = parts.map(({ row, device }, at) => {
    const one = plain[at]?.isNew === false ? apart.next().value : plain[at];
    return { id: one?.id, device, key: row.name, fields: row.content.fields };
  });
  await sql`INSERT INTO network_component (id, device_id, kind, scope, key, fields)
    SELECT id, device, 'tunnel', ${scope}, key, fields
    FROM ${given(described, 'id integer, device integer, key text, fields jsonb')}
    ON CONFLICT (device_id, kind, scope, key) DO NOTHING`.execute(tx);
}

/** What the manager says of interfaces now. */
async function describeInterfaces({ tx }: AcceptingChange, rows: readonly SdwanProposalRow[]): Promise<void> {
  const described = rows.map((row) => ({
    id: row.element_id,
    customer: row.customer_id,
    alias: row.content.description,
    fields: saidOf(row),
  }));
  await sql`UPDATE network_interface SET fields = given.fields, if_alias = given.alias
    FROM ${given(described, 'id integer, customer integer, alias text, fields jsonb')}
    JOIN network_element AS element ON element.id = given.id AND element.customer_id = given.customer
    WHERE network_interface.id = given.id`.execute(tx);
}

/** What the manager says of tunnels now. */
async function describeTunnels({ tx }: AcceptingChange, rows: readonly SdwanProposalRow[]): Promise<void> {
  const described = rows.map(({ element_id: id, customer_id: customer, content: { fields } }) => ({
    id,
    customer,
    fields,
  }));
  await sql`UPDATE network_component SET fields = given.fields
    FROM ${given(described, 'id integer, customer integer, fields jsonb')}
    JOIN network_element AS element ON element.id = given.id AND element.customer_id = given.customer
    WHERE network_component.id = given.id`.execute(tx);
}

async function deactivate(
  { tx, actor, now }: AcceptingChange,
  rows: readonly SdwanProposalRow[],
): Promise<void> {
  const vanished = rows.map(({ element_id: id, customer_id: customer }) => ({ id, customer }));
  await sql`UPDATE network_element SET active = false, status_comment = 'not found by its SD-WAN manager',
      status_updated_by = ${actor.caller.username}, status_updated_at = ${now}
    FROM ${given(vanished, 'id integer, customer integer')}
    WHERE network_element.id = given.id AND network_element.customer_id = given.customer`.execute(tx);
}

/** Applies proposals, devices before their parts. Returns those that were applied. */
async function applyRows(
  change: AcceptingChange,
  rows: readonly SdwanProposalRow[],
  kind: SdwanKind,
): Promise<readonly SdwanProposalRow[]> {
  const of = (what: SdwanProposalRow['change'], which: SdwanProposalRow['kind']) =>
    rows.filter((row) => row.change === what && row.kind === which);
  await deactivate(
    change,
    rows.filter((row) => row.change === 'vanished'),
  );
  await describeInterfaces(change, of('changed', 'interface'));
  await describeTunnels(change, of('changed', 'tunnel'));
  const added = of('added', 'device');
  const taken = await takenAddressProposals(change.tx, added);
  await addDevices(
    change,
    added.filter(({ id }) => !taken.has(id)),
    kind,
  );
  const parts = [...of('added', 'interface'), ...of('added', 'tunnel')];
  const deviceOf = await namedDevices(
    change.tx,
    parts.map(({ customer_id: customer, device }) => ({ customer, device })),
  );
  const placed = parts.flatMap((row): readonly Part[] => {
    const device = deviceOf({ customer: row.customer_id, device: row.device });
    return device === undefined ? [] : [{ row, device }];
  });
  await addInterfaces(
    change,
    placed.filter(({ row }) => row.kind === 'interface'),
  );
  await addTunnels(
    change,
    placed.filter(({ row }) => row.kind === 'tunnel'),
    kind,
  );
  const open = new Set<SdwanProposalRow>(parts);
  for (const { row } of placed) open.delete(row);
  return rows.filter((row) => !open.has(row) && !taken.has(row.id));
}

/** Elements of the customers of a manager by kind, of which some have vanished. */
export async function countVanishedSdwan(
  { tx }: Pick<AcceptingChange, 'tx'>,
  { id, kind }: Pick<SdwanServerRow, 'id' | 'kind'>,
): Promise<readonly Removal[]> {
  const { rows } = await sql<Removal>`
    WITH vanished AS (
      SELECT kind, count(*)::integer AS lacks FROM sdwan_proposal
      WHERE server_id = ${id} AND change = 'vanished' GROUP BY kind
    ), here AS (
      SELECT DISTINCT device_id FROM network_component JOIN network_element AS element ON element.id = network_component.id
      WHERE scope = ${kind} AND customer_id IN (SELECT customer_id FROM sdwan_proposal WHERE server_id = ${id})
    )
    SELECT lacks, (
      SELECT count(*)::integer FROM network_element AS element
      WHERE element.active AND element.kind = vanished.kind
        AND (element.id IN (SELECT device_id FROM here) OR element.parent_id IN (SELECT device_id FROM here))
    ) AS had FROM vanished
  `.execute(tx);
  return rows;
}

/** Applies proposals in few statements. Returns those that were applied. */
export async function applySdwanProposals(
  change: AcceptingChange,
  { id, kind }: SdwanServerRow,
  proposals: readonly number[],
): Promise<readonly SdwanProposalRow[]> {
  // The planner knows nothing of thousands of new elements, and would compare each proposal with each of them.
  await sql`SET LOCAL enable_nestloop = off`.execute(change.tx);
  // Two users who accept at once: the second finds nothing.
  const rows = await change.tx
    .selectFrom('sdwan_proposal')
    .selectAll()
    .where('server_id', '=', id)
    .where('id', '=', sql<number>`ANY (${[...proposals]}::integer[])`)
    .orderBy('kind')
    .orderBy('id')
    .forUpdate()
    .execute();
  const applied = await applyRows(change, rows, kind);
  await change.tx
    .deleteFrom('sdwan_proposal')
    .where('id', '=', sql<number>`ANY (${applied.map((row) => row.id)}::integer[])`)
    .execute();
  return applied;
}
