import { elementCount } from '#server/shared/context/context.ts';
import { groupAttributesIn } from '#schemas/data/key-attribute.ts';
import type { StatementPart } from '../sql/statement-part.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import { isCompleteFlow, type FlowDimension, type FlowValues } from '../sql/flow-series-sql.ts';
import type { SeriesRequest } from '../sql/element-values.ts';
import type { SeriesWorking } from './series-granularity.ts';
import { valueWayOf } from '../sql/value-way.ts';
import type { ValuesRequest } from '../sql/series-steps.ts';
import { RECENT_DAYS } from '#schemas/table/stream/measures.ts';
import { businessHours } from '#schemas/time/business-hours.ts';
import { DAY_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { secondsOnDays, stepStarts } from '#schemas/time/zoned-steps.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { elementsWorking, flowsWorking } from './series-working.ts';
import type { RetainedValues } from './retained-values.ts';
import { scaleOf } from './queryable-kpi.ts';
import { isOfAccesses, keyedBy, type Keyed } from './keyed-elements.ts';
import { checkSize, flowFormula, type PlanInput, type PlannedSeries, type PlanScope } from './plan-scope.ts';

const PERCENT = 100;

/** Where the values of a series are: part of the statement, column of the part. */
export interface PlacedSeries {
  readonly part: number;
  readonly column: number;
}

export interface DataPlan {
  readonly parts: readonly StatementPart[];
  readonly placed: readonly PlacedSeries[];
}

function commonOf(input: PlanInput, isTotal: boolean): Omit<ValuesRequest, 'sites' | 'working'> {
  const { request, customer, from, to, display, isFromMinutes, hoursFrom } = input;
  const { timeZone, businessHours: hours } = request;
  const days = hours === '24h' ? undefined : [...businessHours[hours].days];
  const zone = { timeZone, isFromMinutes, hoursFrom };
  return { customer, from, to, display, ...zone, isTotal, days };
}

/** At which steps formulas are applied to flows: at those of the working granularity unless values are whole ratios. */
interface FlowSteps {
  readonly working: Granularity;
  readonly isComplete: boolean;
}

/** Seconds of the steps that sums are divided by, where a step has days that do not count. */
function businessSeconds(
  { request: { timeZone }, display, from, to }: PlanInput,
  days: readonly number[] | undefined,
  { working, isComplete, isTotal }: FlowSteps & { readonly isTotal: boolean },
): FlowValues['seconds'] {
  const granularity = isComplete ? display : working;
  const isOne = isComplete && isTotal;
  if (days === undefined || (!isOne && granularity !== '1w' && granularity !== '1mo')) return undefined;
  const steps = isOne ? [from] : stepStarts({ from, to }, granularity, timeZone);
  const seconds = steps.map((start, index) =>
    secondsOnDays({ from: start, to: steps[index + 1] ?? to }, days, timeZone),
  );
  return { steps, seconds };
}

/** Seconds of the full period, or of its business days. */
export function totalSeconds(input: PlanInput): number {
  const { days } = commonOf(input, true);
  const seconds = businessSeconds(input, days, { working: input.display, isComplete: true, isTotal: true });
  return seconds?.seconds[0] ?? input.to - input.from;
}

/** Values of flow KPIs by the dimensions of the request. */
function flowValues(input: PlanInput, { isTotal, ranked }: PlanScope, steps: FlowSteps): FlowValues {
  const { request, seen } = input;
  const { sites, applications, classes } = input.contextOf('application', true);
  const groups = groupAttributesIn(request.keys) as readonly FlowDimension[];
  const common = commonOf(input, isTotal);
  return {
    ...common,
    working: steps.working,
    keys: groups.length === 0 ? ['none'] : groups,
    sites: checkSize(sites),
    applications: checkSize(applications),
    classes: checkSize(classes),
    conversations: request.conversationMode,
    seen: groups.includes('conversation') ? seen : undefined,
    ranked,
    seconds: businessSeconds(input, common.days, { ...steps, isTotal }),
  };
}

/** Rows expire after two days: the last one of them is certainly there. */
const recentSince = ({ nowMs }: RetainedValues): number =>
  Math.ceil((nowMs - (RECENT_DAYS - 1) * DAY_MS) / SECOND_MS);

function seriesRequest(
  input: PlanInput,
  { of, aggregation, percentile, over }: PlannedSeries,
): Omit<SeriesRequest, 'working'> {
  const { strategy, kind, aggregation: own, id } = of.computed;
  return {
    ...commonOf(input, false),
    sites: undefined,
    kpi: id,
    scale: scaleOf(of),
    strategy,
    kind,
    own,
    over,
    aggregation,
    level: percentile / PERCENT,
  };
}

/** Parts of a statement, each with the series that it serves. */
class PlanParts {
  readonly #byKey = new Map<string, { part: StatementPart; number: number }>();

  /** Adds a result to the part of a key, or to a new one. */
  add<Part extends StatementPart>(
    key: string,
    result: Part['results'][number],
    open: () => Omit<Part, 'results'>,
  ) {
    const known = this.#byKey.get(key);
    const part = { ...(known?.part ?? open()), results: [...(known?.part.results ?? []), result] };
    const number = known?.number ?? this.#byKey.size;
    this.#byKey.set(key, { part: part as unknown as StatementPart, number });
    return { part: number, column: part.results.length - 1 };
  }

  get parts(): readonly StatementPart[] {
    return [...this.#byKey.values()].map(({ part }) => part);
  }
}

/** How many elements a series reads, at most. */
function countOf(
  { inventory, customer }: PlanInput,
  { of }: PlannedSeries,
  { elements, sites }: Keyed,
): number {
  if (elements !== undefined) return elements.length;
  const all = elementCount(inventory, customer, of.computed.element);
  return sites === undefined ? all : Math.ceil((all * sites.length) / Math.max(1, inventory.sites.size));
}

/** How a series of flows, or of elements, is read. Throws SERIES_NOT_RETAINED. */
export function seriesWorking(input: PlanInput, series: PlannedSeries, keyed?: Keyed): SeriesWorking {
  const { retention } = input;
  const working = { stated: input.working, isStored: input.request.stored };
  const request = { ...seriesRequest(input, series), from: input.retainedFrom };
  return keyed === undefined
    ? flowsWorking(request, working, retention)
    : elementsWorking(
        { ...request, ...keyed, elementCount: countOf(input, series, keyed) },
        working,
        retention,
      );
}

/** By what the values of a series of elements are grouped when nothing ranks; undefined: it is read from flows. */
export const keyedSeries = (input: PlanInput, { of }: PlannedSeries): Keyed | undefined =>
  flowFormula(of, input.request) === undefined ? keyedBy(input, of, undefined) : undefined;

type ElementsPart = Extract<StatementPart, { of: 'elements' }>;
type FlowsPart = Extract<StatementPart, { of: 'flows' }>;

function addFlows(
  parts: PlanParts,
  {
    input,
    scope,
    series,
  }: { readonly input: PlanInput; readonly scope: PlanScope; readonly series: PlannedSeries },
  flow: Parts,
): PlacedSeries {
  const request = seriesRequest(input, series);
  const { aggregation, level, kind } = request;
  const isComplete = isCompleteFlow(request);
  const { working } = seriesWorking(input, series);
  const result = { parts: flow, aggregation, level, kind };
  return parts.add<FlowsPart>(`flows ${String(isComplete)} ${isComplete ? '' : working}`, result, () => ({
    of: 'flows',
    isComplete,
    values: flowValues(input, scope, { working, isComplete }),
  }));
}

function addElements(
  parts: PlanParts,
  {
    input,
    scope,
    series,
  }: { readonly input: PlanInput; readonly scope: PlanScope; readonly series: PlannedSeries },
): PlacedSeries {
  const request = seriesRequest(input, series);
  const { aggregation, level } = request;
  const keyed = keyedBy(input, series.of, scope.ranked);
  const { working, fromQuantiles } = seriesWorking(input, series, keyed);
  const way = valueWayOf({ ...request, ...keyed, working, fromQuantiles });
  const isOfAll = isOfAccesses(input, series.of) ? 'accesses' : '';
  const key = `${String(request.kpi)} ${request.over} ${way} ${working} ${isOfAll}`;
  return parts.add<ElementsPart>(key, { aggregation, level }, () => ({
    of: 'elements',
    way,
    values: {
      ...request,
      working,
      isTotal: scope.isTotal,
      fromQuantiles,
      recentSince: recentSince(input.retention),
      ...keyed,
    },
  }));
}

/** One statement for some series of a request. Throws SERIES_NOT_RETAINED, CONTEXT_TOO_LARGE and DASHLET_NO_MATCH. */
export function dataPlanOf(input: PlanInput, scope: PlanScope): DataPlan {
  const parts = new PlanParts();
  const placed = scope.series.map((index): PlacedSeries => {
    const series = input.series[index];
    if (series === undefined) throw new ProblemError('DASHLET_UNPROCESSABLE');
    const flow = flowFormula(series.of, input.request);
    return flow === undefined
      ? addElements(parts, { input, scope, series })
      : addFlows(parts, { input, scope, series }, flow);
  });
  return { parts: parts.parts, placed };
}
