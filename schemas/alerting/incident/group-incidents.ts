import { severities, type Severity } from '../severity.ts';
import { placeOfIncident } from './incident-place.ts';

/** An alarm on an element from its raise to its clear, as far as an incident needs it. Seconds since 1970. */
export interface IncidentPart {
  readonly alarm: number;
  readonly element: number;
  /** 0 for a cluster, which has no site. */
  readonly site: number;
  /** Key of the KPI. */
  readonly kpi: string;
  /** The worst that it had. */
  readonly severity: Severity;
  readonly start: number;
  /** Null: it runs. */
  readonly end: number | null;
}

/** Alarms of one place that belong together by time. */
export interface IncidentGroup<Part extends IncidentPart> {
  /** `<site>:<element, 0 at a site>:<start>`: the same whatever happens later. */
  readonly id: string;
  readonly site: number;
  readonly start: number;
  /** Null: one of its alarms runs. */
  readonly end: number | null;
  readonly severity: Severity;
  /** In the order in which they were raised. */
  readonly parts: readonly Part[];
  /** The one that the others most likely follow from. */
  readonly main: Part;
}

/** An alarm that is raised at a place within this time after its last one cleared belongs to the same incident, seconds. */
export const INCIDENT_GAP_SECONDS = 900;

/** What is down explains what is slow: the nearer to the device, the sooner. Other KPIs come after these. */
const causes = ['cpe_avail', 'itf_avail', 'tun_avail', 'bgp_avail'];

const causeRank = ({ kpi }: IncidentPart): number => {
  const rank = causes.indexOf(kpi);
  return rank < 0 ? causes.length : rank;
};
const severityRank = ({ severity }: IncidentPart): number => severities.indexOf(severity);

/** Total orders: the result does not depend on the order of what is given. */
const byStart = (a: IncidentPart, b: IncidentPart): number =>
  a.start - b.start || a.alarm - b.alarm || a.element - b.element || a.site - b.site;
/** The alarm that others most likely follow from comes first. */
export const byCause = (a: IncidentPart, b: IncidentPart): number =>
  causeRank(a) - causeRank(b) || severityRank(a) - severityRank(b) || byStart(a, b);

function incidentOf<Part extends IncidentPart>(parts: readonly [Part, ...Part[]]): IncidentGroup<Part> {
  const [first] = parts;
  const worst = parts.reduce((one, other) => (severityRank(other) < severityRank(one) ? other : one));
  const main = parts.reduce((one, other) => (byCause(other, one) < 0 ? other : one));
  const ends = parts.map(({ end }) => end);
  return {
    id: `${placeOfIncident(first)}:${String(first.start)}`,
    site: first.site,
    start: first.start,
    end: ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0)),
    severity: worst.severity,
    parts,
    main,
  };
}

/** The alarms of one place in incidents: each is raised while another one runs, or soon after the last one cleared. */
function* incidentsAt<Part extends IncidentPart>(parts: readonly Part[]): Generator<IncidentGroup<Part>> {
  let open: [Part, ...Part[]] | undefined;
  let until = 0;
  for (const part of parts.toSorted(byStart)) {
    if (open !== undefined && part.start <= until + INCIDENT_GAP_SECONDS) open.push(part);
    else {
      if (open !== undefined) yield incidentOf(open);
      open = [part];
      until = part.start;
    }
    until = Math.max(until, part.end ?? Infinity);
  }
  if (open !== undefined) yield incidentOf(open);
}

/**
 * Groups alarms of one customer in incidents, by place and time. A pure function of the events that raised and cleared them: the same
 * live, in history and after a restart, in whatever order they come.
 */
export function groupIncidents<Part extends IncidentPart>(parts: Iterable<Part>): IncidentGroup<Part>[] {
  const steps = incidentSteps(parts);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Alarms that are grouped in one step: some milliseconds. */
const PARTS_OF_STEP = 5_000;

/** The same in steps, between which others have a turn: tens of thousands of alarms take a tenth of a second. */
export function* incidentSteps<Part extends IncidentPart>(
  parts: Iterable<Part>,
): Generator<undefined, IncidentGroup<Part>[]> {
  const places = new Map<string, Part[]>();
  let seen = 0;
  for (const part of parts) {
    const place = placeOfIncident(part);
    const own = places.get(place);
    if (own === undefined) places.set(place, [part]);
    else own.push(part);
    seen += 1;
    if (seen % PARTS_OF_STEP === 0) yield undefined;
  }
  const groups: IncidentGroup<Part>[] = [];
  let grouped = 0;
  for (const own of places.values()) {
    for (const group of incidentsAt(own)) groups.push(group);
    grouped += own.length;
    if (grouped < PARTS_OF_STEP) continue;
    yield undefined;
    grouped = 0;
  }
  return groups.sort((a, b) => byStart(a.parts[0] as Part, b.parts[0] as Part));
}
