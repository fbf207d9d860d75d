import { useState } from 'react';
import { isUnhandled } from '#schemas/alerting/counts.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isFresh } from '#web/kernel/alert/fresh-alarms.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { useKpiText } from '#web/kernel/kpi/use-kpi-text.ts';

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

export function SiteName({ name }: { readonly name: string }) {
  return (
    <span className="tt-ellipsis" title={name}>
      {name}
    </span>
  );
}
