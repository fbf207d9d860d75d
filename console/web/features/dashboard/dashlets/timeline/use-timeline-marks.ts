import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listElementMarks, type ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { useAnnotations } from '#web/kernel/annotation/use-annotations.ts';
import { useMarkedChanges } from '#web/kernel/lane/use-marked-changes.ts';
import { markQuery, shownElements } from './mark-query.ts';
import { noMarks } from './timeline-marks.ts';

/** What is marked on a timeline. `isPart`: of the last part of its period only, which is longer than what is marked. */
export interface TimelineMarks {
  readonly marks: ElementMarks;
  readonly isPart: boolean;
}

/** What is marked on a timeline; nothing for users who do not see alarms. */
export function useTimelineMarks({
  settings,
  result,
  request,
  customerId,
}: Pick<DashletProps<'timeline'>, 'settings' | 'result' | 'request' | 'customerId'>): TimelineMarks {
  const mayRead = usePermission('ALERT.read');
  const kpis = useKpis();
  const requested =
    mayRead && result !== undefined && request !== undefined
      ? markQuery({ marks: settings.marks, kpis }, request, result)
      : undefined;
  const { data } = useQuery({
    ...namedQuery('element-marks', [customerId, requested], async (signal) =>
      requested === undefined
        ? noMarks
        : await call(listElementMarks, { params: { customerId }, body: requested, signal }),
    ),
    enabled: requested !== undefined,
    select: useNamedAlarms(),
    placeholderData: keepPreviousData,
  });
  if (requested === undefined) return { marks: noMarks, isPart: false };
  return { marks: data ?? noMarks, isPart: result !== undefined && requested.from > result.from };
}

/** What users noted about the elements of a timeline in its period, and changes of their configuration; nothing on a wall. */
export function useTimelineEvents({
  result,
  request,
  customerId,
}: Pick<DashletProps<'timeline'>, 'result' | 'request' | 'customerId'>) {
  const mayRead = usePermission('HOME.read');
  const kpis = useKpis();
  const isShown = result !== undefined && request !== undefined && result.from < result.to;
  const elements = isShown ? [...shownElements(request, { result, kpis })] : [];
  const period = isShown ? { from: result.from, to: result.to } : undefined;
  const annotations = useAnnotations(
    customerId,
    mayRead && period ? { ...period, ...(elements.length > 0 && { elements }) } : undefined,
  );
  const changes = useMarkedChanges(customerId, period && { ...period, elements });
  return { annotations, changes };
}
