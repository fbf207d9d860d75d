import type { ServiceRecordRequest } from '../alerting/incident/service-record-routes.ts';
import type { ContextAlarmRequest } from '../alerting/context-alarm-routes.ts';
import { DataRequest, type DataRequestInput } from '../data/data-request.ts';
import { ElementFilter } from '../data/element-filter.ts';
import type { ElementQuery } from '../data/element-routes.ts';
import { isTimeZone } from '../time/time-zone.ts';
import type { z } from 'zod';
import type { Dashlet } from './dashlets.ts';
import { siteProperties } from './dashlets/sites.ts';
import { offeredBy, repeatFilterOf } from './repeat/repeated-dashlets.ts';
import { requestsOfDashlet, granularitiesIn, isOpen, selectedBy } from './document-requests.ts';
import type { DashboardDocument } from './document.ts';
import type { DocumentFilter } from './document-filter.ts';

type WrittenFilter = z.input<typeof ElementFilter>;

interface ListedElements {
  readonly element: ElementQuery['element'];
  readonly properties: readonly string[];
  readonly filters: readonly WrittenFilter[];
}

/** A filter as text, with its defaults, so that equal ones are recognised. */
const textOf = (filter: WrittenFilter | undefined): string =>
  filter === undefined ? '' : JSON.stringify(ElementFilter.parse(filter));

/** Whether a choice of elements is one that a reader can make with a filter of the document. */
function isChoiceOf(filter: DocumentFilter, given: ElementFilter | undefined): boolean {
  const choices = [undefined, given?.ids ?? []];
  return choices.some(
    (chosen) => !isOpen(filter, chosen) && textOf(selectedBy(filter, chosen)) === textOf(given),
  );
}

const isOf = (filter: DocumentFilter, { element, relation }: ElementFilter): boolean =>
  filter.element === element && filter.relation === relation;

/** Whether filters of a request are those of the document, with any selection, followed by those of a dashlet. */
function areFilters(
  { filters }: DashboardDocument,
  requested: readonly ElementFilter[],
  own: readonly WrittenFilter[],
): boolean {
  const chosen = requested.slice(0, requested.length - own.length);
  const ofDashlet = requested.slice(chosen.length);
  return (
    ofDashlet.length === own.length &&
    own.every((filter, index) => textOf(filter) === textOf(ofDashlet[index])) &&
    chosen.every((given) => filters.some((filter) => isOf(filter, given))) &&
    new Set(chosen.map(({ element, relation }) => `${element} ${relation ?? ''}`)).size === chosen.length &&
    filters.every((filter) =>
      isChoiceOf(
        filter,
        chosen.find((given) => isOf(filter, given)),
      ),
    )
  );
}

/** As `areFilters`; one that is repeated is followed by the element that it stands for. */
function areFiltersOf(
  { document, dashlet }: { readonly document: DashboardDocument; readonly dashlet: Dashlet },
  requested: readonly ElementFilter[],
  own: readonly WrittenFilter[],
): boolean {
  if (areFilters(document, requested, own)) return true;
  const [filter, last] = [repeatFilterOf(document, dashlet), requested.at(-1)];
  return (
    filter !== undefined &&
    last?.ids?.length === 1 &&
    textOf(selectedBy(filter, last.ids)) === textOf(last) &&
    areFilters(document, requested.slice(0, -1), own)
  );
}

/** What a request reads, whatever its period, rows and filters are. */
function queryText(request: DataRequestInput, zone = ''): string {
  const { series, keys, breakdown, working, display, businessHours, conversationMode } =
    DataRequest.parse(request);
  return JSON.stringify([
    series,
    keys,
    breakdown,
    working ?? '',
    display ?? '',
    businessHours,
    conversationMode,
    zone,
  ]);
}

const isRequestOfDashlet = (
  document: DashboardDocument,
  dashlet: Dashlet,
  requested: DataRequest,
): boolean => {
  const query = requestsOfDashlet(dashlet);
  if (query === undefined) return false;
  const { businessHours } = document;
  // One that is unknown here falls back to that of the customer, in the browser or in the server.
  const isKnown = document.timeZone !== undefined && isTimeZone(document.timeZone);
  const timeZone = isKnown ? document.timeZone : requested.timeZone;
  const { id, from, to } = requested;
  const expected = {
    ...query,
    ...granularitiesIn(document, query),
    id,
    from,
    to,
    businessHours,
  };
  return (
    areFiltersOf({ document, dashlet }, requested.filters, query.filters ?? []) &&
    queryText(expected, timeZone) === queryText(requested, requested.timeZone)
  );
};

