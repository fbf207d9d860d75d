import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { countersWith } from '#schemas/kpi/definition.ts';
import { createKpi, deleteKpi, listKpis, updateKpi } from '#schemas/kpi/definition-routes.ts';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { isLibraryKey, kpiKeys } from '#schemas/kpi/library.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { Call } from '../../kernel/route/serve.ts';
import { KpiRepository, usableCounters } from './kpi-repository.ts';
import type { Change, KpiRow } from './kpi-repository.ts';
import { listedDefined, listedLibrary } from './listed-kpi.ts';

export interface DefinitionNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
}

/** The key of a KPI that was defined. Throws what is right for one of the library. */
function definedKey(key: string): string {
  if (isLibraryKey(key)) throw new ProblemError('KPI_BUILT_IN');
  return key;
}

/** KPIs that administrators define: `/mt/kpi`. Engines compute them from the next window on. */
export function definitionPlugin(app: FastifyInstance, { db, bus, clock }: DefinitionNeeds): void {
  const kpis = new KpiRepository(db);
  const changeOf = (
    { caller, audit }: Pick<Call<typeof createKpi>, 'caller' | 'audit'>,
    path: string,
  ): Change => ({
    audit,
    by: caller.username,
    at: clock.now(),
    language: caller.language ?? 'en',
    path,
  });
  const announce = (): void => {
    bus.publish(subjects.config('kpi'), '');
  };
  const changed = (row: KpiRow): ListedKpi => {
    announce();
    return listedDefined(row);
  };
  serve(app, listKpis, async () => {
    const own = await usableCounters(db);
    const defined = new Set(own.map(({ key }) => key));
    const counters = Object.entries(countersWith(own));
    return {
      kpis: [...(await kpis.list()).map(listedDefined), ...kpiKeys.map(listedLibrary)],
      counters: counters.map(([key, { kind, element, scope }]) => ({
        key,
        kind,
        element,
        scope,
        defined: defined.has(key),
      })),
    };
  });
  serve(app, createKpi, async (call) => changed(await kpis.create(call.body, changeOf(call, 'body'))));
  serve(app, updateKpi, async (call) => {
    const key = definedKey(call.params.key);
    const { draft } = call.body;
    if (draft.key !== key)
      throw new ProblemError('VALIDATION', {
        errors: [{ path: 'body.draft.key', message: `the key of a KPI never changes: it is "${key}"` }],
      });
    return changed(await kpis.update(key, call.body, changeOf(call, 'body.draft')));
  });
  serve(app, deleteKpi, async ({ params, audit }) => {
    await kpis.remove(definedKey(params.key), audit);
    announce();
    return { key: params.key };
  });
}
