import type { KpiKey } from '#schemas/kpi/library.ts';

/** Shares of what a line can carry. */
const utilisations: ReadonlySet<string> = new Set<KpiKey>(['itf_in_util', 'itf_out_util']);
const FULL_PERCENT = 100;

/** Whether a value says that a line carries more than it can: its configured speed is too low, or its counters are wrong. */
export const isAboveLine = (kpi: string | undefined, value: number | null): boolean =>
  kpi !== undefined && utilisations.has(kpi) && (value ?? 0) > FULL_PERCENT;
