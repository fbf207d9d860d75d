import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Reloadable } from '#platform/live-config/watch-config.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { countersWith, type KpiDefinitions } from '#schemas/kpi/definition.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { listKpiAlarms } from '#schemas/kpi/alarm-routes.ts';
import { listKpiDocuments } from '#schemas/kpi/document-routes.ts';
import {
  createKpi,
  deleteKpi,
  listKpis,
  overrideFormula,
  resetFormula,
  updateKpi,
  type ListedKpi,
} from '#schemas/kpi/definition-routes.ts';
import { isLibraryKey, kpiKeys, type KpiKey } from '#schemas/kpi/library.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { KpiRepository } from './kpi-repository.ts';
import { describeDefinedKpi, describeLibraryKpi, listedDefinedKpi, listedLibraryKpi } from './listed-kpi.ts';
import type { FormulaOverrideRepository } from './formula-override-repository.ts';

export interface KpiNeeds {
  readonly kpis: KpiRepository;
  readonly overrides: FormulaOverrideRepository;
  readonly definitions: Pick<Reloadable<KpiDefinitions>, 'reload'>;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Throws KPI_BUILT_IN for a KPI of the library, of which only formulas can be overridden. */
function rejectLibraryKey(key: string): void {
  if (isLibraryKey(key)) throw new ProblemError('KPI_BUILT_IN');
}

function rejectOtherKey(key: string, draftKey: string): void {
  if (draftKey === key) return;
  const fault = { path: 'body.draft.key', code: 'KEY_CHANGED', params: { key } } as const;
  throw new ProblemError('VALIDATION', { errors: [fault] });
}

/** The KPI library, `/mt/kpi`, and its descriptions for all who choose KPIs. Engines compute changed formulas from the next window on. */
export function kpiPlugin(app: FastifyInstance, { kpis, overrides, definitions, bus }: KpiNeeds): void {
  const announce = (): void => {
    bus.publish(subjects.config('kpi'), '');
  };
  const changed = async (key: KpiKey): Promise<ListedKpi> => {
    announce();
    // The next query of the user has the new formula.
    await definitions.reload();
    return listedLibraryKpi(key, await overrides.list());
  };

  serve(app, listKpis, async () => {
    const defined = await kpis.listUsableCounters();
    const overridden = await overrides.list();
    const definedKeys = new Set(defined.map(({ key }) => key));
    return {
      kpis: [
        ...(await kpis.list()).map(listedDefinedKpi),
        ...kpiKeys.map((key) => listedLibraryKpi(key, overridden)),
      ],
      counters: Object.entries(countersWith(defined)).map(([key, { kind, element, scope }]) => ({
        key,
        kind,
        element,
        scope,
        defined: definedKeys.has(key),
      })),
    };
  });
  serve(app, listKpiDescriptions, async () => {
    const library = kpiKeys.map((key) => describeLibraryKpi(key, kpis.definitions.overrides));
    return { kpis: [...library, ...(await kpis.list()).map(describeDefinedKpi)] };
  });
  serve(app, listKpiAlarms, ({ params: { key }, caller }) => kpis.alarmsOf(key, caller));
  serve(app, listKpiDocuments, ({ params: { key }, caller }) => kpis.documentsOf(key, caller));
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
  serve(app, overrideFormula, async ({ params, body: { formula, version }, ...actor }) => {
    return changed(await overrides.override({ ...params, version }, formula, actor));
  });
  serve(app, resetFormula, async ({ params, query: { version }, ...actor }) => {
    return changed(await overrides.reset({ ...params, version }, actor));
  });
}
