import { sql } from 'kysely';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { DeletionExtent } from '#schemas/inventory/change/deletion-routes.ts';
import { isInventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { documentsNaming, type NamedInNeeds } from '../list/element-documents.ts';
import { elementsBelow, type BelowElement } from './elements-below.ts';

export interface ExtentNeeds extends NamedInNeeds {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  /** Running alarms of a customer. */
  readonly running: (customer: number) => Iterable<{ readonly element: number }>;
}

/** Rows of other tables that go with elements, or lose one. */
async function countRows(db: Db, ids: readonly number[]) {
  const all = sql`${[...ids]}::integer[]`;
  const { rows } = await sql<
    Pick<DeletionExtent, 'clusters' | 'thresholds' | 'runs' | 'attributions' | 'users'>
  >`
    SELECT
      (SELECT count(*) FROM (
        SELECT cluster_id FROM cluster_site WHERE site_id = ANY(${all})
        UNION SELECT cluster.id FROM cluster_template_site AS own JOIN cluster USING (resource_id)
        WHERE own.site_id = ANY(${all})
      ) AS losing)::integer AS clusters,
      (SELECT count(*) FROM alarm_threshold WHERE element_id = ANY(${all}))::integer AS thresholds,
      ((SELECT count(*) FROM discovery_run WHERE site_id = ANY(${all}))
        + (SELECT count(*) FROM debug_recording WHERE site_id = ANY(${all})))::integer AS runs,
      (SELECT count(*) FROM flow_attribution
        WHERE device_id = ANY(${all}) OR interface_id = ANY(${all}) OR site_id = ANY(${all}))::integer AS attributions,
      (SELECT count(DISTINCT account_id) FROM account_site WHERE site_id = ANY(${all}))::integer AS users`.execute(
    db,
  );
  return rows[0] ?? { clusters: 0, thresholds: 0, runs: 0, attributions: 0, users: 0 };
}

/** Ids in one query: its text stays far below the limit of the store. */
const IDS_PER_QUERY = 5_000;

async function countPastAlarms(
  { clickhouse }: ExtentNeeds,
  customer: number,
  ids: readonly number[],
): Promise<number> {
  let sum = 0;
  for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
    const rows = await clickhouse.query<{ count: number }>(
      `SELECT toUInt32(uniqExact(event)) AS count FROM alarm_events
WHERE customer = {customer:UInt32} AND edge = 'raise' AND element IN {ids:Array(UInt32)}`,
      { customer, ids: ids.slice(from, from + IDS_PER_QUERY) },
      { max_execution_time: 10 },
    );
    sum += rows[0]?.count ?? 0;
  }
  return sum;
}

function countByKind(below: readonly BelowElement[]): DeletionExtent['children'] {
  return [...Map.groupBy(below, ({ kind }) => kind)].flatMap(([kind, { length: count }]) =>
    isInventoryKind(kind) ? [{ kind, count }] : [],
  );
}

/** What the deletion of elements of a customer removes, and what it changes elsewhere. */
export async function deletionExtent(
  needs: ExtentNeeds,
  customer: number,
  ids: readonly number[],
): Promise<DeletionExtent> {
  const below = await elementsBelow(needs.db, customer, ids);
  const all = [...ids, ...below.map(({ id }) => id)];
  const deleted = new Set(all);
  const running = [...needs.running(customer)];
  return {
    elements: ids.length,
    children: countByKind(below),
    ...(await countRows(needs.db, all)),
    dashboards: (await documentsNaming(needs, customer, deleted)).length,
    alarms: running.filter(({ element }) => deleted.has(element)).length,
    pastAlarms: await countPastAlarms(needs, customer, all),
  };
}
