import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { listFlowRecords } from '#schemas/debug/flow-records.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { serve } from '../../kernel/route/serve.ts';
import { readFlowRecords, type VisibleFlows } from './flow-record-queries.ts';

/** Customers whose flows the caller sees in full, and the sites of the others. */
function visibleFlows(caller: Caller): VisibleFlows {
  const all = [...caller.customers.keys()];
  return {
    customers: all.filter((customer) => sitesSeenBy(caller, customer) === undefined),
    sites: all.flatMap((customer) => [...(sitesSeenBy(caller, customer) ?? [])]),
  };
}

/** Search in the stored flows, for debugging and for questions about translated addresses. */
export function flowRecordsPlugin(
  app: FastifyInstance,
  { clickhouse }: { readonly clickhouse: Pick<ClickHouse, 'query'> },
): void {
  serve(app, listFlowRecords, async ({ caller, query }) => ({
    records: [...(await readFlowRecords(clickhouse, query, visibleFlows(caller)))],
  }));
}
