import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { listResponseTimes } from '#schemas/application/response-times.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { serve } from '../../kernel/route/serve.ts';
import { readResponseTimes } from './application-queries.ts';
import { readApplicationElements } from './read-application-elements.ts';

export interface ResponseNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
  /** An application with at least this response time, in milliseconds, is marked as slow. */
  readonly slowFromMs: number;
}

/** Response times of the custom applications of a customer. Applications without measured response times are left out. */
export function responsePlugin(app: FastifyInstance, needs: ResponseNeeds): void {
  const { db, clickhouse, clock, slowFromMs } = needs;
  serve(app, listResponseTimes, async ({ params: { customerId: customer }, caller }) => {
    const applicationOf = await readApplicationElements(db, caller, customer);
    const from = Math.floor((clock.now().getTime() - HOUR_MS) / 1_000);
    const elements = [...applicationOf.keys()];
    const rows = await readResponseTimes(clickhouse, { customer, elements, from });
    const byApplication = Map.groupBy(rows, ({ element }) => applicationOf.get(element) ?? 0);
    const applications = [...byApplication].flatMap(([id, measures]) => {
      const responses = measures.reduce((sum, { denominator }) => sum + denominator, 0);
      if (responses === 0) return [];
      const responseMs = measures.reduce((sum, { numerator }) => sum + numerator, 0) / responses;
      return [{ id, responseMs, isSlow: responseMs >= slowFromMs }];
    });
    return { slowFromMs, applications };
  });
}
