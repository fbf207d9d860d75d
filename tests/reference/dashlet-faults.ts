import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { differencesOf, isNear, valuesIn } from './comparison.ts';
import {
  hasBandwidth,
  isOfBandwidth,
  rightValues,
  usedOf,
  type DashletFacts,
  type RightValues,
} from './dashlet-values.ts';

interface Opened {
  readonly request: DataRequestInput;
  readonly customer: number;
  readonly facts: DashletFacts;
}

const isOverTime = ({ keys = [] }: DataRequestInput): boolean => keys.includes('date');

type Values = ReadonlyMap<string, readonly number[]>;

const keyIn = (name: string): string => name.slice(0, name.lastIndexOf(' '));
const stepIn = (name: string): number => Number(name.slice(name.lastIndexOf(' ') + 1));

/** The keys of the rows that are shown. */
const shownKeys = ({ rows }: DataResult): ReadonlySet<string> =>
  new Set(rows.map(({ key }) => key.map(({ id }) => String(id)).join('+') || 'all'));

/** Steps before this one count uncut hours, or days of UTC: the result says so, and the reference knows windows only. */
const comparedFrom = ({ notes = [] }: DataResult): number =>
  Math.max(
    0,
    ...notes.map((note) =>
      note.code === 'TIMEZONE_FALLBACK' ? 0 : (note.params.until ?? Number.POSITIVE_INFINITY),
    ),
  );

const ofRows = (values: Values, keys: ReadonlySet<string>, from: number): Values =>
  new Map(
    [...values].filter(([name]) => keys.has(keyIn(name)) && (stepIn(name) === 0 || stepIn(name) >= from)),
  );

/** Where a line that is used has no bandwidth. */
function missingIn(
  kpi: string,
  { found, used }: { readonly found: ReadonlyMap<string, number>; readonly used: Values },
  { scopeOf }: DashletFacts,
): readonly string[] {
  return [...used.keys()].flatMap((name) => {
    const element = Number(keyIn(name).split('+').at(-1));
    return found.has(name) || !hasBandwidth(kpi, scopeOf(element)) ? [] : [`${name}: no bandwidth`];
  });
}

/**
 * Whether hours take the place of windows, whose times no reference has: growth since before a missed poll has more time than its window, which counts
 * once, and an hour adds these times up.
 */
const isOfHours = (
  { kind, over, isCoarser }: DataResult['series'][number],
  { customer, facts }: Opened,
): boolean => isCoarser && kind === 'rate' && over === 'sum' && customer === facts.missesPolls;

/** What is wrong with the rows that rank: there are as many as there can be, and none that is left out ranks before them. */
function rankFaults(shown: ReadonlySet<string>, { request, ...remaining }: Opened): readonly string[] {
  const { breakdown = { kind: 'none' as const }, series } = request;
  if (breakdown.kind !== 'top') return [];
  const ranked = rightValues(series[breakdown.rankedBy ?? 0]!, { ...remaining, request, isOverTime: false });
  if (ranked.isEstimated) return [];
  const sign = breakdown.order === 'lowest' ? -1 : 1;
  const values = [...ranked.values].map(([name, [value = 0]]) => ({ key: keyIn(name), value: sign * value }));
  const [inside, outside] = [true, false].map((isShown) =>
    values.filter(({ key }) => shown.has(key) === isShown),
  );
  const expected = Math.min(breakdown.count, values.length);
  if (inside!.length < expected) return [`${String(inside!.length)} rows of ${String(expected)}`];
  const least = Math.min(...inside!.map(({ value }) => value));
  return outside!.flatMap(({ key, value }) =>
    value > least && !isNear(value, least) ? [`${key} ranks before a row that is shown`] : [],
  );
}

/** What is wrong with the rows: of a request for all keys each has one. */
function rowFaults(
  shown: ReadonlySet<string>,
  right: readonly RightValues[],
  opened: Opened,
): readonly string[] {
  if (opened.request.breakdown?.kind === 'top') return rankFaults(shown, opened);
  const keys = new Set(right.flatMap(({ values }) => [...values.keys()].map(keyIn)));
  return [...keys].flatMap((key) => (shown.has(key) ? [] : [`${key}: no row`]));
}

const SHOWN = 3;

/** What is wrong with the result of a dashlet's request: a result, the code of a problem, or undefined without a response. */
export function openedFaults(result: DataResult | string | undefined, opened: Opened): readonly string[] {
  const { request } = opened;
  const reading = { ...opened, isOverTime: isOverTime(request) };
  const right = request.series.map((series) =>
    rightValues(isOfBandwidth(series) ? usedOf(series) : series, reading),
  );
  if (result === undefined || typeof result === 'string') {
    const isEmpty = result === 'DASHLET_NO_DATA' && right.every(({ values }) => values.size === 0);
    return isEmpty ? [] : [String(result)];
  }
  const shown = shownKeys(result);
  const from = comparedFrom(result);
  const wrong = request.series.flatMap((series, place) => {
    const { values, isEstimated } = right[place]!;
    const compared = ofRows(values, shown, from);
    const found = new Map(
      [...valuesIn(result, place)].filter(([name]) => stepIn(name) === 0 || stepIn(name) >= from),
    );
    if (isOfHours(result.series[place]!, opened)) return [];
    if (isEstimated) return result.series[place]!.fromQuantiles ? [] : [`${series.kpi}: not estimated`];
    const faults = isOfBandwidth(series)
      ? missingIn(series.kpi, { found, used: compared }, opened.facts)
      : differencesOf(found, compared);
    return faults.slice(0, SHOWN).map((fault) => `${series.kpi} ${series.aggregation ?? ''} ${fault}`);
  });
  return [...wrong, ...rowFaults(shown, right, opened).slice(0, SHOWN)];
}
