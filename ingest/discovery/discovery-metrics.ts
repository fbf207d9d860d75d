import type { Metrics } from '#platform/metrics/metrics.ts';

/** What a discovery shows of itself. */
export const discoveryMetrics = (metrics: Metrics) => ({
  runs: metrics.counter({
    name: 'telltale_discovery_runs_total',
    help: 'Runs that ended here, by how',
    labels: ['state'],
  }),
  busy: metrics.gauge({ name: 'telltale_discovery_busy', help: 'Runs going on now' }),
});
export type DiscoveryMetrics = ReturnType<typeof discoveryMetrics>;
