import { z } from 'zod';
import { counterKinds } from '../counter/counter.ts';
import { elementKinds } from '../element/kind.ts';
import { API, route } from '../route.ts';
import { KpiDraft } from './draft.ts';
import { KpiKeyText } from './key.ts';
import { scopes } from './kpi.ts';
import { KpiDescription } from './series.ts';

/** More would make every window of every element long. */
export const MAX_KPIS = 200;

/** A KPI of the library, or one that an administrator defined. */
export const ListedKpi = KpiDescription.extend({
  origin: z.enum(['library', 'defined']),
  /** Of a defined KPI: counts its changes; null for one of the library. */
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
  summary:
    'KPIs of the library and those that administrators defined, with the counters that formulas may name',
  reply: z.strictObject({
    kpis: z.array(ListedKpi),
    counters: z.array(
      z.strictObject({
        key: z.string(),
        kind: z.enum(counterKinds),
        element: z.enum(elementKinds),
        scope: z.enum(scopes),
        /** Given by a poller that administrators defined. */
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
  summary: 'Define a KPI: the engine computes it from the next window on',
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
  summary: 'Change a KPI that was defined; its measures so far stay as they are',
  params,
  body: z.strictObject({
    draft: KpiDraft,
    /** The one that was read: a change by somebody else in between is not overwritten. */
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
  summary: 'Delete a KPI that was defined',
  params,
  reply: z.strictObject({ key: z.string() }),
  problems: ['KPI_BUILT_IN', 'KPI_IN_USE', 'NOT_FOUND'],
});
