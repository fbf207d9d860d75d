import { collect, type Steps } from '#platform/clock/steps.ts';
import {
  INCIDENT_GAP_SECONDS,
  incidentSteps,
  type IncidentGroup,
  type IncidentPart,
} from '#schemas/alerting/incident/group-incidents.ts';
import { placeOfIncident } from '#schemas/alerting/incident/incident-place.ts';
import {
  incidentLimits,
  type AlarmIncident,
  type listIncidents,
} from '#schemas/alerting/incident/incident.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { AlarmOccurrence } from '#schemas/alerting/occurrences.ts';
import { isLoad, type IncidentShare } from '#schemas/alerting/incident/incident-cause.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { RouteCall } from '#server/kernel/route/serve.ts';
import type { IncidentSpan } from '../incident/incident-entries.ts';
import { severityOfRank } from './event-code.ts';
import type { OccurrenceExtent, OccurrenceRow } from './occurrence-queries.ts';

type IncidentQuery = RouteCall<typeof listIncidents>['query'];

/** A row of the history as a part of an incident. */
interface RowPart extends IncidentPart {
  readonly row: OccurrenceRow;
}

export interface IncidentPeriod {
  readonly from: number;
  readonly to: number;
}

/** An incident with the alarms that it is made of. */
export interface FoundIncident {
  readonly incident: AlarmIncident;
  readonly span: IncidentSpan;
  readonly parts: readonly IncidentPart[];
}

/** Incidents of a period, of what a caller may see. */
export type IncidentGroups = readonly IncidentGroup<RowPart>[];

/** Without who was notified: incidents do not say it, and targets have names only for those who may read them. */
export type UnnotifiedOccurrence = Omit<AlarmOccurrence, 'notified'>;

/** The owners of incidents that were given one themselves, by id; null: it was taken away. */
export type IncidentOwners = ReadonlyMap<string, string | null>;

interface IncidentNeeds {
  /** Makes a read once for all callers who request the same one. */
  readonly atOnce: (period: IncidentPeriod, read: () => Promise<IncidentGroups>) => Promise<IncidentGroups>;
  /** How many alarms ran in a period, and when the first of them was raised: of all of them a single row. */
  readonly extent: (period: IncidentPeriod) => Promise<OccurrenceExtent>;
  /** The rows of a period, up to a limit. */
  readonly rows: (period: IncidentPeriod, limit: number) => Promise<readonly OccurrenceRow[]>;
  /** Runs steps; others have their turns between them. */
  readonly inSteps: <Value>(steps: Steps<Value>) => Promise<Value>;
  readonly kpiKeys: (rows: readonly OccurrenceRow[]) => Promise<(row: OccurrenceRow) => string>;
  /** What is shown of rows, in their order: once for all callers who request the same, so without what depends on one. */
  readonly occurrences: (rows: readonly OccurrenceRow[]) => Promise<readonly UnnotifiedOccurrence[]>;
  readonly owners: (incidents: readonly IncidentSpan[]) => Promise<IncidentOwners>;
  /** What the traffic of the element of a main alarm is in a period; undefined where flows do not say it. */
  readonly share: (main: UnnotifiedOccurrence, period: IncidentPeriod) => Promise<IncidentShare | undefined>;
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
  // Raised at a time that is not retained any more.
  start: row.raised === 0 ? from : row.raised,
  end: row.cleared === 0 ? null : row.cleared,
});

const isWithin = ({ start, end }: IncidentGroup<RowPart>, { from, to }: IncidentPeriod): boolean =>
  start < to && (end ?? Infinity) >= from;

/** The rows as parts of incidents, grouped. */
function* groupedRows(
  rows: readonly OccurrenceRow[],
  keyOf: (row: OccurrenceRow) => string,
  from: number,
): Steps<IncidentGroups> {
  const parts = yield* collect(rows, (row) => partOf(row, keyOf(row), from));
  return yield* incidentSteps(parts);
}

const startsWith = (first: number): number => Math.max(0, first - INCIDENT_GAP_SECONDS);

/**
 * The incidents of a period, each whole: what ran before the period decides when an incident began, so it is read as far back as one
 * that is in the period may begin.
 */
async function findIncidents(needs: IncidentNeeds, period: IncidentPeriod): Promise<IncidentGroups> {
  const { alarms, first } = await needs.extent(period);
  if (alarms === 0) return [];
  if (alarms > incidentLimits.alarms) throw new ProblemError('TOO_MUCH_DATA');
  let from = Math.min(period.from, startsWith(first));
  for (let round = 1; ; round += 1) {
    const rows = await needs.rows({ from, to: period.to }, incidentLimits.alarms + 1);
    if (rows.length > incidentLimits.alarms) throw new ProblemError('TOO_MUCH_DATA');
    const keyOf = await needs.kpiKeys(rows);
    const found = await needs.inSteps(groupedRows(rows, keyOf, from));
    const shown = found.filter((incident) => isWithin(incident, period));
    const before = startsWith(shown.reduce((least, { start }) => Math.min(least, start), Infinity));
    if (before >= from || round === MAX_ROUNDS) return shown;
    from = before;
  }
}

