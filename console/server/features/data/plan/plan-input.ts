import { contextOf, type DataContext } from '#server/shared/context/context.ts';
import { incompatibility } from '#schemas/data/compatibility.ts';
import type { ZonedRequest } from '#schemas/data/data-request.ts';
import { groupAttributesIn } from '#schemas/data/key-attribute.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { displayOf, pointsOf } from './series-granularity.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { RETENTION_POINTS, granularityMs, mayDisplay } from '#schemas/time/granularity.ts';
import { inSteps, stepStart, stepStarts } from '#schemas/time/zoned-steps.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { hoursFrom, isFromMinutes, type RetainedValues } from './retained-values.ts';
import type { QueryableKpi } from './queryable-kpi.ts';
import { plannedSeries } from './kpi-algebra.ts';
import { flowFormula, type PlanInput, type PlannedSeries } from './plan-scope.ts';

export type DataSource = 'samples' | 'flows';

/** What one call reads from. */
export interface CallScope {
  readonly customer: number;
  readonly inventory: Inventory;
  readonly retention: RetainedValues;
  /** Sites that the caller sees; undefined: all. */
  readonly seen: readonly number[] | undefined;
  /** End of the last closed window of a source, if one was announced. */
  readonly closedUntil: (of: DataSource) => number | undefined;
  /** Contexts that earlier requests of the call had. */
  readonly contexts: Map<string, DataContext>;
}

/** A window that was not announced is closed and stored after this time. */
const CLOSED_AFTER_MS = 15 * MINUTE_MS;

/** Until when the windows of all sources were announced as closed; 0: not yet. */
const finalUntilOf = ({ closedUntil }: CallScope, sources: readonly DataSource[]): number =>
  Math.min(...sources.map((source) => closedUntil(source) ?? 0));

/** End of the last closed window of all sources. */
function versionOf({ closedUntil, retention }: CallScope, sources: readonly DataSource[]): number {
  const certain = stepStart(Math.floor((retention.nowMs - CLOSED_AFTER_MS) / SECOND_MS), '5m', 'UTC');
  return Math.min(...sources.map((source) => Math.max(closedUntil(source) ?? 0, certain)));
}

export interface DatedInput extends PlanInput {
  readonly version: number;
  /** Until when windows were announced: what ends before does not change any more. */
  readonly finalUntil: number;
  readonly sources: readonly DataSource[];
  /** Starts of the steps; null where series have one value. */
  readonly steps: readonly number[] | null;
  /** All full steps of the period, also those that are not requested or not closed yet. */
  readonly complete: { readonly from: number; readonly to: number };
}

function checkSpan(request: ZonedRequest): Pick<PlanInput, 'working' | 'display'> {
  const { working } = request;
  const display = displayOf(request);
  if (working !== undefined && !mayDisplay(working, display))
    throw new ProblemError('DISPLAY_GRANULARITY_TOO_FINE');
  if (request.keys.includes('date') && pointsOf(request, display) > RETENTION_POINTS)
    throw new ProblemError('SERIES_TOO_LONG', { params: { max: RETENTION_POINTS } });
  return { working, display };
}

/** Throws DASHLET_KPI_UNKNOWN, KPI_INCOMPATIBLE, DASHLET_UNPROCESSABLE for a rank by a series that is none. */
function checkSeries(request: ZonedRequest, series: readonly PlannedSeries[]): void {
  for (const { of } of series) {
    const { element } = of.computed;
    const ofFlows = of.formula('flow') !== undefined;
    if (incompatibility({ element, ofFlows }, request) !== undefined)
      throw new ProblemError('KPI_INCOMPATIBLE', { params: { kpi: of.key } });
  }
  const isMixed = new Set(series.map(({ of }) => flowFormula(of, request) !== undefined)).size > 1;
  const only = groupAttributesIn(request.keys).length;
  const [odd] = isMixed && only > 1 ? series : [];
  if (odd !== undefined) throw new ProblemError('KPI_INCOMPATIBLE', { params: { kpi: odd.of.key } });
  const { breakdown } = request;
  if (breakdown.kind === 'top' && breakdown.rankedBy >= series.length)
    throw new ProblemError('DASHLET_UNPROCESSABLE');
}

/** The first step that is new since the end of a window or may have changed: that window may have been corrected. */
export function changedFrom(
  { request: { timeZone }, working, display }: Pick<PlanInput, 'request' | 'working' | 'display'>,
  since: number,
): number {
  const step = (granularityMs[working ?? '5m'] ?? 0) / SECOND_MS;
  return stepStart(Math.max(0, since - step), display, timeZone);
}

/** The full steps of a period, with `since` those that are new or may have changed. */
function spanOf(
  request: ZonedRequest,
  granularities: Pick<PlanInput, 'working' | 'display'>,
  version: number,
) {
  const { timeZone, since, keys } = request;
  const { from: first, to } = inSteps(request, granularities.display, timeZone);
  const end = Math.min(to, version);
  if (since === undefined || !keys.includes('date')) return { from: first, to: Math.max(first, end) };
  const start = Math.max(first, changedFrom({ request, ...granularities }, since));
  return { from: start, to: Math.max(start, end) };
}

/**
 * Throws AGGREGATION_UNDEFINED, KPI_INCOMPATIBLE, DISPLAY_GRANULARITY_TOO_FINE, SERIES_TOO_LONG and DASHLET_UNPROCESSABLE. A result holds closed windows
 * only.
 */
export function planInput(
  request: ZonedRequest,
  kpis: ReadonlyMap<string, QueryableKpi>,
  call: CallScope,
): DatedInput {
  const series = request.series.map((each): PlannedSeries => {
    const of = kpis.get(each.kpi);
    if (of === undefined) throw new ProblemError('DASHLET_KPI_UNKNOWN', { params: { kpi: each.kpi } });
    return plannedSeries(of, each, request.stored);
  });
  checkSeries(request, series);
  const granularities = checkSpan(request);
  const sources = [
    ...new Set(
      series.map(({ of }): DataSource => (of.computed.element === 'application' ? 'flows' : 'samples')),
    ),
  ];
  const version = versionOf(call, sources);
  const span = spanOf(request, granularities, version);
  const { timeZone } = request;
  const full = inSteps(request, granularities.display, timeZone);
  const isOverTime = request.keys.includes('date');
  const { customer, inventory, retention, seen, contexts } = call;
  const contextFor = (kind: ElementKind, isOfFlows: boolean): DataContext => {
    const key = JSON.stringify([kind, isOfFlows, request.filters]);
    const known =
      contexts.get(key) ??
      contextOf(inventory, { customer, filters: request.filters, kind, sites: seen }, isOfFlows);
    contexts.set(key, known);
    return known;
  };
  return {
    request,
    customer,
    series,
    inventory,
    retention,
    seen,
    version,
    sources,
    finalUntil: finalUntilOf(call, sources),
    ...granularities,
    ...span,
    complete: full,
    retainedFrom: full.from,
    isFromMinutes: isFromMinutes({ ...full, timeZone }, retention),
    hoursFrom: hoursFrom(retention),
    steps: isOverTime ? stepStarts(span, granularities.display, timeZone) : null,
    contextOf: contextFor,
  };
}
