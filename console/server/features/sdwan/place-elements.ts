import { sql } from 'kysely';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** Where an element is, and what it is called. */
interface ElementPlace {
  readonly customer: number;
  /** Null: a site. */
  readonly parent: number | null;
  readonly name: string;
}

interface PlacedElement {
  readonly id: number;
  /** It was missing, and no earlier place is the same. */
  readonly isNew: boolean;
}

/** Places as rows `given`, in their order. */
const givenPlaces = (places: readonly ElementPlace[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    places.map((one, place) => ({ ...one, parent: one.parent ?? 0, place })),
  )}::jsonb) AS given (place integer, customer integer, parent integer, name text)`;

const keyOf = ({ customer, parent, name }: ElementPlace): string =>
  JSON.stringify([customer, parent ?? 0, name.toLowerCase()]);

async function knownIds(
  tx: Tx,
  kind: string,
  places: readonly ElementPlace[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ readonly place: number; readonly id: number }>`
    SELECT DISTINCT ON (given.place) given.place, element.id
    FROM ${givenPlaces(places)} JOIN network_element AS element
      ON element.customer_id = given.customer AND element.kind = ${kind}
        AND coalesce(element.parent_id, 0) = given.parent AND lower(element.name) = lower(given.name)
    ORDER BY given.place, element.name = given.name DESC, element.id
  `.execute(tx);
  return new Map(rows.map(({ place, id }) => [place, id]));
}

async function addedIds(
  tx: Tx,
  kind: string,
  places: readonly ElementPlace[],
): Promise<ReadonlyMap<string, number>> {
  if (places.length === 0) return new Map();
  const { rows } = await sql<ElementPlace & { readonly id: number }>`
    INSERT INTO network_element (customer_id, kind, parent_id, name)
    SELECT given.customer, ${kind}, nullif(given.parent, 0), given.name
    FROM ${givenPlaces(places)} ORDER BY given.place
    RETURNING id, customer_id AS customer, parent_id AS parent, name
  `.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row.id]));
}

/** The elements of a kind by their names regardless of case, in the order of their places; those that are missing are made. */
export async function placeElements(
  tx: Tx,
  kind: string,
  places: readonly ElementPlace[],
): Promise<readonly PlacedElement[]> {
  if (places.length === 0) return [];
  const known = await knownIds(tx, kind, places);
  const missing = new Map(
    places.flatMap((one, place) => (known.has(place) ? [] : [[keyOf(one), one] as const])),
  );
  const added = await addedIds(tx, kind, [...missing.values()]);
  return places.map((one, place) => {
    const key = keyOf(one);
    const id = known.get(place) ?? added.get(key) ?? 0;
    return { id, isNew: missing.delete(key) };
  });
}

/** Ids of devices by customer and what names them, which is their address or their name regardless of case. */
export async function namedDevices(
  tx: Tx,
  requested: readonly { readonly customer: number; readonly device: string }[],
): Promise<(one: { readonly customer: number; readonly device: string }) => number | undefined> {
  const keyOfDevice = (one: { readonly customer: number; readonly device: string }): string =>
    JSON.stringify([one.customer, one.device]);
  const distinct = [...new Map(requested.map((one) => [keyOfDevice(one), one])).values()];
  const given = sql`jsonb_to_recordset(${JSON.stringify(
    distinct.map(({ customer, device }) => ({ customer, device })),
  )}::jsonb) AS given (customer integer, device text)`;
  const devices = sql`network_element AS element
    ON element.customer_id = given.customer AND element.kind = 'device' JOIN device ON device.id = element.id`;
  const { rows } = await sql<{ readonly customer: number; readonly device: string; readonly id: number }>`
    SELECT customer, device, min(id) AS id FROM (
      SELECT given.customer, given.device, device.id FROM ${given} JOIN ${devices} AND device.address = given.device
      UNION ALL
      SELECT given.customer, given.device, device.id FROM ${given} JOIN ${devices} AND lower(element.name) = lower(given.device)
    ) AS found GROUP BY customer, device
  `.execute(tx);
  const ids = new Map(rows.map((row) => [keyOfDevice(row), row.id]));
  return (one) => ids.get(keyOfDevice(one));
}
