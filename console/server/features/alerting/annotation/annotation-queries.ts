import { sql, type RawBuilder } from 'kysely';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { annotationLimits } from '#schemas/limit/annotation.ts';
import type { PlacedElement } from '#schemas/inventory/element-of.ts';

export interface AnnotationFilter {
  readonly customer: number;
  /** Seconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Sites that the caller sees; undefined: all, and annotations of the customer. */
  readonly sites: readonly number[] | undefined;
  /** Areas and clusters that the caller does not see. */
  readonly hidden: ReadonlySet<number>;
  /** Elements of a chart; undefined: every annotation. */
  readonly elements: readonly PlacedElement[] | undefined;
}

interface FoundRow {
  readonly id: number;
  readonly element_id: number | null;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  readonly text: string;
  readonly author_id: number | null;
  readonly author: string;
  readonly version: number;
  readonly updated_at: Date;
  /** Of all that match. */
  readonly count: number;
}

const always = sql`true`;
const isOneOf = (column: string, ids: Iterable<number>): RawBuilder<unknown> =>
  sql`${sql.ref(column)} = ANY(${[...ids]}::integer[])`;

/** What concerns a chart: its elements with their devices and sites, everything at a site that it shows as one, and the customer. */
function concerns(elements: readonly PlacedElement[] | undefined): RawBuilder<unknown> {
  if (elements === undefined) return always;
  const named = new Set(elements.flatMap(({ id, device, site }) => [id, device ?? id, site]));
  const sites = elements.flatMap(({ id, kind }) => (kind === 'site' ? [id] : []));
  return sql`(element_id IS NULL OR ${isOneOf('element_id', named)} OR ${isOneOf('site_id', sites)})`;
}

/** Annotations that overlap a period, newest first, with the number of all of them. */
export async function findAnnotations(
  db: Db,
  { customer, from, to, sites, hidden, elements }: AnnotationFilter,
): Promise<readonly FoundRow[]> {
  const end = dateAtMs(to * 1_000);
  const start = dateAtMs(from * 1_000);
  const { rows } = await sql<FoundRow>`
    SELECT id, element_id, starts_at, ends_at, text, author_id, author, version, updated_at, count(*) OVER () AS count
    FROM annotation
    WHERE customer_id = ${customer} AND starts_at < ${end} AND coalesce(ends_at, starts_at) >= ${start}
      AND ${sites === undefined ? always : isOneOf('site_id', sites)}
      AND NOT coalesce(${isOneOf('element_id', hidden)}, false)
      AND ${concerns(elements)}
    ORDER BY starts_at DESC, id DESC
    LIMIT ${annotationLimits.maxShown}`.execute(db);
  return rows;
}
