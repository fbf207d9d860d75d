import type { DatedInput } from '../plan/plan-input.ts';

/** All that a result depends on; undefined: on the caller, or on how it was read. */
export function resultKey({
  customer,
  seen,
  request,
  series,
  from,
  to,
  version,
  finalUntil,
}: DatedInput): string | undefined {
  const { id: _, ...requested } = request;
  // Custom applications may be private.
  if (request.explain || request.keys.includes('application')) return undefined;
  return JSON.stringify([
    customer,
    seen ?? null,
    requested,
    from,
    to,
    version,
    finalUntil,
    series.map(({ of: { unit, aggregation, computed, formulas } }) => [
      unit,
      aggregation,
      computed,
      formulas,
    ]),
  ]);
}
