import { z } from 'zod';
import { elementKinds } from '../element/kind.ts';
import { API, route } from '../route.ts';
import { units } from '../unit/unit.ts';
import { quantityKinds, overs } from './algebra/quantity.ts';
import { aggregations, strategies } from './kpi.ts';
import { scopes } from '../counter/scope.ts';

export const KpiDescription = z.strictObject({
  key: z.string(),
  en: z.string(),
  fr: z.string(),
  unit: z.enum(units),
  element: z.enum(elementKinds),
  /** A view has that of the KPI `of`. */
  kind: z.enum(quantityKinds),
  /** Default aggregation over time. */
  aggregation: z.enum(aggregations),
  /** Default aggregation over elements. */
  over: z.enum(overs),
  /** Whether it shows WAN accesses only. */
  onlyAccesses: z.boolean(),
  /** Null for a view of the KPI `of`. */
  strategy: z.enum(strategies).nullable(),
  of: z.string().nullable(),
  formulas: z.array(z.strictObject({ scope: z.enum(scopes), formula: z.string() })),
});
export type KpiDescription = z.infer<typeof KpiDescription>;

export const listKpiDescriptions = route({
  method: 'GET',
  path: `${API}/kpi`,
  scope: 'none',
  // Which everyone has: walls name KPIs too.
  needs: 'HOME.read',
  display: true,
  summary: 'Library KPIs and defined KPIs: names, units and formulas',
  cacheMs: 60_000,
  reply: z.strictObject({ kpis: z.array(KpiDescription) }),
});
