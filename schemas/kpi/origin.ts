/** `overridden`: a library KPI with a formula of an administrator in at least one scope. */
export const kpiOrigins = ['library', 'overridden', 'defined'] as const;
export type KpiOrigin = (typeof kpiOrigins)[number];
