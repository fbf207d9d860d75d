import type { Clock } from '#platform/clock/clock.ts';
import { runCooperatively, type Steps } from '#platform/clock/steps.ts';
import type { EventDelivery } from '#schemas/alerting/history.ts';
import {
  handoverLimits,
  MAX_OCCURRENCE_GROUPS,
  type AlarmOccurrence,
  type Handover,
  type listAlarmOccurrences,
  type listOccurrenceGroups,
  type OccurrenceGroup,
  type readHandover,
} from '#schemas/alerting/occurrences.ts';
import type { listIncidents } from '#schemas/alerting/incident/incident.ts';
import { incidentPlaceOf } from '#schemas/alerting/incident/incident-entry.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { audienceOf } from '#server/kernel/access/audience.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { withinLimits } from '#server/kernel/problem/query-problem.ts';
import type { RouteCall } from '#server/kernel/route/serve.ts';
import { SingleFlight } from '#server/shared/queue/single-flight.ts';
import type { AlarmInstance } from '../alarm-topology.ts';
import type { HistoryStatement } from '../alert-timeline.ts';
import { readEventDeliveries } from '../event-deliveries.ts';
import type { TrafficReader } from '../evidence/traffic-reader.ts';
import type { NoteRepository } from '../handling/note-repository.ts';
import type { AlertHistoryNeeds, HistoryScope } from '../history-reader.ts';
import { shownEntry, type IncidentEntries, type IncidentSpan } from '../incident/incident-entries.ts';
import { pastKpiKey } from '../past/past-alerts.ts';
import { readNameLookup } from '../past/past-name-lookup.ts';
import { severityOfRank } from './event-code.ts';
import {
  findIncident,
  readIncidents,
  type FoundIncident,
  type IncidentGroups,
  type IncidentOwners,
  type IncidentPeriod,
  type ReadIncidentQuery,
  type UnnotifiedOccurrence,
} from './incident-reader.ts';
import { IncidentReplies, type IncidentReply } from './incident-replies.ts';
import { occurrenceSumsSql, sumsOf, type OccurrenceSums } from './occurrence-sums.ts';
import {
  lastOutcomes,
  occurrenceDetails,
  occurrenceDetailsSql,
  type DetailRow,
  type OccurrenceDetails,
} from './occurrence-details.ts';
import { byName, namesMatcher, occurrenceNames, type OccurrenceNames } from './occurrence-names.ts';
import {
  handoverRowsSql,
  isNamed,
  occurrenceCountsSql,
  occurrenceExtentSql,
  occurrencePageSql,
  occurrenceRowsSql,
  subjectsSql,
  type HandoverRow,
  type Instance,
  type OccurrenceCounts,
  type OccurrenceExtent,
  type OccurrenceFilter,
  type OccurrencePage,
  type OccurrenceRow,
  type SubjectRow,
} from './occurrence-queries.ts';

export interface OccurrenceNeeds extends AlertHistoryNeeds {
  readonly clock: Clock;
  readonly notes: Pick<NoteRepository, 'listOfPeriod'>;
  readonly alerts: { sees(caller: HistoryScope['caller'], instance: AlarmInstance): boolean };
  readonly traffic: Pick<TrafficReader, 'readShare'>;
  readonly entries: Pick<IncidentEntries, 'listOf'>;
}

type IncidentQuery = RouteCall<typeof listIncidents>['query'];
type Filters = RouteCall<typeof readHandover>['query'];
type ListQuery = RouteCall<typeof listAlarmOccurrences>['query'];
type GroupQuery = RouteCall<typeof listOccurrenceGroups>['query'];

interface Named {
  readonly found: readonly (Instance & OccurrenceNames)[];
  readonly instances: OccurrenceFilter['instances'];
}
const noNames: Named = { found: [], instances: undefined };

/** Of one customer. */
type OwnFilter = OccurrenceFilter & { readonly customer: number };

type CountedRow = OccurrenceRow & OccurrenceCounts;

/** Incidents are grouped for this long before the server does other work, milliseconds. */
const SLICE_MS = 10;
const neverAborted = new AbortController().signal;

/** Alarms on elements whose names are searched or ordered. */
const MAX_NAMED = 100_000;

/** Where incidents are. */
type Places = Pick<IncidentQuery, 'site'> & { readonly element?: number[] | undefined };

