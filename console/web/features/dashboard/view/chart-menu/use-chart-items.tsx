import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconArrowsDiff, IconBell, IconCompass, IconMessagePlus } from '@tabler/icons-react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { createAnnotation } from '#schemas/annotation/routes.ts';
import { comparisons } from '#schemas/data/comparison.ts';
import { useExplorer } from '#web/kernel/explore/ExploreLink.tsx';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useMissingPermission, usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useSourceDocument } from '../../data/request-data.ts';
import type { DataPage } from '../../data/data-page.ts';
import { comparableBy, type Comparable } from '../../data/compared-elements.ts';
import { resultOf } from '../../data/dashlet-data.ts';
import { exploreOfChart } from './explore-of-chart.ts';
import { useChartMenuTexts } from './texts/en.ts';
import type { ComparedCharts } from './use-compared.ts';

export interface ChartMenuOptions {
  readonly page: DataPage;
  readonly customerId: number;
  readonly compared?: ComparedCharts | undefined;
  readonly onAnnotate: (dashlet: Dashlet) => void;
  readonly onAlarm: (dashlet: Dashlet) => void;
  readonly onCompare: (dashlet: Dashlet, comparable: Comparable) => void;
}

const item = (label: string, icon: ReactNode, run: () => void): MenuItem => ({
  is: 'action',
  label,
  icon,
  run,
});

/** What leads from a chart over time to annotations, alarms, earlier periods and the explorer. */
export function useChartItems(options: ChartMenuOptions): (dashlet: Dashlet) => readonly MenuItem[] {
  const { page, customerId, compared, onAnnotate, onAlarm, onCompare } = options;
  const text = useChartMenuTexts();
  const kpis = useKpis();
  const navigate = useNavigate();
  const { modules } = useSession();
  const mayAnnotate = useMissingPermission(createAnnotation) === undefined;
  const mayDefine = usePermission('TEMPLATE.COCKPIT.write') && modules.includes('cockpit');
  const mayExplore = useExplorer();
  // Readers of a document get what it shows and nothing else.
  const mayCompare = useSourceDocument() === undefined;
  /** Elements that are compared, and another one. */
  const comparingElements = (dashlet: Dashlet, charts: ComparedCharts): readonly MenuItem[] => {
    const { id } = dashlet;
    const request = page.requestOf(id);
    const isStacked = dashlet.type === 'timeline' && dashlet.settings.stacked;
    const comparable =
      request === undefined || isStacked
        ? undefined
        : comparableBy(request, { result: resultOf(page.read(id)), kpis });
    return [
      ...charts.othersOf(id).map((other): MenuItem => ({
        is: 'action',
        label: text('compareStop', { name: other.name }),
        run: () => charts.remove(id, other.id),
      })),
      ...(comparable === undefined
        ? []
        : [item(text('compareOther'), <IconArrowsDiff size={15} />, () => onCompare(dashlet, comparable))]),
    ];
  };
  const comparing = (dashlet: Dashlet): readonly MenuItem[] =>
    !mayCompare || compared === undefined
      ? []
      : [
          { is: 'heading', label: text('compare') },
          ...(['none', ...comparisons] as const).map((one): MenuItem => ({
            is: 'action',
            label: text(`compare_${one}`),
            chosen: compared.of(dashlet) === one,
            run: () => compared.choose(dashlet.id, one),
          })),
          ...comparingElements(dashlet, compared),
          { is: 'line', id: 'compared' },
        ];
  return (dashlet) => {
    if (dashlet.type !== 'timeline') return [];
    const request = page.requestOf(dashlet.id);
    const filter = mayExplore && request !== undefined ? exploreOfChart(request, kpis) : undefined;
    return [
      ...(mayAnnotate
        ? [item(text('annotate'), <IconMessagePlus size={15} />, () => onAnnotate(dashlet))]
        : []),
      ...(mayDefine ? [item(text('createAlarm'), <IconBell size={15} />, () => onAlarm(dashlet))] : []),
      ...(filter !== undefined && request !== undefined
        ? [
            item(text('explore'), <IconCompass size={15} />, () => {
              const { from, to } = request;
              const by = ['application', 'remote-site'];
              void navigate({
                to: '/explore',
                search: { customer: customerId, from, to, by, ...(filter !== '' && { filter }) },
              } as never);
            }),
          ]
        : []),
      ...comparing(dashlet),
    ];
  };
}
