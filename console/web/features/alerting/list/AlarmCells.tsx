import { useState } from 'react';
import { isUnhandled } from '#schemas/alerting/counts.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isFresh } from '#web/kernel/alert/fresh-alarms.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { useKpiText } from '#web/kernel/kpi/use-kpi-text.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';

/** A newly raised critical alarm is highlighted once. */
export function AlarmSeverity({ alarm }: { readonly alarm: AlarmRow }) {
  const [fresh] = useState(() => alarm.severity === 'critical' && isFresh(alarm.id));
  return (
    <span
      className={fresh ? 'tt-alarm-severity tt-fresh' : 'tt-alarm-severity'}
      data-handled={!isUnhandled(alarm)}
      data-silenced={alarm.silenced !== undefined}
    >
      <SeverityBadge short status={alarm.severity} />
    </span>
  );
}

export function AlarmName({ alarm }: { readonly alarm: AlarmRow }) {
  const kpi = useKpiText(alarm.kpi);
  return (
    <span className="tt-alarm-name" title={`${alarm.name} · ${kpi.name}`}>
      <strong className="tt-ellipsis">{alarm.name}</strong>
      <span className="tt-alarm-kpi">{kpi.name}</span>
    </span>
  );
}

interface AlarmPlaceProps {
  readonly alarm: Pick<AlarmRow, 'site' | 'siteName' | 'element' | 'elementKind' | 'elementName'>;
  readonly customer: number | undefined;
  readonly active: boolean;
}

export function SiteName({ alarm: { site, siteName }, ...place }: AlarmPlaceProps) {
  return (
    <ElementLink kind="site" id={site} {...place}>
      <span className="tt-ellipsis" title={siteName}>
        {siteName}
      </span>
    </ElementLink>
  );
}

export function AlarmElementName({
  alarm: { element, elementKind, elementName },
  ...place
}: AlarmPlaceProps) {
  return (
    <ElementLink kind={elementKind} id={element} {...place}>
      <MiddleEllipsis text={elementName} />
    </ElementLink>
  );
}
