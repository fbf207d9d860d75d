import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { useLanguage } from '#web/lib/text.ts';
import { shownIncident } from './shown-incident.ts';
import { useIncident } from './use-incident.ts';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
}

/** The incident in one sentence: what happens where, for how long, and what else belongs to it. */
export function IncidentLine(props: Props) {
  const language = useLanguage();
  const incident = useIncident(props);
  if (incident === undefined) return null;
  const { window, length } = props.alarm;
  return <p className="tt-incident">{shownIncident(incident, window + length, language)}</p>;
}
