import type { Metrics } from '#platform/metrics/metrics.ts';
import { weightOf, type HealthComponent } from '#schemas/health/component.ts';

/** What the server judges, for Prometheus. Returns what sets it. */
export function healthMetrics(
  metrics: Pick<Metrics, 'gauge'>,
): (components: readonly Pick<HealthComponent, 'id' | 'state'>[]) => void {
  const states = metrics.gauge({
    name: 'telltale_health_state',
    help: 'State of each part of the platform: 0 in order, 1 unknown, 2 warning, 3 critical',
    labels: ['component'],
  });
  return (components) => {
    // A process that is no longer known has no state.
    states.reset();
    for (const { id, state } of components) states.set({ component: id }, weightOf(state));
  };
}
