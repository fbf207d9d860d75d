import type { FastifyInstance } from 'fastify';
import { listHealthChanges, listTrouble, readHealth, readHealthFigures } from '#schemas/health/routes.ts';
import type { HealthComponent } from '#schemas/health/component.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { HealthMonitor } from './health-monitor.ts';
import type { HealthStore } from './health-store.ts';

interface HealthRoutesNeeds {
  readonly monitor: Pick<HealthMonitor, 'current' | 'recentOf'>;
  readonly store: Pick<HealthStore, 'changes' | 'figures'>;
}

const collectingProcesses = ['collector', 'poller', 'sdwan', 'writer', 'engine'];

/** Whether a component stands in the way of values, and is not in order. */
function isCollectionTrouble({ group, name, state }: HealthComponent): boolean {
  if (state !== 'warning' && state !== 'critical') return false;
  if (group === 'processes') return collectingProcesses.some((kind) => name.split(' ', 1)[0] === kind);
  return group === 'streams' || group === 'stores' || group === 'path';
}

/** The judged platform, and its month. */
export function healthRoutesPlugin(app: FastifyInstance, { monitor, store }: HealthRoutesNeeds): void {
  serve(app, readHealth, () => {
    const { at, components } = monitor.current;
    return { at, components: [...components] };
  });
  serve(app, listTrouble, () => ({ components: monitor.current.components.filter(isCollectionTrouble) }));
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
