import { useState } from 'react';
import { IconCurrentLocation, IconUserCheck } from '@tabler/icons-react';
import { isUnhandled } from '#schemas/alerting/counts.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isFresh } from '#web/kernel/alert/fresh-alarms.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { useKpiText } from './use-kpi-text.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';
import { useHandlingDisabledReason } from '../handling/use-handling-disabled-reason.ts';

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

export interface RowActions {
  readonly onLocate: (site: number) => void;
  readonly onAcknowledge: (alarm: AlarmRow) => void;
}

interface ButtonProps extends RowActions {
  readonly alarm: AlarmRow;
  readonly active: boolean;
}

export function RowButtons({ alarm, active, onLocate, onAcknowledge }: ButtonProps) {
  const text = useAlertingTexts();
  return (
    <span className="tt-row-actions">
      <IconButton
        small
        tabIndex={active ? 0 : -1}
        label={text('acknowledgeOne', { alarm: alarm.name, element: alarm.elementName })}
        icon={<IconUserCheck size={15} />}
        keys="A"
        disabledReason={useHandlingDisabledReason()}
        onClick={() => onAcknowledge(alarm)}
      />
      <IconButton
        small
        tabIndex={active ? 0 : -1}
        label={text('locate', { site: alarm.siteName })}
        icon={<IconCurrentLocation size={15} />}
        keys="L"
        onClick={() => onLocate(alarm.site)}
      />
    </span>
  );
}