/** Whether a request is that of a dashlet of the document, for any period and any selection that its filters offer. */
export const isRequestOf = (document: DashboardDocument, requested: DataRequest): boolean =>
  document.dashlets.some((dashlet) => isRequestOfDashlet(document, dashlet, requested));

/** Whether elements are those that a filter of the document offers, or selects by default. */
const areOffered = (
  filter: DocumentFilter,
  { element: requested, filters, label: requestedLabel, properties }: ElementQuery,
): boolean =>
  filter.element === requested &&
  filter.label === requestedLabel &&
  properties.length === 0 &&
  filters.length === 1 &&
  [offeredBy(filter), offeredBy(filter, selectedBy(filter, undefined))].some(
    (offered) => textOf(offered) === textOf(filters[0]),
  );

/** The elements that a dashlet lists, with the properties that it shows; undefined: it lists none. */
function listedBy({ type, settings }: Dashlet): ListedElements | undefined {
  if (type === 'sites' || type === 'map')
    return { element: 'site', properties: siteProperties, filters: settings.filters };
  if (type !== 'inventory') return undefined;
  const { element, filters, onlyActive } = settings;
  const properties = settings.properties.map(({ property }) => property);
  return { element, properties, filters: [...filters, ...(onlyActive ? [{ element, onlyActive }] : [])] };
}

/** Whether elements are those that a dashlet of the document lists, possibly fewer by what it shows of them. */
function areListed(
  document: DashboardDocument,
  dashlet: Dashlet,
  { element, filters, label, properties }: ElementQuery,
): boolean {
  const listed = listedBy(dashlet);
  if (listed?.element !== element || label !== '') return false;
  const shown = new Set(['name', ...listed.properties]);
  const own = listed.filters;
  const requested = new Set(filters.map((filter) => textOf(filter)));
  const ownTexts = new Set(own.map((filter) => textOf(filter)));
  const isNarrower = (filter: ElementFilter): boolean =>
    ownTexts.has(textOf(filter)) ||
    document.filters.some((each) => isOf(each, filter) && isChoiceOf(each, filter)) ||
    (filter.element === element && filter.predicates.every(({ property }) => shown.has(property)));
  return (
    [...ownTexts].every((text) => requested.has(text)) &&
    filters.every(isNarrower) &&
    properties.every((property) => shown.has(property))
  );
}

/** The alarms that a dashlet lists, or those by which it shows the state of sites, whatever the filters are; undefined: it shows none. */
function alarmsOf({ type, settings }: Dashlet): Omit<ContextAlarmRequest, 'filters'> | undefined {
  if (type === 'alarms') {
    const { severities, onlyUnhandled, maxLines: count } = settings;
    return { severities, onlyUnhandled, count, bySite: false };
  }
  const isBySite = (type === 'sites' || type === 'map') && settings.by === 'alarms';
  return isBySite ? { severities: [], onlyUnhandled: false, count: 1, bySite: true } : undefined;
}

function areListedAlarms(dashlet: Dashlet, request: ContextAlarmRequest): boolean {
  const own = alarmsOf(dashlet);
  return (
    own !== undefined &&
    own.severities.join() === request.severities.join() &&
    own.onlyUnhandled === request.onlyUnhandled &&
    own.count === request.count &&
    own.bySite === request.bySite
  );
}

/** Whether alarms are those of a dashlet of the document, for any selection that its filters offer. */
export const areAlarmsOf = (document: DashboardDocument, request: ContextAlarmRequest): boolean =>
  document.dashlets.some(
    (dashlet) =>
      areListedAlarms(dashlet, request) &&
      areFiltersOf(
        { document, dashlet },
        request.filters,
        'filters' in dashlet.settings ? dashlet.settings.filters : [],
      ),
  );

/** Whether incidents and maintenance are those that a dashlet of the document lists, for any period and selection that its filters offer. */
export const isServiceRecordOf = (
  document: DashboardDocument,
  { filters, severities, restoreMinutes, count }: ServiceRecordRequest,
): boolean =>
  document.dashlets.some(
    ({ type, settings }) =>
      type === 'incidents' &&
      settings.severities.join() === severities.join() &&
      settings.restoreMinutes === restoreMinutes &&
      settings.maxLines === count &&
      areFilters(document, filters, settings.filters),
  );

/** Whether elements are those that the filters of the document offer, or that one of its dashlets lists. */
export const areElementsOf = (document: DashboardDocument, query: ElementQuery): boolean =>
  document.filters.some((filter) => areOffered(filter, query)) ||
  document.dashlets.some((dashlet) => areListed(document, dashlet, query));