/** Alarms of clusters have the site 0: one with a site matches no cluster. */
function placesOf({ site, cluster }: Partial<Pick<IncidentQuery, 'site' | 'cluster'>>): Places {
  if (cluster === undefined) return { site };
  return { site: site === undefined ? [0] : [], element: cluster };
}

type Counted = Pick<OccurrenceFilter, 'severity'>;

/** Of counts by severity: all, and how many have one that is needed. */
function totalsOf({ critical, major, minor }: OccurrenceCounts, { severity = severities }: Counted) {
  const counts = { critical, major, minor };
  return { total: [...new Set(severity)].reduce((sum, each) => sum + counts[each], 0), counts };
}
const noCounts: OccurrenceCounts = { critical: 0, major: 0, minor: 0 };

/** Reads the alarms that ran in a period. The store pairs their raises and clears, so that only the rows of a page are read. */
export class OccurrenceReader {
  readonly #needs: OccurrenceNeeds;
  readonly #incidents = new SingleFlight<IncidentGroups>();
  readonly #mains = new SingleFlight<readonly UnnotifiedOccurrence[]>();
  readonly #owners = new SingleFlight<IncidentOwners>();
  readonly #replies = new IncidentReplies();

  constructor(needs: OccurrenceNeeds) {
    this.#needs = needs;
  }

