import type { FastifyInstance } from 'fastify';
import { listHealthChanges, readHealth, readHealthFigures } from '#schemas/health/routes.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { HealthMonitor } from './health-monitor.ts';
import type { HealthStore } from './health-store.ts';

interface HealthRoutesNeeds {
  readonly monitor: Pick<HealthMonitor, 'current' | 'recentOf'>;
  readonly store: Pick<HealthStore, 'changes' | 'figures'>;
}

/** The judged platform, and its month. */
export function healthRoutesPlugin(app: FastifyInstance, { monitor, store }: HealthRoutesNeeds): void {
  serve(app, readHealth, () => {
    const { at, components } = monitor.current;
    return { at, components: [...components] };
  });
  /** Waiting for a connection takes ten seconds. */
  const isAway = (): boolean =>
    monitor.current.components.some(({ id, state }) => id === 'stores.postgres' && state === 'critical');
  serve(app, listHealthChanges, async () => {
    if (isAway()) throw new ProblemError('UNAVAILABLE', { params: { tier: 'postgres' } });
    try {
      return await store.changes();
    } catch (cause) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'postgres' }, cause });
    }
  });
  serve(app, readHealthFigures, async ({ query: { component } }) => ({
    recent: [...monitor.recentOf(component)],
    month: isAway() ? null : await store.figures(component).catch(() => null),
  }));
}
