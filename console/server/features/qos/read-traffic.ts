import type { Series, SeriesQuery } from '#schemas/kpi/series.ts';
import { qosLimits } from '#schemas/limit/qos.ts';
import type { ClassTraffic, QosTraffic } from '#schemas/qos/mapping-routes.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { classOf } from '#schemas/qos/rules.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { ClassElement } from '../../shared/qos/class-elements.ts';

/** Reads a KPI over time, limited to the sites that the caller sees. */
export interface SeriesSource {
  read(
    caller: Caller,
    of: { readonly customer: number; readonly key: string },
    query: SeriesQuery,
  ): Promise<Series>;
}

const STEP_S = HOUR_MS / SECOND_MS;
const STEPS = DAY_MS / HOUR_MS;
const BITS = 8;
const PERCENT = 100;
/** Elements of one statement. */
const BATCH = 1_000;

type Values = readonly (number | null)[];
type Sums = ReadonlyMap<number | null, readonly (number | null)[]>;

interface ElementTrafficRequest {
  readonly caller: Caller;
  readonly customer: number;
  readonly source: SeriesSource;
  /** The class of each element by its id. */
  readonly classes: ReadonlyMap<number, number | null>;
  /** Starts of the steps. */
  readonly steps: readonly number[];
}

/** A KPI by class and step: the sum over its elements of the steps that have values. */
async function sumOf(
  key: string,
  { caller, customer, source, classes, steps }: ElementTrafficRequest,
): Promise<Sums> {
  const from = steps[0] ?? 0;
  const ids = [...classes.keys()];
  const sums = new Map<number | null, (number | null)[]>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const query: SeriesQuery = {
      from,
      to: from + steps.length * STEP_S,
      display: '1h',
      percentile: 95,
      over: 'default',
      timeZone: 'UTC',
      by: 'element',
      elements: ids.slice(start, start + BATCH),
    };
    const { series } = await source.read(caller, { customer, key }, query);
    for (const { id, points } of series) {
      const own = classes.get(id ?? 0) ?? null;
      const values = sums.get(own) ?? steps.map(() => null);
      for (const [at, value] of points) {
        const step = (at - from) / STEP_S;
        values[step] = (values[step] ?? 0) + value;
      }
      sums.set(own, values);
    }
  }
  return sums;
}

const measured = (values: Values): readonly number[] => values.filter((value) => value !== null);
const totalOf = (values: Values): number | null => {
  const all = measured(values);
  return all.length === 0 ? null : all.reduce((sum, value) => sum + value, 0);
};
const averageOf = (values: Values): number | null => {
  const total = totalOf(values);
  return total === null ? null : total / measured(values).length;
};
/** Undefined shares of nothing are null. Divides first: n / n gives exactly 100 %, which 100 · n / n need not. */
const percentOf = (part: number | null, total: number | null): number | null =>
  part === null || total === null || total <= 0 ? null : PERCENT * (part / total);

interface ClassSums {
  readonly class: number | null;
  readonly elements: number;
  readonly offered: Values;
  readonly sent: Values;
  readonly dropped: Values;
}

function trafficOf(
  { class: own, elements, offered, sent, dropped }: ClassSums,
  allSent: number | null,
): ClassTraffic {
  const offeredTotal = totalOf(offered);
  const droppedTotal = totalOf(dropped);
  return {
    class: own,
    elements,
    offered: [...offered],
    sent: [...sent],
    dropped: [...dropped],
    offeredAverage: averageOf(offered),
    sentAverage: averageOf(sent),
    droppedTotal,
    // Throughput is an average of the step.
    dropRatio: percentOf(droppedTotal, offeredTotal === null ? null : (offeredTotal * STEP_S) / BITS),
    sentShare: percentOf(totalOf(sent), allSent),
  };
}

interface ClassTrafficRequest {
  readonly caller: Caller;
  readonly customer: number;
  readonly source: SeriesSource;
  readonly nowMs: number;
  readonly classes: readonly QosClass[];
  readonly elements: readonly ClassElement[];
}

/** The hours of the last 24, the current one included, and the units of what is read of them. */
export function trafficFrame(nowMs: number): Omit<QosTraffic, 'classes'> {
  const last = Math.floor(nowMs / HOUR_MS) * STEP_S;
  return {
    steps: Array.from({ length: STEPS }, (_, at) => last - (STEPS - 1 - at) * STEP_S),
    stepSeconds: STEP_S,
    units: { throughput: 'bps', volume: 'byte' },
  };
}

/** The last 24 hours of class elements by class of service, the current hour included. Throws TOO_MUCH_DATA, SERIES_NOT_RETAINED. */
export async function readTraffic({
  caller,
  customer,
  source,
  nowMs,
  classes,
  elements,
}: ClassTrafficRequest): Promise<QosTraffic> {
  if (elements.length > qosLimits.maxElements) throw new ProblemError('TOO_MUCH_DATA');
  const frame = trafficFrame(nowMs);
  const { steps } = frame;
  const byElement = new Map(
    elements.map(({ id, name }) => [id, classOf(classes, name)?.class.id ?? null] as const),
  );
  const requested: ElementTrafficRequest = { caller, customer, source, classes: byElement, steps };
  const offered = await sumOf('cos_in_bps', requested);
  const sent = await sumOf('cos_out_bps', requested);
  const dropped = await sumOf('cos_drop_bytes', requested);
  const empty = steps.map(() => null);
  const counts = Map.groupBy(byElement.values(), (own) => own);
  const sums = [...classes.map(({ id }) => id), null].map((own) => ({
    class: own,
    elements: counts.get(own)?.length ?? 0,
    offered: offered.get(own) ?? empty,
    sent: sent.get(own) ?? empty,
    dropped: dropped.get(own) ?? empty,
  }));
  const allSent = totalOf(sums.map((one) => totalOf(one.sent)));
  return {
    ...frame,
    classes: sums
      .filter((one) => one.class !== null || one.elements > 0)
      .map((one) => trafficOf(one, allSent)),
  };
}
