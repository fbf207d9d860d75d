import type { Metrics } from '#platform/metrics/metrics.ts';

/** Metrics of the discovery process. */
export const discoveryMetrics = (metrics: Metrics) => ({
  runs: metrics.counter({
    name: 'telltale_discovery_runs_total',
    help: 'Runs ended by this process, by state',
    labels: ['state'],
  }),
  busy: metrics.gauge({ name: 'telltale_discovery_busy', help: 'Runs in progress' }),
});
export type DiscoveryMetrics = ReturnType<typeof discoveryMetrics>;
