import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import { elementKinds, type ElementKind } from '#schemas/element/kind.ts';
import type { ThresholdElement } from '#schemas/cockpit/cockpit.ts';
import { MAX_ELEMENTS_FOUND } from '#schemas/cockpit/threshold-routes.ts';
import type { SiteReach } from '../../kernel/access/site-reach.ts';
import { flowTargetName } from '#schemas/inventory/flow-target-name.ts';
import { flowTargetKinds } from '#schemas/inventory/flow-target.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import { containsPattern, type Reader } from './cockpit-transaction.ts';

/** The number of a custom application is this plus its id. */
const FIRST_CUSTOM = CUSTOM_ENGINE * 2 ** 32;

const kindOf = (kind: string): ElementKind => elementKinds.find((known) => known === kind) ?? 'site';

/** Elements within reach, with the elements above them. Customers and sites are bound as arrays, since there may be thousands. */
const selectElements = (db: Reader, { customers, restricted, sites }: SiteReach) =>
  db
    .selectFrom('network_element as element')
    .innerJoin('customer', 'customer.id', 'element.customer_id')
    .leftJoin('network_element as parent', 'parent.id', 'element.parent_id')
    .leftJoin('network_element as above', 'above.id', 'parent.parent_id')
    .leftJoin('flow_target as target', 'target.id', 'element.id')
    .leftJoin('network_element as remote', (join) =>
      join
        .onRef('remote.id', '=', 'target.detail')
        .onRef('remote.customer_id', '=', 'element.customer_id')
        .on('target.kind', '=', 'conversation'),
    )
    .leftJoin('custom_application as application', (join) =>
      join
        .on('target.kind', '=', 'application')
        .on(sql<boolean>`application.id = target.detail - ${FIRST_CUSTOM}::bigint`),
    )
    .leftJoin('resource', (join) =>
      join.onRef('resource.id', '=', 'application.resource_id').on('resource.visibility', '<>', 'private'),
    )
    .leftJoin('cluster', 'cluster.id', 'element.id')
    .leftJoin('resource as cluster_resource', 'cluster_resource.id', 'cluster.resource_id')
    .select(['element.id', 'element.name', 'element.kind'])
    .select(['customer.id as customer_id', 'customer.name as customer_name'])
    .select(['parent.name as parent_name', 'above.name as above_name'])
    .select(['target.kind as target_kind', 'target.detail', 'target.label'])
    .select(['remote.name as remote_name', 'resource.name as application_name'])
    .where(sql<boolean>`cluster_resource.visibility IS DISTINCT FROM 'private'`)
    .where(sql<boolean>`element.customer_id = ANY(${customers}::integer[])`)
    .where(
      sql<boolean>`(element.customer_id <> ALL(${restricted}::integer[]) OR ${sites}::integer[] && ARRAY[element.id, parent.id, above.id])`,
    );

type ElementRow = Awaited<ReturnType<ReturnType<typeof selectElements>['execute']>>[number];

/** A flow target has the current name of its application or remote site. */
function elementName({ name, target_kind, detail, label, ...row }: ElementRow): string {
  const kind = flowTargetKinds.find((known) => known === target_kind);
  if (kind === undefined || detail === null) return name;
  return flowTargetName({ kind, detail }, { custom: row.application_name ?? label, remote: row.remote_name });
}

const elementOf = (row: ElementRow): ThresholdElement => ({
  id: row.id,
  name: elementName(row),
  kind: kindOf(row.kind),
  customer: { id: row.customer_id, name: row.customer_name },
  parents: [row.parent_name, row.above_name].filter((name) => name !== null),
});

/** Elements within reach, by id. Others are left out. */
export async function readElements(
  db: Reader,
  ids: readonly number[],
  reach: SiteReach,
): Promise<ReadonlyMap<number, ThresholdElement>> {
  if (ids.length === 0) return new Map();
  const rows = await selectElements(db, reach)
    .where(sql<boolean>`element.id = ANY(${[...ids]}::integer[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, elementOf(row)]));
}

export interface ElementKey {
  readonly id: number;
  readonly customer: number;
}

/** Number of elements of a kind within reach. Those that are not collected are left out. */
export async function countElements(db: Reader, kind: ElementKind, reach: SiteReach): Promise<number> {
  const { count } = await selectElements(db, reach)
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('element.kind', '=', kind)
    .where('element.active', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The first of these elements, by id. */
export function listElementKeys(
  db: Reader,
  { kind, limit }: { readonly kind: ElementKind; readonly limit: number },
  reach: SiteReach,
): Promise<ElementKey[]> {
  return selectElements(db, reach)
    .clearSelect()
    .select(['element.id as id', 'element.customer_id as customer'])
    .where('element.kind', '=', kind)
    .where('element.active', '=', true)
    .orderBy('element.id')
    .limit(limit)
    .execute();
}

/** Elements of a kind whose name, or the name of an element above, contains every word of the search. */
export async function findElements(
  db: Reader,
  { kind, search }: { readonly kind: ElementKind; readonly search: string },
  reach: SiteReach,
): Promise<{ elements: ThresholdElement[]; more: boolean }> {
  let query = selectElements(db, reach).where('element.kind', '=', kind);
  for (const word of search.split(/\s+/).filter((part) => part !== ''))
    query = query.where(
      sql<boolean>`concat_ws(' ', customer.name, above.name, parent.name, element.name, target.label, remote.name, resource.name) ILIKE ${containsPattern(word)}`,
    );
  const rows = await query
    .orderBy('customer.name', asNames)
    .orderBy('above.name', asNames)
    .orderBy('parent.name', asNames)
    .orderBy('element.name', asNames)
    .limit(MAX_ELEMENTS_FOUND + 1)
    .execute();
  return {
    elements: rows.slice(0, MAX_ELEMENTS_FOUND).map(elementOf),
    more: rows.length > MAX_ELEMENTS_FOUND,
  };
}
