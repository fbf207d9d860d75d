import { warningText } from '#schemas/problem/warning.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { usePeriodTexts } from './texts/en.ts';
import './period.css';

export interface ShownZone {
  readonly timeZone: string;
  /** A zone that this browser does not know, and whose place `timeZone` takes. */
  readonly unknownZone?: string | undefined;
}

/** The zone of the times of a period, or which one takes its place. */
export function PeriodZone({ timeZone, unknownZone }: ShownZone) {
  const text = usePeriodTexts();
  const language = useLanguage();
  return unknownZone === undefined ? (
    <span className="tt-muted tt-period-zone">{labelled(text('timeZone'), timeZone, language)}</span>
  ) : (
    <span role="status" className="tt-period-zone">
      {warningText('TIMEZONE_FALLBACK', language, { name: unknownZone, fallback: timeZone })}
    </span>
  );
}
