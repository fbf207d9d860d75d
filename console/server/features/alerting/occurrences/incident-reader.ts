import {
  INCIDENT_GAP_SECONDS,
  groupIncidents,
  type IncidentGroup,
  type IncidentPart,
} from '#schemas/alerting/incident/group-incidents.ts';
import {
  incidentLimits,
  type AlarmIncident,
  type listIncidents,
} from '#schemas/alerting/incident/incident.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { AlarmOccurrence } from '#schemas/alerting/occurrences.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { RouteCall } from '#server/kernel/route/serve.ts';
import { severityOfRank } from './event-code.ts';
import type { OccurrenceRow } from './occurrence-queries.ts';

type IncidentQuery = RouteCall<typeof listIncidents>['query'];

/** A row of the history as a part of an incident. */
interface RowPart extends IncidentPart {
  readonly row: OccurrenceRow;
}

export interface IncidentPeriod {
  readonly from: number;
  readonly to: number;
}

interface IncidentNeeds {
  /** The rows of a period, up to a limit. */
  readonly rows: (period: IncidentPeriod, limit: number) => Promise<readonly OccurrenceRow[]>;
  readonly kpiKeys: (rows: readonly OccurrenceRow[]) => Promise<(row: OccurrenceRow) => string>;
  /** What is shown of rows, in their order. */
  readonly occurrences: (rows: readonly OccurrenceRow[]) => Promise<readonly AlarmOccurrence[]>;
}

/** Times that the start of an incident is looked for before the one found so far. */
const MAX_ROUNDS = 12;

const partOf = (row: OccurrenceRow, kpi: string, from: number): RowPart => ({
  row,
  alarm: row.alarm,
  element: row.element,
  site: row.site,
  kpi,
  severity: severityOfRank(row.rank),
  // Raised at a time that is not kept any more.
  start: row.raised === 0 ? from : row.raised,
  end: row.cleared === 0 ? null : row.cleared,
});

const isWithin = ({ start, end }: IncidentGroup<RowPart>, { from, to }: IncidentPeriod): boolean =>
  start < to && (end ?? Infinity) >= from;

/**
 * The incidents of a period, each whole: what ran before the period decides when an incident began, so it is read as far back as one
 * that is in the period may begin.
 */
async function findIncidents(
  needs: IncidentNeeds,
  period: IncidentPeriod,
): Promise<IncidentGroup<RowPart>[]> {
  let { from } = period;
  for (let round = 1; ; round += 1) {
    const rows = await needs.rows({ from, to: period.to }, incidentLimits.alarms + 1);
    if (rows.length > incidentLimits.alarms) throw new ProblemError('TOO_MUCH_DATA');
    const keyOf = await needs.kpiKeys(rows);
    const found = groupIncidents(rows.map((row) => partOf(row, keyOf(row), from)));
    const shown = found.filter((incident) => isWithin(incident, period));
    const first = shown.reduce((least, { start }) => Math.min(least, start), Infinity) - INCIDENT_GAP_SECONDS;
    if (first >= from || round === MAX_ROUNDS || shown.length === 0) return shown;
    from = Math.max(0, first);
  }
}

function incidentOf(
  { id, site, severity, start, end, parts }: IncidentGroup<RowPart>,
  main: AlarmOccurrence,
): AlarmIncident {
  const { alarm, element, name, kpi, elementName, raisedAt, clearedAt } = main;
  return {
    id,
    site,
    siteName: main.siteName,
    severity,
    start,
    end,
    alarms: parts.length,
    running: parts.filter((part) => part.end === null).length,
    elements: new Set(parts.map((part) => part.element)).size,
    main: { alarm, element, name, kpi, elementName, severity: main.severity, raisedAt, clearedAt },
    owner: main.assignedTo,
    acknowledgedBy: main.acknowledgedBy,
  };
}

/** `severities`: the worst that incidents had; none: all. */
export type ReadIncidentQuery = Omit<IncidentQuery, 'site'> & { readonly severities?: readonly Severity[] };

/** The incidents of a period, the newest first, and when each began and ended, also of those that are not listed. Throws TOO_MUCH_DATA. */
export async function readIncidents(
  needs: IncidentNeeds,
  { from, to, limit, severities = [] }: ReadIncidentQuery,
) {
  const all = await findIncidents(needs, { from, to });
  const isShown = ({ severity }: IncidentGroup<RowPart>): boolean =>
    severities.length === 0 || severities.includes(severity);
  const found = all.filter(isShown).toReversed();
  const listed = found.slice(0, limit);
  const mains = await needs.occurrences(listed.map(({ main }) => main.row));
  return {
    total: found.length,
    spans: found.map(({ start, end }) => ({ start, end })),
    incidents: listed.flatMap((incident, index) => {
      const main = mains[index];
      return main === undefined ? [] : [incidentOf(incident, main)];
    }),
  };
}
