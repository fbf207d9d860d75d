import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { MoveExtent, MoveTarget } from '#schemas/inventory/change/move-routes.ts';
import { deletionExtent, type ExtentNeeds } from './deletion-extent.ts';
import { elementsBelow } from './elements-below.ts';

interface Places {
  readonly customer: number;
  /** Devices, and the sites at which they are. */
  readonly ids: readonly number[];
  readonly sites: readonly number[];
  readonly target: MoveTarget;
}

/** Silences of a customer or of the provider, not ended, that name one of these under `key`. */
const silencesOf = (customer: number, key: 'sites' | 'elements', ids: readonly number[]) => sql`
  SELECT id FROM silence, jsonb_array_elements_text(match -> ${key}::text) AS named
  WHERE (customer_id = ${customer} OR customer_id IS NULL) AND (ends_at IS NULL OR ends_at > now())
    AND named::integer = ANY(${[...ids]}::integer[])`;

const clustersOf = (ids: readonly number[]) => sql`
  SELECT cluster_id AS id FROM cluster_site WHERE site_id = ANY(${[...ids]}::integer[])`;

async function countRows(db: Db, { customer, ids, sites, target }: Places, below: readonly number[]) {
  const isWithin = customer === target.customer;
  const none: readonly number[] = [];
  const { rows } = await sql<Pick<MoveExtent, 'exporters' | 'silences' | 'silencesThere' | 'clusters'>>`
    SELECT
      (SELECT count(*) FROM exporter WHERE device_id = ANY(${[...ids]}::integer[]))::integer AS exporters,
      (SELECT count(*) FROM (
        ${silencesOf(customer, 'sites', sites)} EXCEPT ${silencesOf(customer, 'sites', isWithin ? [target.site] : none)}
        UNION ${silencesOf(customer, 'elements', isWithin ? none : [...ids, ...below])}
      ) AS ending)::integer AS silences,
      (SELECT count(*) FROM (
        ${silencesOf(target.customer, 'sites', [target.site])} EXCEPT ${silencesOf(customer, 'sites', isWithin ? sites : none)}
      ) AS covering)::integer AS "silencesThere",
      (SELECT count(*) FROM (
        (${clustersOf(sites)} EXCEPT ${clustersOf([target.site])})
        UNION (${clustersOf([target.site])} EXCEPT ${clustersOf(sites)})
      ) AS changing)::integer AS clusters`.execute(db);
  return rows[0] ?? { exporters: 0, silences: 0, silencesThere: 0, clusters: 0 };
}

/** What a move of devices changes besides their place. */
export async function moveExtent(needs: ExtentNeeds, places: Places): Promise<MoveExtent> {
  const { customer, ids, target } = places;
  const below = await elementsBelow(needs.db, customer, ids);
  const counted = await countRows(
    needs.db,
    places,
    below.map(({ id }) => id),
  );
  // What a deletion would take is what the customer loses to another one.
  const { children, alarms, ...lost } = await deletionExtent(needs, customer, ids);
  const { dashboards, thresholds, attributions, pastAlarms } = lost;
  const retained = { dashboards: 0, thresholds: 0, attributions: 0, pastAlarms: 0 };
  const ending =
    customer === target.customer ? retained : { dashboards, thresholds, attributions, pastAlarms };
  return { children, alarms, ...counted, ...ending };
}
