import type { ResultSeries } from '#schemas/data/data-result-size.ts';
import { flowGroups, innermost, type GroupAttribute } from '#schemas/data/key-attribute.ts';
import { worstOver } from '#schemas/kpi/label/algebra-labels.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { Over } from '#schemas/kpi/algebra/quantity.ts';
import { isIdleZero } from '#schemas/kpi/algebra/idle-points.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { en } from './texts/en.ts';

type Text = Translate<typeof en>;

interface Elements {
  readonly series: ResultSeries;
  readonly facts: KpiFacts;
  /** What rows are about. */
  readonly groups: readonly GroupAttribute[];
  readonly text: Text;
}

/** Whether an average is one ratio of sums over elements and time, and not a mean of points (`docs/60-kpi-language.md`). */
export function isOfSums(
  { aggregation, over, kind }: ResultSeries,
  { strategy }: Pick<KpiFacts, 'strategy'>,
): boolean {
  if (strategy !== 'after spatial and temporal' || aggregation !== 'average') return false;
  return over === null || over === 'weighted' || over === 'average' || (kind === 'rate' && over === 'sum');
}

/** What a row is about, in words; undefined: there is one for everything. */
function rowWord({ facts, groups, text }: Elements): string | undefined {
  if (facts.element !== 'application') {
    const inner = innermost(facts.element, groups);
    return inner && text(`element-${inner}`);
  }
  const [first, ...others] = groups.map((group) => text(`element-${group}`));
  return first && others.reduce((one, other) => text('and', { one, other }), first);
}

/** Values of flows: of all that a row is about. A time without any is one of no traffic. */
function flowParts(elements: Elements): readonly string[] {
  const { series, facts, text } = elements;
  const row = rowWord(elements);
  const isIdle = isIdleZero(series) && !isOfSums(series, facts);
  return [row === undefined ? text('flows') : text('flowsBy', { row }), ...(isIdle ? [text('idle')] : [])];
}

const accessWords = { minimum: 'lowestAccess', worst: 'worstAccess', maximum: 'highestAccess' } as const;

function accessPart(
  { series: { over, accesses: count = 0 }, facts, text }: Elements,
  row: string | undefined,
) {
  if (over === 'maximum' || over === 'minimum') {
    const which = accessWords[over === worstOver(facts) ? 'worst' : over];
    return row === undefined ? text(which, { count }) : text(`${which}By`, { row });
  }
  if (row !== undefined) return text('accessesBy', { row });
  return count === 2 ? text('bothAccesses') : text('accesses', { count });
}

/** Whether each element counts alike: formulas are applied to each, and values averaged. */
const isPlainMean = ({ over }: ResultSeries, { strategy }: KpiFacts): boolean =>
  (over === 'average' || over === 'weighted') && strategy === 'before any aggregation';

/** The key of the words for an aggregation over elements. */
function elementsWord({ series, facts }: Elements): Over | 'worst' | 'together' {
  const { over } = series;
  if (isPlainMean(series, facts)) return 'average';
  // Formulas are applied to sums: elements do not count alike.
  if (over === null || over === 'average' || over === 'weighted')
    return isOfSums(series, facts) ? 'together' : 'weighted';
  return over === worstOver(facts) ? 'worst' : over;
}

function manyPart(elements: Elements, row: string | undefined): string {
  const { facts, text } = elements;
  const name = elementsWord(elements);
  const words = { elements: text(`elements-${facts.element}`) };
  return row === undefined ? text(name, words) : text(`${name}By`, { ...words, row });
}

/** How the values of several elements became one, in words. `isMoment`: at each point, before they are aggregated over time. */
export function elementClauses(elements: Elements, isMoment: boolean): readonly string[] {
  const { series, facts, groups, text } = elements;
  const isOfFlows = facts.element === 'application' && !groups.some((group) => flowGroups.includes(group));
  if (isOfFlows) return flowParts(elements);
  if (series.over === null) {
    if (series.accesses !== undefined) return [text('singleAccess')];
    const [group] = groups.filter((each) => flowGroups.includes(each));
    return [text('single', { element: text(`element-${group ?? facts.element}`) })];
  }
  const row = rowWord(elements);
  const part = series.accesses === undefined ? manyPart(elements, row) : accessPart(elements, row);
  return [isMoment ? text('atEachMoment', { elements: part }) : part];
}
