import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { customApplicationOf } from '#schemas/application/application-name.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import { readResponseTimes } from '#schemas/application/response-times.ts';
import { flowKpis } from '#schemas/kpi/library/flow-kpis.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import { serve } from '../../kernel/route/serve.ts';

export interface ResponseNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
  /** From so many milliseconds on an application is marked as slow. */
  readonly slowFromMs: number;
}

const TWO_32 = 2 ** 32;

/** The application of each element that flows made of a custom one, at the sites that the caller sees. */
async function readElements(db: Db, caller: Caller, customer: number): Promise<ReadonlyMap<number, number>> {
  const seen = sitesSeenBy(caller, customer);
  const rows = await db
    .selectFrom('flow_target as target')
    .innerJoin('network_element as element', 'element.id', 'target.id')
    .select(['target.id', 'target.site_id', 'target.detail'])
    .where('element.customer_id', '=', customer)
    .where('target.kind', '=', 'application')
    .where('target.detail', '>=', CUSTOM_ENGINE * TWO_32)
    .where('target.detail', '<', (CUSTOM_ENGINE + 1) * TWO_32)
    .execute();
  return new Map(
    rows.flatMap(({ id, site_id, detail }) => {
      const application = customApplicationOf(detail);
      return application === undefined || seen?.has(site_id) === false ? [] : [[id, application] as const];
    }),
  );
}

interface Row {
  readonly element: number;
  readonly numerator: number;
  readonly denominator: number;
}

const SQL = `SELECT element, toFloat64(sum(m.numerator)) AS numerator, toFloat64(sum(m.denominator)) AS denominator
FROM measures AS m
WHERE customer = {customer:UInt32} AND kpi = {kpi:UInt16} AND element IN {elements:Array(UInt32)} AND at >= toDateTime({from:UInt32}, 'UTC')
GROUP BY element`;

/** How slow the custom applications of a customer are. Those that no flow told a response time of are left out. */
export function responsePlugin(app: FastifyInstance, needs: ResponseNeeds): void {
  const { db, clickhouse, clock, slowFromMs } = needs;
  serve(app, readResponseTimes, async ({ params: { customerId: customer }, caller }) => {
    const applicationOf = await readElements(db, caller, customer);
    const from = Math.floor((clock.now().getTime() - HOUR_MS) / 1_000);
    const params = { customer, kpi: flowKpis.app_resp.id, elements: [...applicationOf.keys()], from };
    const rows = applicationOf.size === 0 ? [] : await withinLimits(clickhouse.query<Row>(SQL, params));
    const byApplication = Map.groupBy(rows, ({ element }) => applicationOf.get(element) ?? 0);
    const applications = [...byApplication].flatMap(([id, own]) => {
      const responses = own.reduce((sum, { denominator }) => sum + denominator, 0);
      if (responses === 0) return [];
      const responseMs = own.reduce((sum, { numerator }) => sum + numerator, 0) / responses;
      return [{ id, responseMs, isSlow: responseMs >= slowFromMs }];
    });
    return { slowFromMs, applications };
  });
}
