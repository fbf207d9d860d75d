import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { listExporters } from '#schemas/collector/exporter-report.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import { serve } from '../../kernel/route/serve.ts';
import { exportersSql } from './exporters-sql.ts';
import { withTemplates } from './template-reports.ts';
import type { ExporterRow } from './exporters-sql.ts';

export interface ExporterNeeds {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
}

/** What collectors saw of the exporters that the inventory knows. */
export function exportersPlugin(app: FastifyInstance, { clickhouse, clock, inventory }: ExporterNeeds): void {
  serve(app, listExporters, async ({ caller, query }) => {
    const { sql, params, settings } = exportersSql(
      caller.customers.keys(),
      query.period,
      clock.now().getTime(),
    );
    const rows = await withinLimits(clickhouse.query<ExporterRow>(sql, params, settings));
    const { customers, devices } = inventory.current;
    const isSeen = ({ customer, device }: ExporterRow): boolean => {
      const seen = sitesSeenBy(caller, customer);
      return seen === undefined || seen.has(devices.get(device)?.site ?? 0);
    };
    return {
      exporters: rows.filter(isSeen).map((row) => ({
        ...withTemplates(row),
        customerName: customers.get(row.customer)?.name ?? '',
        deviceName: devices.get(row.device)?.name ?? '',
      })),
    };
  });
}