function incidentOf(
  { id, site, severity, start, end, parts }: IncidentGroup<RowPart>,
  main: UnnotifiedOccurrence,
  { share, owner }: { readonly share: IncidentShare | undefined; readonly owner: string | null | undefined },
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
    ...(share === undefined ? {} : { share }),
    owner: owner === undefined ? main.assignedTo : owner,
    acknowledgedBy: main.acknowledgedBy,
  };
}

/** Of an incident, the last hour says what its line carries now; more would be read for no other sentence. Seconds. */
const SHARE_SECONDS = 3_600;
const FLOW_STEP_SECONDS = 300;

/** The shares of the first incidents whose main alarm is about the load of a line. One that cannot be read is left out. */
async function readShares(
  needs: Pick<IncidentNeeds, 'share'>,
  incidents: readonly IncidentGroup<RowPart>[],
  { mains, to }: { readonly mains: readonly UnnotifiedOccurrence[]; readonly to: number },
): Promise<ReadonlyMap<string, IncidentShare>> {
  const loads = incidents
    .map((incident, index) => ({ incident, main: mains[index] }))
    .flatMap(({ incident, main }) => (main !== undefined && isLoad(main.kpi) ? [{ incident, main }] : []))
    .slice(0, incidentLimits.causes);
  const read = await Promise.allSettled(
    loads.map(async ({ incident, main }) => {
      const until = Math.min(incident.main.end ?? to, to);
      const begin = Math.max(incident.main.start, until - SHARE_SECONDS);
      // With the step of the flows that it is in.
      const from = begin - (begin % FLOW_STEP_SECONDS);
      const share = from < until ? await needs.share(main, { from, to: until }) : undefined;
      return share === undefined ? [] : [[incident.id, share] as const];
    }),
  );
  return new Map(read.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])));
}

/** `severities`: the worst that incidents had; none: all. */
export type ReadIncidentQuery = Omit<IncidentQuery, 'site' | 'cluster'> & {
  readonly severities?: readonly Severity[];
};

/** The incidents of a period, the newest first, and when each began and ended, also of those that are not listed. Throws TOO_MUCH_DATA. */
export async function readIncidents(
  needs: IncidentNeeds,
  { from, to, limit, severities = [] }: ReadIncidentQuery,
) {
  const all = await needs.atOnce({ from, to }, () => findIncidents(needs, { from, to }));
  const isShown = ({ severity }: IncidentGroup<RowPart>): boolean =>
    severities.length === 0 || severities.includes(severity);
  const found = all.filter(isShown).toReversed();
  const incidents = await describe(needs, found.slice(0, limit), to);
  return { total: found.length, spans: found.map(({ start, end }) => ({ start, end })), incidents };
}

const spanOf = ({ id, site, start, end, main }: IncidentGroup<RowPart>): IncidentSpan => ({
  id,
  site,
  cluster: site === 0 ? main.element : 0,
  start,
  end,
});

/** Incidents with the names of their main alarms, their shares and their owners. */
async function describe(
  needs: IncidentNeeds,
  listed: readonly IncidentGroup<RowPart>[],
  to: number,
): Promise<AlarmIncident[]> {
  const [mains, owners] = await Promise.all([
    needs.occurrences(listed.map(({ main }) => main.row)),
    needs.owners(listed.map(spanOf)),
  ]);
  const shares = await readShares(needs, listed, { mains, to });
  return listed.flatMap((incident, index) => {
    const main = mains[index];
    const { id } = incident;
    return main === undefined
      ? []
      : [incidentOf(incident, main, { share: shares.get(id), owner: owners.get(id) })];
  });
}

/** The incident of a place at a time. Undefined: none that the caller sees. Throws TOO_MUCH_DATA. */
export async function findIncident(
  needs: IncidentNeeds,
  { place, at, to }: { readonly place: string; readonly at: number; readonly to: number },
): Promise<FoundIncident | undefined> {
  const all = await needs.atOnce({ from: at, to }, () => findIncidents(needs, { from: at, to }));
  const group = all.find(
    ({ main, start, end }) => placeOfIncident(main) === place && start <= at && (end ?? Infinity) >= at,
  );
  if (group === undefined) return undefined;
  const [incident] = await describe(needs, [group], to);
  return incident && { incident, span: spanOf(group), parts: group.parts };
}
