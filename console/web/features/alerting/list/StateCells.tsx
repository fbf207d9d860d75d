import { IconRepeat } from '@tabler/icons-react';
import { operatorSign, type AlarmRow } from '#schemas/alerting/alert.ts';
import { formatAge } from '#schemas/unit/duration.ts';
import { useFreshness } from '#web/kernel/alert/use-freshness.ts';
import { isoOf } from '#web/lib/clock.ts';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { FreshnessMark } from '#web/ui/freshness/FreshnessMark.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { alarmState } from './alarm-state.ts';
import { latestValue } from './alarm-value.ts';
import { MeasureDots } from './MeasureDots.tsx';
import { useKpiText } from '#web/kernel/kpi/use-kpi-text.ts';
import { useAlertingTexts } from '../texts/en.ts';

interface Props {
  readonly alarm: AlarmRow;
}

/** The newest value against its threshold; emphasized only while it is out of limits. */
export function ValueAgainstThreshold({ alarm }: Props) {
  const text = useAlertingTexts();
  const kpi = useKpiText(alarm.kpi);
  const value = latestValue(alarm.recent);
  const state = alarmState(alarm);
  const shown = value === null ? text('noValue') : kpi.reading(value, alarm.threshold);
  return (
    <span
      className="tt-value-limit"
      data-state={state}
      data-severity={alarm.severity}
      title={state === 'noData' && value !== null ? text('lastValue', { value: shown }) : undefined}
    >
      <span className="tt-value">{shown}</span>
      <span className="tt-limit">{`${operatorSign(alarm.operator)} ${kpi.threshold(alarm.threshold)}`}</span>
    </span>
  );
}

function useStateHint({ noDataSince, held, window, length }: AlarmRow): string | undefined {
  const text = useAlertingTexts();
  const language = useLanguage();
  const hints: string[] = [];
  if (noDataSince !== undefined)
    hints.push(text('noDataFor', { age: formatAge((window + length - noDataSince) * 1_000, language) }));
  if (held !== undefined) hints.push(text('heldUntil', { count: held.clearAfter, good: held.good }));
  return hints.length === 0 ? undefined : hints.join(' ');
}

/** Why the alarm runs, and the measures that decided it. */
export function StateCell({ alarm }: Props) {
  const text = useAlertingTexts();
  const state = alarmState(alarm);
  return (
    <span className="tt-state-cell" data-state={state} title={useStateHint(alarm)}>
      <span className="tt-state-word">{text(state)}</span>
      <MeasureDots {...alarm} />
    </span>
  );
}

/** Start of the alarm, with a mark if it keeps coming back. */
export function StartCell({ alarm }: Props) {
  const text = useAlertingTexts();
  const { flaps = 0 } = alarm;
  return (
    <span className="tt-start-cell">
      {flaps > 0 && (
        <span
          className="tt-flap"
          role="img"
          aria-label={text('flaps', { count: flaps })}
          title={text('flaps', { count: flaps })}
        >
          <IconRepeat size={13} aria-hidden="true" />
          {flaps}
        </span>
      )}
      <Time as="age" at={alarm.since * 1_000} />
    </span>
  );
}

/** End of the newest window, and how much later it was decided; instead of it a mark when decisions stay away. */
export function MeasuredCell({ alarm: { window, length, decided } }: Props) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const measuredMs = (window + length) * 1_000;
  const times =
    decided === undefined ? undefined : { at: decided, window: { start: window, length, decided } };
  const freshness = useFreshness(times);
  if (freshness.is === 'delayed' || freshness.is === 'stale')
    return <FreshnessMark inRow freshness={freshness} times={times} />;
  const measured = <time dateTime={isoOf(measuredMs)}>{formatTime(measuredMs, language)}</time>;
  if (decided === undefined) return <span className="tt-muted">{measured}</span>;
  return (
    <span
      className="tt-muted"
      title={text('measuredAndDecided', {
        measured: formatDateTime(measuredMs, language),
        decided: formatDateTime(decided, language),
      })}
    >
      {measured} <span className="tt-decided">+{formatAge(decided - measuredMs, language)}</span>
    </span>
  );
}
