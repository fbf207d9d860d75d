import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { customApplicationOf } from '#schemas/application/application-name.ts';
import { isNamedIn } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readStoredResources } from '../resource/stored-resource.ts';

/** The applications of a customer whose names are requested. */
export interface UnnamedApplications {
  readonly customer: number;
  /** Who reads the names. */
  readonly caller: Pick<Caller, 'id' | 'permissions'>;
  /** Exporter that reports the names; 0: every exporter. */
  readonly device: number;
  readonly applications: readonly number[];
  /** Names as of this time, seconds since 1970. */
  readonly to: number;
}

const SQL = `WITH since < fromUnixTimestamp64Milli(toInt64({to:UInt32}) * 1000, 'UTC') AS known, toUnixTimestamp64Milli(since) AS ms
SELECT toFloat64(reported.application) AS application, argMax(reported.name, (known, if(known, ms, -ms))) AS name,
  maxIf(ms, known) AS after, minIf(ms, NOT known) AS until
FROM application_names AS reported
WHERE customer = {customer:UInt32} AND ({device:UInt32} = 0 OR exporter = {device:UInt32})
  AND reported.application IN {applications:Array(UInt64)} AND reported.name != ''
GROUP BY reported.application`;

const settings = { max_execution_time: 30, max_result_rows: '10000', max_memory_usage: '2000000000' };

/** The last names of deleted ones of the customer and of the provider. */
async function readDeleted(
  db: Db,
  ids: readonly number[],
  customer: number,
): Promise<readonly (readonly [number, string])[]> {
  const rows = await db
    .selectFrom('past_name')
    .select(['subject_id', 'name'])
    .where('subject', '=', 'application')
    .where('subject_id', 'in', [...ids])
    .where('visibility', '<>', 'private')
    .where((eb) => eb.or([eb('customer_id', '=', customer), eb('customer_id', 'is', null)]))
    .execute();
  return rows.map(({ subject_id: id, name }) => [id, name]);
}

/** Names of the custom applications that the data of the customer name to the caller, also of those that are deleted. */
async function readCustom(
  db: Db,
  ids: readonly number[],
  { customer, caller }: Pick<UnnamedApplications, 'customer' | 'caller'>,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const [found, stored, owner, deleted] = await Promise.all([
    db
      .selectFrom('custom_application')
      .select(['id', 'resource_id'])
      .where('id', 'in', [...ids])
      .execute(),
    readStoredResources(db, 'application'),
    db.selectFrom('customer').select('profile_id').where('id', '=', customer).executeTakeFirst(),
    readDeleted(db, ids, customer),
  ]);
  const of = { id: customer, profile: owner?.profile_id ?? 0 };
  const named = new Map(stored.flatMap((one) => (isNamedIn(one, of, caller) ? [[one.id, one.name]] : [])));
  return new Map([
    ...deleted,
    ...found.flatMap(({ id, resource_id: resource }) => {
      const name = named.get(resource);
      return name === undefined ? [] : [[id, name] as const];
    }),
  ]);
}

type ReportedIn = Pick<UnnamedApplications, 'customer' | 'device' | 'to'>;

/** A name that exporters report. As of each time between two reports it is the same. */
export interface ReportedName {
  readonly name: string;
  /** Its report, milliseconds since 1970; that of the first name also counts before it. */
  readonly after: number;
  /** The next report. */
  readonly until: number;
}

/** Reads the names that exporters report. */
export type ReadReported = (
  requested: ReportedIn,
  applications: readonly number[],
) => Promise<ReadonlyMap<number, ReportedName>>;

export const readReportedFrom =
  (clickhouse: Pick<ClickHouse, 'query'>): ReadReported =>
  async ({ customer, device, to }, applications) => {
    if (applications.length === 0) return new Map();
    const params = { customer, device, to, applications };
    const rows = await clickhouse.query<ReportedName & { readonly application: number }>(
      SQL,
      params,
      settings,
    );
    // 0: there is no such report.
    return new Map(
      rows.map(({ application, name, after, until }) => [
        application,
        { name, after: after || Number.NEGATIVE_INFINITY, until: until || Number.POSITIVE_INFINITY },
      ]),
    );
  };

/** Names of the custom applications that the caller may see, and those that exporters report, by the number of the application. */
export async function findApplicationNames(
  needs: { readonly db: Db } & (
    | { readonly clickhouse: Pick<ClickHouse, 'query'> }
    | { readonly readReported: ReadReported }
  ),
  { applications, ...requested }: UnnamedApplications,
): Promise<ReadonlyMap<number, string>> {
  const readReported = 'readReported' in needs ? needs.readReported : readReportedFrom(needs.clickhouse);
  const own = applications.flatMap((application) => customApplicationOf(application) ?? []);
  const reported = applications.filter(
    (application) => application !== 0 && customApplicationOf(application) === undefined,
  );
  const [byId, named] = await Promise.all([
    readCustom(needs.db, own, requested),
    readReported(requested, reported),
  ]);
  return new Map([
    ...[...named].map(([application, { name }]) => [application, name] as const),
    ...applications.flatMap((application) => {
      const name = byId.get(customApplicationOf(application) ?? 0);
      return name === undefined ? [] : [[application, name] as const];
    }),
  ]);
}

/** The custom applications among some numbers that do not exist any more. */
export async function deletedApplications(
  db: Db,
  applications: readonly number[],
): Promise<ReadonlySet<number>> {
  const ids = applications.flatMap((application) => customApplicationOf(application) ?? []);
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('custom_application').select('id').where('id', 'in', ids).execute();
  const known = new Set<number | undefined>([undefined, ...rows.map(({ id }) => id)]);
  return new Set(applications.filter((application) => !known.has(customApplicationOf(application))));
}
