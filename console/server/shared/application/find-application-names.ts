import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { customApplicationOf } from '#schemas/application/application-name.ts';

/** The applications of a customer whose names are asked for. */
export interface UnnamedApplications {
  readonly customer: number;
  /** Exporter that reports the names; 0: every exporter. */
  readonly device: number;
  readonly applications: readonly number[];
  /** Names as of this time, seconds since 1970. */
  readonly to: number;
}

const SQL = `WITH since < fromUnixTimestamp64Milli(toInt64({to:UInt32}) * 1000, 'UTC') AS known, toUnixTimestamp64Milli(since) AS ms
SELECT toFloat64(reported.application) AS application, argMax(reported.name, (known, if(known, ms, -ms))) AS name
FROM application_names AS reported
WHERE customer = {customer:UInt32} AND ({device:UInt32} = 0 OR exporter = {device:UInt32})
  AND reported.application IN {applications:Array(UInt64)} AND reported.name != ''
GROUP BY reported.application`;

const settings = { max_execution_time: 30, max_result_rows: '10000', max_memory_usage: '2000000000' };

const readCustom = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('custom_application as application')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['application.id', 'name'])
    .where('application.id', 'in', [...ids])
    .execute();

/** Names of custom applications, and those that exporters report, by the number of the application. */
export async function findApplicationNames(
  { clickhouse, db }: { readonly clickhouse: Pick<ClickHouse, 'query'>; readonly db: Db },
  { applications, ...asked }: UnnamedApplications,
): Promise<ReadonlyMap<number, string>> {
  const own = applications.flatMap((application) => customApplicationOf(application) ?? []);
  const reported = applications.filter(
    (application) => application !== 0 && customApplicationOf(application) === undefined,
  );
  const params = { ...asked, applications: reported };
  const [custom, named] = await Promise.all([
    own.length === 0 ? [] : readCustom(db, own),
    reported.length === 0
      ? []
      : clickhouse.query<{ application: number; name: string }>(SQL, params, settings),
  ]);
  const byId = new Map(custom.map(({ id, name }) => [id, name]));
  return new Map([
    ...named.map(({ application, name }) => [application, name] as const),
    ...applications.flatMap((application) => {
      const name = byId.get(customApplicationOf(application) ?? 0);
      return name === undefined ? [] : [[application, name] as const];
    }),
  ]);
}
