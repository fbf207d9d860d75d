import { sql } from 'kysely';
import { dateAtMs } from '#platform/clock/time.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ElementMarkQuery } from '#schemas/alerting/element-mark-routes.ts';
import type { MarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import { elementMarkLimits } from '#schemas/limit/element-mark.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { withinSites } from '../../../kernel/access/within-sites.ts';
import { markedElements } from '../../../shared/element/marked-elements.ts';
import { elementActionOf, actionRows, actionTables, type ActionRow } from './element-actions.ts';

export interface MarkedChangeNeeds {
  readonly db: Db;
  readonly inventory: InventoryCache;
  /** Areas and clusters of a customer that are private to other users. */
  readonly hiddenClusters: (customer: number, caller: Caller) => Promise<ReadonlySet<number>>;
}

type ChangePeriod = Pick<ElementMarkQuery, 'from' | 'to' | 'elements'>;

/** What is written about an element changes nothing of it. */
const notes = ['inventory.note', 'inventory.edit-note', 'inventory.delete-note'];

const instantOf = (seconds: number): Date => dateAtMs(seconds * SECOND_MS);

/**
 * Changes in a period of the elements of a chart, of their devices and sites, and of everything at a site that it shows as one: as annotations
 * concern it. Of sites that the caller sees. Throws CONTEXT_TOO_LARGE.
 */
export async function readMarkedChanges(
  { db, inventory, hiddenClusters }: MarkedChangeNeeds,
  { caller, customer }: { readonly caller: Caller; readonly customer: number },
  { from, to, elements: marked }: ChangePeriod,
): Promise<MarkedChanges> {
  const hidden = await hiddenClusters(customer, caller);
  const seen = withinSites(caller, customer, undefined);
  const elements = markedElements(inventory.current, { customer, sites: seen, hidden }, marked);
  if (elements.length === 0) return { changes: [], count: 0 };
  const named = new Set(elements.flatMap(({ id, device, site }) => [id, device ?? id, site]));
  const sites = elements.flatMap(({ id, kind }) => (kind === 'site' ? [id] : []));
  const { rows } = await sql<ActionRow & { readonly count: number }>`
    SELECT ${actionRows}, count(*) OVER () AS count FROM ${actionTables}
    WHERE own.customer_id = ${customer} AND event.at >= ${instantOf(from)} AND event.at < ${instantOf(to)}
      AND (${seen === undefined} OR own.site_id = ANY(${[...(seen ?? [])]}::integer[]))
      AND event.action <> ALL(${notes}::text[])
      AND (own.element_id = ANY(${[...named]}::integer[]) OR own.site_id = ANY(${sites}::integer[]))
    ORDER BY own.seq DESC, own.place DESC LIMIT ${elementMarkLimits.maxChanges}`.execute(db);
  return { changes: rows.map((row) => elementActionOf(row)).toReversed(), count: rows[0]?.count ?? 0 };
}
