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

const isBandwidth = ({ kpi }: { readonly kpi: string }): boolean => kpi.endsWith('_capacity');

/** A chart of several elements. The bandwidth of one is the bound of its lines: those of several would press all lines against the axis. */
function withoutBandwidths(dashlet: Dashlet): Dashlet {
  if (dashlet.type !== 'timeline') return dashlet;
  const series = dashlet.settings.series.filter((each) => !isBandwidth(each));
  return series.length === 0 ? dashlet : { ...dashlet, settings: { ...dashlet.settings, series } };
}

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
      Object.keys(chosen).length === 0 && Object.keys(others).length === 0
        ? document
        : {
            ...document,
            dashlets: document.dashlets.map((one) =>
              withComparison(others[one.id] === undefined ? one : withoutBandwidths(one), chosen[one.id]),
            ),
          },
    [document, chosen, others],
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
