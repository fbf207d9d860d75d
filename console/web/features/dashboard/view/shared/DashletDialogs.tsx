import { Suspense, useState } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { resultOf } from '../../data/dashlet-data.ts';
import type { DataPage } from '../../data/data-page.ts';
import { seriesNames } from '../../dashlets/shared/chart-lines.ts';
import type { DrillTarget } from '../../drill/drill-links.ts';
import { dashletTitle } from '../dashlet-title.ts';
import type { ChosenContext } from '../use-document-context.ts';

const ExplainDialog = lazyOverlay(() => import('../ExplainDialog.tsx'), 'ExplainDialog');
/** Loads with the first click on an element. */
const DrillDialog = lazyOverlay(() => import('../../drill/DrillDialog.tsx'), 'DrillDialog');

/** What is open over the dashlets of a page. */
export function useDashletDialogs() {
  const [explained, explain] = useState<Dashlet>();
  const [drilled, drill] = useState<{ readonly from: Dashlet; readonly target: DrillTarget }>();
  return { explained, explain, drilled, drill };
}

interface Props {
  readonly open: ReturnType<typeof useDashletDialogs>;
  readonly page: DataPage;
  readonly chosen: ChosenContext;
  readonly customerId: number;
}

/** Where an element of a dashlet leads to, and how its values were computed. */
export function DashletDialogs({ open, page, chosen, customerId }: Props) {
  const language = useLanguage();
  const kpis = useKpis();
  const { explained, drilled } = open;
  const request = explained && page.requestOf(explained.id);
  const result = explained && resultOf(page.read(explained.id));
  return (
    <>
      {drilled !== undefined && (
        <Suspense>
          <DrillDialog
            target={drilled.target}
            customerId={customerId}
            request={page.requestOf(drilled.from.id)}
            period={page.requestOf(drilled.from.id) ?? chosen.context.period}
            onClose={() => open.drill(undefined)}
          />
        </Suspense>
      )}
      {explained !== undefined && request !== undefined && (
        <Suspense>
          <ExplainDialog
            title={dashletTitle(explained, kpis, language)}
            customerId={customerId}
            request={request}
            result={result}
            names={
              'series' in explained.settings
                ? seriesNames(explained.settings.series, { kpis, language }, result?.series)
                : []
            }
            onClose={() => open.explain(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