  /** A page of occurrences, and how many match. Throws TOO_MUCH_DATA. */
  async list(scope: HistoryScope, { order, offset, limit, q, ...query }: ListQuery) {
    const isDescending = order.startsWith('-');
    const column = isDescending ? order.slice(1) : order;
    const all = this.#filterOf(scope, query);
    const named = isNamed(column) || q !== undefined ? await this.#named(all, q) : noNames;
    const filter = { ...all, instances: named.instances };
    const by = isNamed(column)
      ? { ranked: named.found.toSorted(byName(column)) }
      : (column as Exclude<OccurrencePage['by'], object>);
    const page = { by, isDescending, offset, limit };
    const rows = await this.#query<CountedRow>(occurrencePageSql(filter, page));
    const [counts = noCounts] =
      rows.length > 0 ? rows : await this.#query<OccurrenceCounts>(occurrenceCountsSql(filter));
    return { ...totalsOf(counts, filter), occurrences: await this.#occurrences(scope, filter, rows) };
  }

  /** The groups with the most occurrences, and how many match. Throws TOO_MUCH_DATA. */
  async listGroups(scope: HistoryScope, { by, q, ...query }: GroupQuery) {
    const filter = await this.#matching(scope, { ...query, q });
    const column = by === 'device' ? 'element' : by;
    const all = await this.#query<OccurrenceSums>(occurrenceSumsSql(filter, column));
    const sums = all.filter(({ alarms }) => alarms > 0);
    const placed = sums.map(({ id }) => ({ alarm: 0, element: 0, site: 0, [column]: id }));
    const { then } = await readNameLookup(this.#needs, scope.customer, placed);
    const nameOf = (id: number): string =>
      (by === 'device' && then.device(id, filter.to)) || then[column](id, filter.to);
    const keyOf = ({ id }: OccurrenceSums): string => (by === 'device' ? nameOf(id) : String(id));
    const groups = [...Map.groupBy(sums, keyOf)]
      .map(([id, parts]) => groupOf(id, nameOf(parts[0]?.id ?? 0), parts))
      .sort((a, b) => b.alarms - a.alarms);
    return {
      ...totalsOf(sumsOf(all), filter),
      all: groups.length,
      groups: groups.slice(0, MAX_OCCURRENCE_GROUPS),
    };
  }

  /** What the next shift needs to know. Throws TOO_MUCH_DATA. */
  async readHandover(scope: HistoryScope, query: Filters): Promise<Handover> {
    const filter = await this.#matching(scope, query);
    const [found, { notes, next, on }] = await Promise.all([
      this.#query<HandoverRow>(handoverRowsSql(filter, handoverLimits)),
      this.#notes(scope, filter),
    ]);
    const occurrences = await this.#occurrences(scope, filter, [...found, ...on]);
    const take = (place: keyof HandoverRow & `${string}Place`, limit: number): AlarmOccurrence[] =>
      found
        .map((row, index) => ({ at: row[place], of: occurrences[index] }))
        .filter(({ at }) => at > 0 && at <= limit)
        .sort((a, b) => a.at - b.at)
        .flatMap(({ of }) => of ?? []);
    const byRun = new Map(occurrences.map((each) => [each.id, each]));
    const written = notes.flatMap((note) => {
      const of = byRun.get([note.alarm, note.element, note.since].join(':'));
      return of === undefined ? [] : [{ ...note, on: of }];
    });
    const [counts] = found;
    const { running, ranked } = handoverLimits;
    return {
      ...totalsOf(counts ?? noCounts, filter),
      unhandled: counts?.unhandled ?? 0,
      running: take('unhandledPlace', running),
      longest: take('longestPlace', ranked),
      flapping: take('frequentPlace', ranked),
      notes: written.slice(0, handoverLimits.notes),
      noted: written.length,
      isNotedCut: next !== null,
    };
  }

  /** Alarms that belong together by site and time, the newest first. Throws TOO_MUCH_DATA. */
  async listIncidents(scope: HistoryScope, query: IncidentQuery): Promise<IncidentReply> {
    const { total, incidents } = await this.incidentsIn(scope, query);
    return this.#replies.of({ total, incidents });
  }

  /** As `listIncidents`, with when each of all began and ended. */
  incidentsIn(
    scope: HistoryScope,
    { site, cluster, ...query }: ReadIncidentQuery & Pick<IncidentQuery, 'site' | 'cluster'>,
  ) {
    return readIncidents(this.#incidentNeeds(scope, { ...query, ...placesOf({ site, cluster }) }), query);
  }

  /** The incident with an id, or the one that it has become a part of, until now. Undefined: none that the caller sees. */
  findIncident(scope: HistoryScope, id: string, to: number): Promise<FoundIncident | undefined> {
    const named = incidentPlaceOf(id);
    if (named === undefined || named.at >= to) return Promise.resolve(undefined);
    const { site, cluster, at } = named;
    const period = { from: at, to, ...placesOf(site === 0 ? { cluster: [cluster] } : { site: [site] }) };
    const place = `${String(site)}:${String(cluster)}`;
    return findIncident(this.#incidentNeeds(scope, period), { place, at, to });
  }

  #incidentNeeds(
    scope: HistoryScope,
    { site, element, ...query }: Pick<IncidentQuery, 'from' | 'to'> & Places,
  ): Parameters<typeof readIncidents>[0] {
    const filterIn = (period: IncidentPeriod) => ({
      ...this.#filterOf(scope, { from: period.from, to: period.to, site }),
      element,
    });
    return {
      atOnce: (period, read) => this.#incidents.run(JSON.stringify(filterIn(period)), read),
      extent: async (period) => {
        const [extent] = await this.#query<OccurrenceExtent>(occurrenceExtentSql(filterIn(period)));
        return extent ?? { alarms: 0, first: 0 };
      },
      inSteps: async <Value>(steps: Steps<Value>) =>
        (await runCooperatively(steps, {
          clock: this.#needs.clock,
          signal: neverAborted,
          sliceMs: SLICE_MS,
        })) as Value,
      rows: (period, limit) => this.#query<OccurrenceRow>(occurrenceRowsSql(filterIn(period), limit)),
      kpiKeys: async (rows) => {
        const kinds = [...new Map(rows.map((row) => [row.kpi, row])).values()];
        const names = await readNameLookup(this.#needs, scope.customer, kinds);
        return ({ kpi }) => pastKpiKey(kpi, names);
      },
      occurrences: (rows) => {
        const first = rows.reduce((least, { raised }) => Math.min(least, raised), query.from);
        const filter = filterIn({ from: first, to: query.to });
        const of = rows.map(({ alarm, element, raised, cleared }) => [alarm, element, raised, cleared]);
        return this.#mains.run(JSON.stringify([filter, of]), () => this.#unnotified(scope, filter, rows));
      },
      share: ({ alarm, element, kpi }, period) =>
        this.#needs.traffic.readShare(
          scope.caller,
          { customer: scope.customer, alarm, element, kpi },
          period,
        ),
      owners: (incidents) => {
        // Entries are seen as alarms are.
        const { customer, visible } = filterIn(query);
        const key = JSON.stringify([customer, visible ?? null, incidents]);
        return this.#owners.run(key, () => this.#ownersOf(scope, incidents));
      },
    };
  }

  #filterOf({ customer, caller }: HistoryScope, query: Omit<Filters, 'q'>): OwnFilter {
    const audience = audienceOf(caller);
    const visible = audience === 'privileged' ? undefined : this.#needs.visibility.of(audience).shown();
    return { ...query, customer, site: withinSites(caller, customer, query.site), visible };
  }

  async #matching(scope: HistoryScope, { q, ...query }: Filters): Promise<OwnFilter> {
    const filter = this.#filterOf(scope, query);
    if (q === undefined) return filter;
    const { instances } = await this.#named(filter, q);
    return { ...filter, instances };
  }

  /** The alarms on elements of the period whose names match, with their names. `instances` is undefined when all match. */
  async #named(filter: OwnFilter, q = ''): Promise<Named> {
    const subjects = await this.#query<SubjectRow>(subjectsSql(filter, MAX_NAMED + 1));
    if (subjects.length > MAX_NAMED) throw new ProblemError('TOO_MUCH_DATA');
    const names = await readNameLookup(this.#needs, filter.customer, subjects);
    const found = subjects
      .map((row) => ({ ...row, ...occurrenceNames(row, names, filter.to) }))
      .filter(namesMatcher(q));
    return { found, instances: found.length === subjects.length ? undefined : found };
  }

  /** Notes of the period on alarms that match, newest first, and these alarms. */
  async #notes(scope: HistoryScope, filter: OccurrenceFilter) {
    const { notes: repository, alerts } = this.#needs;
    const { notes, next } = await repository.listOfPeriod(
      scope,
      { from: filter.from, to: filter.to },
      (instance) => alerts.sees(scope.caller, instance),
    );
    if (notes.length === 0) return { notes, next, on: [] };
    const page = { by: 'raised', isDescending: true, offset: 0, limit: notes.length } as const;
    const on = await this.#query<OccurrenceRow>(occurrencePageSql(filter, { ...page, runs: notes }));
    return { notes, next, on };
  }

