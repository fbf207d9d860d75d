import { useMemo, useState } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { Comparison } from '#schemas/data/comparison.ts';

type ComparisonChoice = 'none' | Comparison;

/** Which earlier period the reader compares charts with, instead of what the document says, until they leave the page. */
export interface ComparedCharts {
  readonly of: (dashlet: Dashlet) => ComparisonChoice | undefined;
  readonly choose: (dashlet: string, compared: ComparisonChoice) => void;
}

const withComparison = (dashlet: Dashlet, compared: ComparisonChoice | undefined): Dashlet =>
  compared === undefined || dashlet.type !== 'timeline'
    ? dashlet
    : { ...dashlet, settings: { ...dashlet.settings, comparison: compared } };

/** The document with the comparisons of its reader. */
export function useCompared(document: DashboardDocument): readonly [DashboardDocument, ComparedCharts] {
  const [chosen, setChosen] = useState<Readonly<Record<string, ComparisonChoice>>>({});
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
    },
  ];
}
