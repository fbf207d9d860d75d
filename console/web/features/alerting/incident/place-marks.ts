import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { placeOfIncident } from '#schemas/alerting/incident/incident-place.ts';

/**
 * What decides the state of an incident, of the alarms that run at the place of one of them: which they are, how severe, and who handles
 * them. Equal as long as the incident need not be read again.
 */
export function placeMarks(alarms: readonly AlarmRow[], alarm: AlarmRow): string {
  const place = placeOfIncident(alarm);
  return alarms
    .filter((each) => placeOfIncident(each) === place)
    .map(({ id, since, severity, acknowledged, assigned }) =>
      [id, since, severity, acknowledged?.at, assigned?.at].join(),
    )
    .toSorted()
    .join(' ');
}
