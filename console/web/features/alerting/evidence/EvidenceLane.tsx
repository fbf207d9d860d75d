import { useMemo } from 'react';
import { IconMessagePlus } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { createAnnotation } from '#schemas/annotation/routes.ts';
import { filteredKinds } from '#schemas/data/element-filter.ts';
import { AnnotationEditors, useAnnotationEditors } from '#web/kernel/annotation/AnnotationEditors.tsx';
import { useAnnotationTexts } from '#web/kernel/annotation/texts/en.ts';
import { useAnnotations } from '#web/kernel/annotation/use-annotations.ts';
import { EventLane } from '#web/kernel/lane/EventLane.tsx';
import { useMarkedChanges } from '#web/kernel/lane/use-marked-changes.ts';
import type { GraphPeriod } from '#web/kernel/kpi/graph-points.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  readonly period: GraphPeriod;
  /** Of the graph. */
  readonly title: string;
}

/** Applications and classes are numbers in filters: alarms on them are about their site. */
const ofFlows: readonly string[] = ['application', 'class'];

/** What the events of the graph are about: its element, or the site of what flows carry. */
function shownElements({ element, elementKind, site }: AlarmRow) {
  const kind = filteredKinds.find((one) => one === elementKind && !ofFlows.includes(one));
  const of =
    kind === undefined ? { element: 'site' as const, ids: [site] } : { element: kind, ids: [element] };
  return [{ element: of.element, filters: [of] }];
}

/** The alarm itself is a line of the graph, and its definition has a list of its own. */
const drawnElsewhere = { alarms: [], definitions: [] };

/** What users noted and changed in the period of the graph, below it, and what adds a note at its end. */
export function EvidenceLane({ alarm, customerId, period, title }: Props) {
  const text = useAnnotationTexts();
  const { from, to } = period;
  const editors = useAnnotationEditors();
  const elements = shownElements(alarm);
  const annotations = useAnnotations(customerId, { from, to, elements });
  const changes = useMarkedChanges(customerId, { from, to, elements });
  const { element, elementName, elementKind, site, siteName } = alarm;
  const places = useMemo(
    () => [
      ...(ofFlows.includes(elementKind) ? [] : [{ element, name: elementName }]),
      ...(site === element ? [] : [{ element: site, name: siteName }]),
    ],
    [element, elementName, elementKind, site, siteName],
  );
  const timeZone = ownZone();
  return (
    <>
      <EventLane
        at="below"
        {...drawnElsewhere}
        title={title}
        annotations={annotations}
        changes={changes}
        customerId={customerId}
        places={places}
        timeZone={timeZone}
        editors={editors}
        span={period}
        end={to}
        isLinked
      />
      <IconButton
        small
        label={text('add')}
        icon={<IconMessagePlus size={15} />}
        disabledReason={useDisabledReason(createAnnotation)}
        onClick={() => editors.add({ from: to, to: null, places })}
      />
      <AnnotationEditors editors={editors} customerId={customerId} timeZone={timeZone} places={places} />
    </>
  );
}
