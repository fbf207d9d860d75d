import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { groupIncidents } from '#schemas/alerting/incident/group-incidents.ts';
import { placeOfIncident } from '#schemas/alerting/incident/incident-place.ts';
import type { AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import type { DescribedIncident } from '#schemas/alerting/incident/incident-sentence.ts';
import type { Language } from '#web/lib/text.ts';
import { shownIncident } from './shown-incident.ts';

/** Running incidents by their place: all alarms that run at one place at one time belong to one incident. */
export type RunningIncidents = ReadonlyMap<string, AlarmIncident>;

/** The place of an incident, from its id. */
const placeIn = ({ id }: AlarmIncident): string => id.slice(0, id.lastIndexOf(':'));

export const runningByPlace = (incidents: readonly AlarmIncident[]): RunningIncidents =>
  new Map(incidents.filter(({ end }) => end === null).map((each) => [placeIn(each), each]));

/** The incident of alarms that run at one place, as far as these rows show it. Undefined without any. */
export function incidentOfRows(rows: readonly AlarmRow[]): DescribedIncident | undefined {
  const [group] = groupIncidents(
    rows.map((row) => ({
      row,
      alarm: row.alarm,
      element: row.element,
      site: row.site,
      kpi: row.kpi,
      severity: row.severity,
      start: row.since,
      end: null,
    })),
  );
  if (group === undefined) return undefined;
  const { row } = group.main;
  return {
    siteName: row.siteName,
    start: group.start,
    end: null,
    alarms: group.parts.length,
    elements: new Set(group.parts.map(({ element }) => element)).size,
    main: { name: row.name, elementName: row.elementName },
  };
}

/** As the history has it, which knows of alarms that have cleared; of a raise that is not stored yet, as the rows do. */
export function incidentOfPlace(
  rows: readonly AlarmRow[],
  known: RunningIncidents,
): DescribedIncident | undefined {
  const [first] = rows;
  return (first && known.get(placeOfIncident(first))) ?? incidentOfRows(rows);
}

interface SentenceOptions {
  readonly known: RunningIncidents;
  readonly until: number;
  readonly language: Language;
  /** Where the site is named already. */
  readonly withoutSite: boolean;
}

/** The sentence of the incident of alarms that run at one place; empty without any. */
export function sentenceOfPlace(
  rows: readonly AlarmRow[],
  { known, until, language, withoutSite }: SentenceOptions,
): string {
  const incident = incidentOfPlace(rows, known);
  if (incident === undefined) return '';
  return shownIncident(withoutSite ? { ...incident, siteName: '' } : incident, until, language);
}
