import { useMemo, useState } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { Comparison } from '#schemas/data/comparison.ts';
import type { Comparable, ComparedElements } from '../../data/compared-elements.ts';

type ComparisonChoice = 'none' | Comparison;

interface NamedElement {
  readonly id: number;
  readonly name: string;
}

/** Another element in a chart, next to those that it shows by itself. */
interface OtherElement extends Pick<Comparable, 'kind' | 'ids'> {
  readonly others: readonly NamedElement[];
}

/**
 * What the reader compares charts with until they leave the page: an earlier period, instead of what the document says, and other elements.
 */
export interface ComparedCharts {
  readonly of: (dashlet: Dashlet) => ComparisonChoice | undefined;
  readonly choose: (dashlet: string, compared: ComparisonChoice) => void;
  /** The other elements that a chart shows. */
  readonly othersOf: (dashlet: string) => readonly NamedElement[];
  readonly add: (dashlet: string, own: Comparable, other: NamedElement) => void;
  readonly remove: (dashlet: string, id: number) => void;
  /** What is drawn, by dashlet; the same one until it changes. */
  readonly elements: ComparedElements;
}

const withComparison = (dashlet: Dashlet, compared: ComparisonChoice | undefined): Dashlet =>
  compared === undefined || dashlet.type !== 'timeline'
    ? dashlet
    : { ...dashlet, settings: { ...dashlet.settings, comparison: compared } };

type Others = Readonly<Record<string, OtherElement>>;

function withoutOther(others: Others, dashlet: string, id: number): Others {
  const { [dashlet]: found, ...left } = others;
  const shown = found?.others.filter((other) => other.id !== id) ?? [];
  return found === undefined || shown.length === 0
    ? left
    : { ...left, [dashlet]: { ...found, others: shown } };
}

const elementsOf = (others: Others): ComparedElements =>
  Object.fromEntries(
    Object.entries(others).map(([dashlet, { kind, ids, others: added }]) => [
      dashlet,
      { kind, ids: [...ids, ...added.map(({ id }) => id)] },
    ]),
  );

/** The document with the comparisons of its reader. */
export function useCompared(document: DashboardDocument): readonly [DashboardDocument, ComparedCharts] {
  const [chosen, setChosen] = useState<Readonly<Record<string, ComparisonChoice>>>({});
  const [others, setOthers] = useState<Others>({});
  const shown = useMemo(
    () =>
      Object.keys(chosen).length === 0
        ? document
        : { ...document, dashlets: document.dashlets.map((one) => withComparison(one, chosen[one.id])) },
    [document, chosen],
  );
  return [
    shown,
    {
      of: (dashlet) => (dashlet.type === 'timeline' ? dashlet.settings.comparison : undefined),
      choose: (dashlet, compared) => setChosen((last) => ({ ...last, [dashlet]: compared })),
      othersOf: (dashlet) => others[dashlet]?.others ?? [],
      add: (dashlet, { kind, ids }, other) =>
        setOthers((last) => {
          const { [dashlet]: found = { kind, ids, others: [] } } = last;
          return { ...last, [dashlet]: { ...found, others: [...found.others, other] } };
        }),
      remove: (dashlet, id) => setOthers((last) => withoutOther(last, dashlet, id)),
      elements: useMemo(() => elementsOf(others), [others]),
    },
  ];
}
