import { useMemo, useState } from 'react';
import type { ElementGraph, ElementPageContent } from '#schemas/dashboard/element/element-document.ts';
import { selectedIn } from '#schemas/dashboard/document-requests.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { ComparedCharts } from '../../dashboard/view/chart-menu/use-compared.ts';
import type { DataPage } from '../../dashboard/data/data-page.ts';
import { BodyDashlet } from '../../dashboard/view/shared/BodyDashlet.tsx';
import { useShared } from '../../dashboard/view/shared/use-shared.ts';
import { dashletTitle } from '../../dashboard/view/dashlet-title.ts';
import { useDashletItems } from '../../dashboard/view/use-dashlet-items.tsx';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import { useElementTexts } from './texts/en.ts';
import {
  DashletDialogs,
  dialogItems,
  useDashletDialogs,
} from '../../dashboard/view/shared/DashletDialogs.tsx';
import { graphsLeftOut } from './use-begun.ts';
import { isNothing, useGraphData } from './use-graph-data.ts';

interface Props {
  readonly shown: ElementPageContent;
  /** As its reader compares it. */
  readonly document: DashboardDocument;
  readonly compared: ComparedCharts;
  readonly page: DataPage;
  /** Whether something is drawn below the graphs. */
  readonly isBegun: boolean;
  readonly chosen: ChosenContext;
  readonly customerId: number;
  /** For the names of files. */
  readonly name: string;
}

/** The graphs without a value in the period. */
function useNothing(page: DataPage, graphs: readonly ElementGraph[]): ReadonlySet<string> {
  const text = useGraphData(page, graphs, (ids) => ids.filter((id) => isNothing(page.read(id))).join(' '));
  return useMemo(() => new Set(text === '' ? [] : text.split(' ')), [text]);
}

/** The graphs that are not drawn. */
function useLeftOut(page: DataPage, graphs: readonly ElementGraph[], isBegun: boolean): ReadonlySet<string> {
  const empty = useNothing(page, graphs);
  const [before, setBefore] = useState(empty);
  const leftOut = graphsLeftOut(before, { empty, isBegun });
  if (leftOut !== before) setBefore(leftOut);
  return leftOut;
}

const noFilterTitle = (): string => '';
const nothing = (): void => undefined;

/** The graphs of an element: dashlets, with all that these offer. Those without a value in the period are named below. */
export function ElementGraphs({ shown, document, compared, page, isBegun, chosen, customerId, name }: Props) {
  const text = useElementTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const leftOut = useLeftOut(page, shown.graphs, isBegun);
  const open = useDashletDialogs();
  const itemsOf = useDashletItems({
    page,
    name,
    chosen,
    customerId,
    ...dialogItems(open, page),
    compared,
    onPicture: undefined,
  });
  const dashlets = useMemo(() => new Map(document.dashlets.map((one) => [one.id, one])), [document]);
  const shared = useShared({
    page,
    context: chosen.context,
    customerId,
    narrowing: undefined,
    selected: useMemo(() => selectedIn(document, {}), [document]),
    filterTitle: noFilterTitle,
    itemsOf,
    onDrill: (from, target) => open.drill({ from, target }),
    onRows: nothing,
    onZoom: ({ from, to }) => chosen.choosePeriod({ kind: 'fixed', from, to }),
  });
  const missing = shown.graphs.filter(({ dashlet }) => leftOut.has(dashlet.id));
  const titles = missing.map(({ dashlet }) => dashletTitle(dashlet, kpis, language));
  return (
    <>
      <div className="tt-element-graphs">
        {shown.graphs.map(({ dashlet, columns, rows }) =>
          leftOut.has(dashlet.id) ? null : (
            <div
              key={dashlet.id}
              className="tt-element-graph tt-dashlet-cell"
              data-columns={columns}
              data-rows={rows}
            >
              <BodyDashlet
                shared={shared}
                dashlet={dashlets.get(dashlet.id) ?? dashlet}
                onMoveKey={undefined}
              />
            </div>
          ),
        )}
      </div>
      {titles.length > 0 && (
        <p className="tt-muted tt-element-missing">
          {labelled(text('noValues'), titles.join(' · '), language)}
        </p>
      )}
      <DashletDialogs open={open} page={page} chosen={chosen} customerId={customerId} compared={compared} />
    </>
  );
}
