import { joinedValues } from '#web/kernel/kpi/source-step.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { ShownResult, ShownRow, ShownValues } from '../shown-result.ts';
import type { ExploreText } from '../texts/en.ts';
import { addsUp, rankOrder } from './explored-kpi.ts';
import { kpiValues } from './shown-kpi.ts';
import type { KpiReply } from './read-kpi.ts';

/** A customer and what was read of it. */
export interface CustomerReply {
  readonly id: number;
  readonly name: string;
  readonly reply: KpiReply;
}

type Series = readonly (number | null | undefined)[];

const add = (one: number | null, other: number | null): number | null =>
  one === null ? other : one + (other ?? 0);

const sumSeries = (all: readonly Series[]): (number | null)[] =>
  Array.from({ length: Math.max(0, ...all.map(({ length }) => length)) }, (_, step) =>
    all.reduce<number | null>((sum, series) => add(sum, series[step] ?? null), null),
  );

/** What several customers have together; the percentiles of a sum are not the sum of percentiles. */
function together(all: readonly ShownValues[]): ShownValues {
  const earlier = all.flatMap(({ earlierSeries }) => (earlierSeries === null ? [] : [earlierSeries]));
  return {
    value: all.reduce<number | null>((sum, { value }) => add(sum, value), null),
    earlier: all.reduce<number | null>((sum, each) => add(sum, each.earlier), null),
    series: joinedValues(sumSeries(all.map(({ series }) => series))),
    earlierSeries: earlier.length === 0 ? null : sumSeries(earlier),
    p95: null,
    maximum: null,
    sent: null,
    sentSeries: null,
  };
}

/** The steps that customers of several zones have, in order. */
const stepsOf = (all: readonly CustomerReply[]): readonly number[] =>
  [...new Set(all.flatMap(({ reply }) => reply.results.totalSteps?.steps ?? []))].toSorted((a, b) => a - b);

/** Values at the places of all steps. */
function placed(values: readonly (number | null)[], own: readonly number[], steps: readonly number[]) {
  const at = new Map(own.map((step, place) => [step, values[place] ?? null]));
  return steps.map((step) => at.get(step) ?? null);
}

function rowOf({ id, name, reply }: CustomerReply, steps: readonly number[]): ShownRow {
  const { results, earlier } = reply;
  const [found] = results.totalSteps?.rows ?? [];
  const own = results.totalSteps?.steps ?? [];
  const stepped = found && {
    key: [],
    values: found.values.map((values) => placed(values, own, steps)),
    ...(found.earlier && { earlier: found.earlier.map((values) => placed(values, own, steps)) }),
  };
  return {
    ...kpiValues(results.total?.rows[0], stepped, earlier.total?.rows[0]),
    id: String(id),
    names: [name],
    places: [{ kind: 'customer', id, customer: id }],
    only: `customer = #${String(id)}`,
    without: `customer != #${String(id)}`,
  };
}

/** A KPI by customers, each with the value that it has in its own pages. */
export function shownCustomers(
  customers: readonly CustomerReply[],
  { kpi, rows: most }: { readonly kpi: KpiFacts; readonly rows: number },
  text: ExploreText,
): ShownResult {
  const steps = stepsOf(customers);
  const sign = rankOrder(kpi) === 'highest' ? -1 : 1;
  const ranked = customers
    .map((customer) => rowOf(customer, steps))
    .filter(({ value }) => value !== null)
    .toSorted((one, other) => sign * ((one.value ?? 0) - (other.value ?? 0)));
  const isSum = addsUp(kpi);
  const left = ranked.slice(most);
  return {
    rows: ranked.slice(0, most),
    others: isSum && left.length > 0 ? together(left) : null,
    total: isSum && ranked.length > 0 ? together(ranked) : null,
    steps,
    unit: kpi.unit,
    dimensions: [{ id: 'customer', name: text('customer') }],
    isSum,
    isCompared: customers.some(({ reply }) => reply.results.totalSteps?.earlier !== undefined),
    hasSteps: true,
  };
}
