import { IconStack2 } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { useAlertSearch } from '../alert-search.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useIncidents } from './use-running-incidents.ts';

/** At an alarm that does not run alone at its site: how many belong to its incident, with its sentence as tooltip. A click groups by incident. */
export function IncidentMark({ alarm, active }: { readonly alarm: AlarmRow; readonly active: boolean }) {
  const text = useAlertingTexts();
  const { search, change } = useAlertSearch();
  const { together, sentence } = useIncidents();
  const own = together(alarm);
  if (own.length < 2 || search.group === 'incident') return null;
  return (
    <button
      type="button"
      className="tt-incident-mark"
      tabIndex={active ? 0 : -1}
      aria-label={text('groupIncident', { count: own.length })}
      title={sentence(own)}
      onClick={() => change({ group: 'incident' }, true)}
    >
      <IconStack2 size={13} aria-hidden="true" />
      {own.length}
    </button>
  );
}
