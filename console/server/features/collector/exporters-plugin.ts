import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { listExporters } from '#schemas/collector/exporter-report.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import { serve } from '../../kernel/route/serve.ts';
import { readExporterRows, type ExporterRow } from './collector-queries.ts';
import { agentFinder } from '../../shared/agent/agent-of.ts';
import { withTemplates } from './template-reports.ts';

export interface ExportersNeeds {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
}

/** Statistics that collectors report for the exporters of the inventory. */
export function exportersPlugin(
  app: FastifyInstance,
  { clickhouse, clock, inventory }: ExportersNeeds,
): void {
  serve(app, listExporters, async ({ caller, query: { period } }) => {
    const customerIds = caller.customers.keys();
    const nowMs = clock.now().getTime();
    const rows = await readExporterRows(clickhouse, { customers: customerIds, period, nowMs });
    const { customers, devices, collection } = inventory.current;
    const agentOf = agentFinder(collection?.agents ?? []);
    const isVisible = ({ customer, device }: ExporterRow): boolean => {
      const seen = sitesSeenBy(caller, customer);
      return seen === undefined || seen.has(devices.get(device)?.site ?? 0);
    };
    return {
      exporters: rows.filter(isVisible).map((row) => ({
        ...withTemplates(row),
        customerName: customers.get(row.customer)?.name ?? '',
        // An agent is no device.
        deviceName: (row.device === 0 ? agentOf(row) : devices.get(row.device))?.name ?? '',
      })),
    };
  });
}