  async #ownersOf(scope: HistoryScope, incidents: readonly IncidentSpan[]): Promise<IncidentOwners> {
    const entries = await this.#needs.entries.listOf(scope, incidents, ['owner']);
    return new Map(
      [...entries].flatMap(([of, [last]]) =>
        last === undefined ? [] : [[of, shownEntry(last).owner?.name ?? null] as const],
      ),
    );
  }

  /** What is shown of rows, without what depends on the permissions of the caller. */
  async #unnotified(
    { customer }: HistoryScope,
    filter: OccurrenceFilter,
    rows: readonly OccurrenceRow[],
  ): Promise<(UnnotifiedOccurrence & Pick<OccurrenceDetails, 'events'>)[]> {
    if (rows.length === 0) return [];
    const [events, names] = await Promise.all([
      this.#query<DetailRow>(occurrenceDetailsSql(filter, rows)),
      readNameLookup(this.#needs, customer, rows),
    ]);
    const details = occurrenceDetails(rows, events);
    return rows.map((row) => {
      const { alarm, element, site, rank, raised, cleared, raises } = row;
      return {
        id: [alarm, element, raised].join(':'),
        alarm,
        element,
        site,
        ...occurrenceNames(row, names, filter.to),
        severity: severityOfRank(rank),
        raisedAt: raised === 0 ? null : raised,
        clearedAt: cleared === 0 ? null : cleared,
        raises,
        ...(details.get(row) ?? noDetails),
      };
    });
  }

  /** As `#unnotified`, with who was notified: the targets by name to those who may read them. */
  async #occurrences(
    scope: HistoryScope,
    filter: OccurrenceFilter,
    rows: readonly OccurrenceRow[],
  ): Promise<AlarmOccurrence[]> {
    const found = await this.#unnotified(scope, filter, rows);
    const ids = found.flatMap(({ events }) => events);
    const sent = await readEventDeliveries(this.#needs.db, scope, ids);
    return found.map(({ events, ...occurrence }) => ({
      ...occurrence,
      notified: lastOutcomes(events.flatMap((event): readonly EventDelivery[] => sent.get(event) ?? [])),
    }));
  }

  #query<Row>({ sql, params, settings }: HistoryStatement): Promise<readonly Row[]> {
    return withinLimits(this.#needs.clickhouse.query<Row>(sql, params, settings));
  }
}

const noDetails = { acknowledgedBy: null, assignedTo: null, events: [] } as const;

function groupOf(id: string, name: string, parts: readonly OccurrenceSums[]): OccurrenceGroup {
  const { severity, alarms, running, unacknowledged, longest } = sumsOf(parts);
  return { id, name, severity, alarms, running, unacknowledged, longest };
}
