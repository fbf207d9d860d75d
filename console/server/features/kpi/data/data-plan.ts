import { devicesOfElements, elementsOfKind } from '#schemas/data/context.ts';
import type { DataContext } from '#schemas/data/context.ts';
import type { ZonedRequest } from '#schemas/data/data-request.ts';
import { flowGroups, groupAttributesIn, innermost } from '#schemas/data/key-attribute.ts';
import type { StatementPart } from '#schemas/data/statement-part.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { accessesOf } from '#schemas/inventory/wan-access.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import { isWholeFlow } from '#schemas/kpi/flow-series-sql.ts';
import type { FlowDimension, FlowValues } from '#schemas/kpi/flow-series-sql.ts';
import type { ElementValues, SeriesRequest } from '#schemas/kpi/element-values.ts';
import type { Over } from '#schemas/kpi/kind.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import type { SeriesWorking } from '#schemas/kpi/series-granularity.ts';
import { valueWayOf } from '#schemas/kpi/value-way.ts';
import type { ValuesRequest } from '#schemas/kpi/series-steps.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { RECENT_DAYS } from '#schemas/table/stream/measures.ts';
import { businessHours } from '#schemas/time/business-hours.ts';
import { DAY_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { secondsOnDays, stepStarts } from '#schemas/time/zoned-steps.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { accessesAmong, showsAccesses } from '../kpi-algebra.ts';
import { elementsWorking, flowsWorking } from '../kpi-queries.ts';
import type { KeptValues } from '../kpi-queries.ts';
import { scaleOf } from '../queryable-kpi.ts';
import type { QueryableKpi } from '../queryable-kpi.ts';

const PERCENT = 100;
const MAX_ID = 0xffff_ffff;

export interface PlannedSeries {
  readonly of: QueryableKpi;
  /** Over time. */
  readonly aggregation: Aggregation;
  readonly percentile: number;
  readonly over: Over;
  /** Stored aggregations that the kind of the KPI does not have. */
  readonly replaced: readonly string[];
}

/** A request with all that its statements are made from. */
export interface PlanInput {
  readonly request: ZonedRequest;
  readonly customer: number;
  readonly series: readonly PlannedSeries[];
  /** Undefined: automatic, by series. */
  readonly working: Granularity | undefined;
  readonly display: Granularity;
  readonly from: number;
  readonly to: number;
  /** Start of the period whose retention decides how it is read, also where only its new steps are. */
  readonly retainedFrom: number;
  /** See `ValuesRequest`: that of the whole period, also where only its new steps are read. */
  readonly isFromMinutes: boolean;
  readonly inventory: Inventory;
  readonly retention: KeptValues;
  /** Sites that the caller sees; undefined: all. */
  readonly seen: readonly number[] | undefined;
  readonly contextOf: (kind: ElementKind, isOfFlows: boolean) => DataContext;
}

/** What of a request a statement answers. */
export interface PlanScope {
  readonly series: readonly number[];
  readonly isTotal: boolean;
  /** Keys to read, and whether all others are read together. */
  readonly ranked: { readonly keys: readonly (readonly number[])[]; readonly others: boolean } | undefined;
}

/** Where the values of a series are: part of the statement, column of the part. */
export interface PlacedSeries {
  readonly part: number;
  readonly column: number;
}

export interface DataPlan {
  readonly parts: readonly StatementPart[];
  readonly placed: readonly PlacedSeries[];
}

/** The formula of a KPI that is read from flows; undefined where measures are read. */
export function flowFormula({ computed, formula }: QueryableKpi, { keys }: ZonedRequest): Parts | undefined {
  if (computed.element !== 'application' || keys.some((key) => flowGroups.some((group) => group === key)))
    return undefined;
  return formula('flow');
}

const checkSize = (ids: readonly number[] | undefined): readonly number[] | undefined => {
  if (ids !== undefined && ids.length > dataLimits.maxElements) throw new ProblemError('CONTEXT_TOO_LARGE');
  if (ids?.length === 0) throw new ProblemError('DASHLET_NO_MATCH');
  return ids;
};

function commonOf(input: PlanInput, isTotal: boolean): Omit<ValuesRequest, 'sites' | 'working'> {
  const { request, customer, from, to, display, isFromMinutes } = input;
  const { timeZone, businessHours: hours } = request;
  const days = hours === '24h' ? undefined : [...businessHours[hours].days];
  return { customer, from, to, display, timeZone, isFromMinutes, isTotal, days };
}

/** At which steps formulas are applied to flows: at those of the working granularity unless values are whole ratios. */
interface FlowSteps {
  readonly working: Granularity;
  readonly isWhole: boolean;
}

/** Seconds of the steps that sums are divided by, where a step has days that do not count. */
function businessSeconds(
  { request: { timeZone }, display, from, to }: PlanInput,
  days: readonly number[] | undefined,
  { working, isWhole, isTotal }: FlowSteps & { readonly isTotal: boolean },
): FlowValues['seconds'] {
  const granularity = isWhole ? display : working;
  const isOne = isWhole && isTotal;
  if (days === undefined || (!isOne && granularity !== '1w' && granularity !== '1mo')) return undefined;
  const steps = isOne ? [from] : stepStarts({ from, to }, granularity, timeZone);
  const seconds = steps.map((start, index) =>
    secondsOnDays({ from: start, to: steps[index + 1] ?? to }, days, timeZone),
  );
  return { steps, seconds };
}

/** Seconds of the whole period, or of its business days. */
export function totalSeconds(input: PlanInput): number {
  const { days } = commonOf(input, true);
  const seconds = businessSeconds(input, days, { working: input.display, isWhole: true, isTotal: true });
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

type Keyed = Pick<ElementValues, 'by' | 'sites' | 'elements' | 'parents' | 'ranked' | 'withoutAreas'>;

/** Ids that rank: those to read, or with others those that have a key of their own. */
interface RankedIds {
  readonly only: readonly number[] | undefined;
  readonly apart: readonly number[] | undefined;
}

const rankedIds = (ranked: PlanScope['ranked']): RankedIds => {
  // Larger numbers are no ids.
  const ids = ranked?.keys.flatMap(([key = 0]) => (key <= MAX_ID ? [key] : []));
  return ranked?.others === true ? { only: undefined, apart: ids } : { only: ids, apart: undefined };
};

/** The ids of one list that are in the other, if there is one. */
const within = (
  all: readonly number[] | undefined,
  only: readonly number[] | undefined,
): readonly number[] | undefined => {
  if (only === undefined) return all;
  const set = new Set(all);
  return all === undefined ? only : only.filter((each) => set.has(each));
};

/** Whether everything of a customer is read: lists of sites and elements have no areas in them. */
const isWhole = (sites: Keyed['sites'], elements: Keyed['elements']): boolean =>
  sites === undefined && elements === undefined;

/** Elements by their devices. */
function byDevice(
  { inventory, customer }: PlanInput,
  { kind, sites, elements }: { readonly kind: ElementKind } & Pick<Keyed, 'sites' | 'elements'>,
  { only, apart }: RankedIds,
): Keyed {
  const parents = devicesOfElements(inventory, { customer, kind, elements });
  checkSize(parents.elements);
  const chosen = new Set(only);
  const left = parents.elements.filter((_, index) => chosen.has(parents.parents[index] ?? 0));
  const read = only === undefined ? elements : left;
  return { by: 'parent', sites, elements: read, parents, ranked: apart, withoutAreas: isWhole(sites, read) };
}

/** Whether a series is about WAN accesses only. */
export const isOfAccesses = ({ request }: PlanInput, of: QueryableKpi): boolean => {
  const groups = groupAttributesIn(request.keys);
  const isPlace = groups.every((attribute) => attribute === 'site');
  const isOwnList = request.filters.some(({ element }) => element === of.computed.element);
  return showsAccesses(of, { isOwnList, isOfElements: !isPlace });
};

/** The elements that a series is about; undefined: all. */
function elementsIn(input: PlanInput, of: QueryableKpi): readonly number[] | undefined {
  const { elements } = input.contextOf(of.computed.element, false);
  if (!isOfAccesses(input, of)) return elements;
  return accessesAmong(accessesOf(input.inventory, input.customer), elements);
}

/** By what the values of elements are grouped, and which of them are read. */
function keyedBy(input: PlanInput, of: QueryableKpi, ranked: PlanScope['ranked']): Keyed {
  const { request, inventory, customer } = input;
  const kind = of.computed.element;
  const context = input.contextOf(kind, false);
  const group = groupAttributesIn(request.keys).find((each) => flowGroups.includes(each));
  const sites = checkSize(context.sites);
  const elements = checkSize(
    group === undefined ? elementsIn(input, of) : elementsOfKind(inventory, customer, group),
  );
  const attribute = group ?? innermost(kind, groupAttributesIn(request.keys));
  const ids = rankedIds(ranked);
  const withoutAreas = isWhole(sites, elements);
  if (attribute === undefined) return { by: 'none', sites, elements, withoutAreas };
  if (attribute === 'site' && kind !== 'site')
    return { by: 'site', sites: within(sites, ids.only), elements, ranked: ids.apart, withoutAreas };
  if (attribute === 'device' && kind !== 'device') return byDevice(input, { kind, sites, elements }, ids);
  return { by: 'element', sites, elements: within(elements, ids.only), ranked: ids.apart, withoutAreas };
}

/** Rows expire after two days: the last one of them is certainly there. */
const recentSince = ({ nowMs }: KeptValues): number =>
  Math.ceil((nowMs - (RECENT_DAYS - 1) * DAY_MS) / SECOND_MS);

function seriesRequest(
  input: PlanInput,
  { of, aggregation, percentile, over }: PlannedSeries,
): Omit<SeriesRequest, 'working'> {
  const { strategy, kind, aggregation: own, id } = of.computed;
  return {
    ...commonOf(input, false),
    sites: undefined,
    ...{ kpi: id, scale: scaleOf(of), strategy, kind, own, over, aggregation },
    level: percentile / PERCENT,
  };
}

/** Parts of a statement, each with the series that it answers. */
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

/** How a series of flows, or of elements, is read. Throws SERIES_NOT_KEPT. */
export function seriesWorking(input: PlanInput, series: PlannedSeries, keyed?: Keyed): SeriesWorking {
  const { retention, working } = input;
  const request = { ...seriesRequest(input, series), from: input.retainedFrom };
  return keyed === undefined
    ? flowsWorking(request, working, retention)
    : elementsWorking({ ...request, ...keyed }, working, retention);
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
  const isWhole = isWholeFlow(request);
  const { working } = seriesWorking(input, series);
  const result = { parts: flow, aggregation, level, kind };
  return parts.add<FlowsPart>(`flows ${String(isWhole)} ${isWhole ? '' : working}`, result, () => ({
    of: 'flows',
    isWhole,
    values: flowValues(input, scope, { working, isWhole }),
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

/** One statement for some series of a request. Throws SERIES_NOT_KEPT, CONTEXT_TOO_LARGE and DASHLET_NO_MATCH. */
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
