import { Suspense, use, useState } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { Comparable } from '../../data/compared-elements.ts';
import type { ComparedCharts } from '../chart-menu/use-compared.ts';
import { AnnotationEditors, useAnnotationEditors } from '#web/kernel/annotation/AnnotationEditors.tsx';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { now } from '#web/lib/clock.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { resultOf } from '../../data/dashlet-data.ts';
import type { DataPage } from '../../data/data-page.ts';
import { annotationStart } from '../../dashlets/timeline/annotation-places.ts';
import { seriesNames } from '../../dashlets/shared/chart-lines.ts';
import { OwnPlaces } from '#web/kernel/annotation/own-places.ts';
import type { AnnotationStart } from '#web/kernel/annotation/annotation-place.ts';
import type { DrillTarget } from '../../drill/drill-links.ts';
import { dashletTitle } from '../dashlet-title.ts';
import type { ChosenContext } from '../use-document-context.ts';

const ExplainDialog = lazyOverlay(() => import('../ExplainDialog.tsx'), 'ExplainDialog');
/** Loads with the first alarm that is defined from a chart. */
const ChartAlarmDialog = lazyOverlay(() => import('../chart-menu/ChartAlarmDialog.tsx'), 'ChartAlarmDialog');
/** Loads with the first comparison. */
const CompareDialog = lazyOverlay(() => import('../chart-menu/CompareDialog.tsx'), 'CompareDialog');
/** Loads with the first click on an element. */
const DrillDialog = lazyOverlay(() => import('../../drill/DrillDialog.tsx'), 'DrillDialog');

/** What is open over the dashlets of a page. */
export function useDashletDialogs() {
  const [explained, explain] = useState<Dashlet>();
  const [drilled, drill] = useState<{ readonly from: Dashlet; readonly target: DrillTarget }>();
  const [alarmed, alarm] = useState<Dashlet>();
  const [comparing, compare] = useState<{ readonly dashlet: Dashlet; readonly by: Comparable }>();
  const annotations = useAnnotationEditors();
  const places = use(OwnPlaces);
  return { explained, explain, drilled, drill, alarmed, alarm, comparing, compare, annotations, places };
}

/** What the menu of a dashlet opens. */
export const dialogItems = (open: ReturnType<typeof useDashletDialogs>, page: DataPage) => ({
  onExplain: open.explain,
  onAlarm: open.alarm,
  onCompare: (dashlet: Dashlet, by: Comparable) => open.compare({ dashlet, by }),
  onAnnotate: ({ id }: Dashlet) =>
    open.annotations.add(annotationStart(resultOf(page.read(id)), Math.floor(now() / 1_000), open.places)),
});

const noPlaces: AnnotationStart['places'] = [];

interface Props {
  readonly open: ReturnType<typeof useDashletDialogs>;
  readonly page: DataPage;
  readonly chosen: ChosenContext;
  readonly customerId: number;
  readonly compared: ComparedCharts;
}

type PartProps = Pick<Props, 'open' | 'page'>;

/** Where an alarm on what a chart shows is defined. */
function AlarmOfChart({ open: { alarmed, alarm }, page }: PartProps) {
  if (alarmed?.type !== 'timeline') return null;
  return (
    <Suspense>
      <ChartAlarmDialog
        settings={alarmed.settings}
        result={resultOf(page.read(alarmed.id))}
        onClose={() => alarm(undefined)}
      />
    </Suspense>
  );
}

/** How the values of a dashlet were computed. */
function Explained({
  open: { explained, explain },
  page,
  customerId,
}: PartProps & Pick<Props, 'customerId'>) {
  const language = useLanguage();
  const kpis = useKpis();
  const request = explained && page.requestOf(explained.id);
  if (explained === undefined || request === undefined) return null;
  const result = resultOf(page.read(explained.id));
  return (
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
        onClose={() => explain(undefined)}
      />
    </Suspense>
  );
}

/** Which other element a chart is compared with. */
function Compared({
  open: { comparing, compare },
  customerId,
  compared,
}: Pick<Props, 'open' | 'customerId' | 'compared'>) {
  const language = useLanguage();
  const kpis = useKpis();
  if (comparing === undefined) return null;
  const { dashlet, by } = comparing;
  return (
    <Suspense>
      <CompareDialog
        title={dashletTitle(dashlet, kpis, language)}
        customerId={customerId}
        comparable={by}
        onChoose={(other) => {
          compared.add(dashlet.id, by, other);
          compare(undefined);
        }}
        onClose={() => compare(undefined)}
      />
    </Suspense>
  );
}

/** Where an element of a dashlet leads to, what is added to a chart, and how its values were computed. */
export function DashletDialogs({ open, page, chosen, customerId, compared }: Props) {
  const { drilled, annotations } = open;
  return (
    <>
      {drilled !== undefined && (
        <Suspense>
          <DrillDialog
            target={drilled.target}
            customerId={customerId}
            request={page.requestOf(drilled.from.id)}
            period={page.requestOf(drilled.from.id) ?? chosen.context.period}
            onAnnotate={(start) => {
              open.drill(undefined);
              annotations.add(start);
            }}
            onClose={() => open.drill(undefined)}
          />
        </Suspense>
      )}
      <AnnotationEditors
        editors={annotations}
        customerId={customerId}
        timeZone={chosen.timeZone}
        places={noPlaces}
      />
      <AlarmOfChart open={open} page={page} />
      <Explained open={open} page={page} customerId={customerId} />
      <Compared open={open} customerId={customerId} compared={compared} />
    </>
  );
}
