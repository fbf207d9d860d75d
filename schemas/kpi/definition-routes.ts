import { z } from 'zod';
import { counterKinds } from '../counter/counter.ts';
import { elementKinds } from '../element/kind.ts';
import { API, route } from '../route.ts';
import { KpiDraft } from './draft.ts';
import { KpiKeyText } from './key.ts';
import { scopes } from '../counter/scope.ts';
import { KpiDescription } from './description.ts';
import { kpiOrigins } from './origin.ts';

/** More would slow down every window of every element. */
export const MAX_KPIS = 200;

/** The formula in force, and what it takes the place of. */
export const ListedFormula = z.strictObject({
  scope: z.enum(scopes),
  formula: z.string(),
  /** Formula of the library; null for a defined KPI. */
  library: z.string().nullable(),
  /** Whether `formula` takes the place of that of the library. */
  overridden: z.boolean(),
  /** Version of the override, which a save or reset names: 0 before the first one; it continues after a reset. */
  version: z.int().min(0),
  /** Last save or reset of the override. */
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
});
export type ListedFormula = z.infer<typeof ListedFormula>;

/** A library KPI or a defined KPI. */
export const ListedKpi = KpiDescription.extend({
  origin: z.enum(kpiOrigins),
  formulas: z.array(ListedFormula),
  /** Version of a defined KPI; null for a library KPI. */
  version: z.int().nullable(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
});
export type ListedKpi = z.infer<typeof ListedKpi>;

const params = z.strictObject({ key: KpiKeyText });
const PATH = `${API}/mt/kpi`;
const admin = { scope: 'admin' } as const;

export const listKpis = route({
  ...admin,
  method: 'GET',
  path: PATH,
  needs: 'KPI.read',
  summary: 'Library KPIs and defined KPIs, with the counters available to formulas',
  reply: z.strictObject({
    kpis: z.array(ListedKpi),
    counters: z.array(
      z.strictObject({
        key: z.string(),
        kind: z.enum(counterKinds),
        element: z.enum(elementKinds),
        scope: z.enum(scopes),
        /** Collected by a defined poller. */
        defined: z.boolean(),
      }),
    ),
  }),
});

export const createKpi = route({
  ...admin,
  method: 'POST',
  path: PATH,
  everyCustomer: true,
  needs: 'KPI.write',
  summary: 'Create a KPI; the engine computes it from the next window on',
  body: KpiDraft,
  reply: ListedKpi,
  problems: ['FORMULA_INVALID', 'KPI_MAXIMUM_REACHED', 'KPI_SAVE_FAILED', 'NAME_TAKEN'],
});

export const updateKpi = route({
  ...admin,
  method: 'PUT',
  path: `${PATH}/:key`,
  everyCustomer: true,
  needs: 'KPI.write',
  summary: 'Update a defined KPI; existing measures stay unchanged',
  params,
  body: z.strictObject({
    draft: KpiDraft,
    /** Version read by the caller: a stale one is a CONFLICT. */
    version: z.int().positive(),
  }),
  reply: ListedKpi,
  problems: ['CONFLICT', 'FORMULA_INVALID', 'KPI_BUILT_IN', 'KPI_IN_USE', 'KPI_SAVE_FAILED', 'NOT_FOUND'],
});

export const deleteKpi = route({
  ...admin,
  method: 'DELETE',
  path: `${PATH}/:key`,
  everyCustomer: true,
  needs: 'KPI.write',
  summary: 'Delete a defined KPI',
  params,
  reply: z.strictObject({ key: z.string() }),
  problems: ['KPI_BUILT_IN', 'KPI_IN_USE', 'NOT_FOUND'],
});

const formulaParams = params.extend({ scope: z.enum(scopes) });
const version = z.coerce.number().int().min(0);

export const overrideFormula = route({
  ...admin,
  method: 'PUT',
  path: `${PATH}/:key/formulas/:scope`,
  everyCustomer: true,
  needs: 'KPI.write',
  summary: 'Override the formula of a library KPI in a scope; existing measures stay unchanged',
  params: formulaParams,
  body: z.strictObject({
    formula: z.string().trim().min(1, 'REQUIRED'),
    /** Version of the override read by the caller, 0 without one: a stale one is a CONFLICT. */
    version,
  }),
  reply: ListedKpi,
  problems: ['CONFLICT', 'FORMULA_INVALID', 'FORMULA_SAVE_FAILED', 'NOT_FOUND'],
});

export const resetFormula = route({
  ...admin,
  method: 'DELETE',
  path: `${PATH}/:key/formulas/:scope`,
  everyCustomer: true,
  needs: 'KPI.write',
  summary: 'Reset the formula of a library KPI in a scope to that of the library',
  params: formulaParams,
  query: z.strictObject({ version }),
  reply: ListedKpi,
  problems: ['CONFLICT', 'FORMULA_SAVE_FAILED', 'NOT_FOUND'],
});
