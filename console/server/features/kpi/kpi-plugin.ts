import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { countersWith } from '#schemas/kpi/definition.ts';
import { listKpiAlarms } from '#schemas/kpi/alarm-routes.ts';
import { createKpi, deleteKpi, listKpis, updateKpi } from '#schemas/kpi/definition-routes.ts';
import { isLibraryKey, kpiKeys } from '#schemas/kpi/library.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { KpiRepository } from './kpi-repository.ts';
import { listedDefinedKpi, listedLibraryKpi } from './listed-kpi.ts';

export interface KpiNeeds {
  readonly kpis: KpiRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Throws KPI_BUILT_IN for a KPI of the library, which cannot be changed. */
function rejectLibraryKey(key: string): void {
  if (isLibraryKey(key)) throw new ProblemError('KPI_BUILT_IN');
}

function rejectOtherKey(key: string, draftKey: string): void {
  if (draftKey === key) return;
  const fault = { path: 'body.draft.key', code: 'KEY_CHANGED', params: { key } } as const;
  throw new ProblemError('VALIDATION', { errors: [fault] });
}

/** The KPI library: `/mt/kpi`. Engines compute defined KPIs from the next window on. */
export function kpiPlugin(app: FastifyInstance, { kpis, bus }: KpiNeeds): void {
  const announce = (): void => {
    bus.publish(subjects.config('kpi'), '');
  };

  serve(app, listKpis, async () => {
    const defined = await kpis.listUsableCounters();
    const definedKeys = new Set(defined.map(({ key }) => key));
    return {
      kpis: [...(await kpis.list()).map(listedDefinedKpi), ...kpiKeys.map(listedLibraryKpi)],
      counters: Object.entries(countersWith(defined)).map(([key, { kind, element, scope }]) => ({
        key,
        kind,
        element,
        scope,
        defined: definedKeys.has(key),
      })),
    };
  });
  serve(app, listKpiAlarms, ({ params: { key }, caller }) => kpis.alarmsOf(key, caller));
  serve(app, createKpi, async ({ body, ...actor }) => {
    const created = await kpis.create(body, actor);
    announce();
    return listedDefinedKpi(created);
  });
  serve(app, updateKpi, async ({ params: { key }, body, ...actor }) => {
    rejectLibraryKey(key);
    rejectOtherKey(key, body.draft.key);
    const updated = await kpis.update(key, body, actor);
    announce();
    return listedDefinedKpi(updated);
  });
  serve(app, deleteKpi, async ({ params: { key }, ...actor }) => {
    rejectLibraryKey(key);
    await kpis.delete(key, actor);
    announce();
    return { key };
  });
}
