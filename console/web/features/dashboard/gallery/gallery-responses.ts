import { QueryClient } from '@tanstack/react-query';
import type { AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import type { ServiceRecord } from '#schemas/alerting/incident/service-record-routes.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { ContextAlarms } from '#schemas/alerting/context-alarm-routes.ts';
import type { SdwanResponse } from '#schemas/dashboard/sdwan-response-routes.ts';
import type { ListedElement } from '#schemas/data/element-routes.ts';
import { checkFrameAddress } from '#schemas/settings/iframe/iframe.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { isoOf, now } from '#web/lib/clock.ts';
import type { OwnType } from './gallery-dashlets.ts';
import { galleryProblem } from './gallery-page.ts';

/** What the server or a manager returns: nothing, a value, or a problem; `expired`: a value that cannot be read again. */
type OwnResponse =
  | { readonly is: 'nothing' }
  | { readonly is: 'value' | 'expired'; readonly value: unknown }
  /** A value for each of several queries. */
  | { readonly is: 'values'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly is: 'problem'; readonly code: ProblemCode };

const cities = ['Lyon', 'Nantes', 'Paris', 'Lille'];
const sites = (count: number, tail = ''): readonly ListedElement[] =>
  Array.from({ length: count }, (_, index) => {
    const city = `${cities[index % cities.length] ?? ''}${tail}`;
    return {
      id: index + 1,
      label: `${city} ${String(index + 1)}`,
      active: true,
      values: [city, 'France', 'EMEA'],
    };
  });
const listed = (elements: readonly ListedElement[], count = elements.length) => ({ count, elements });

const responded = (value: unknown): SdwanResponse => ({
  manager: 'vManage Paris',
  kind: 'vmanage',
  at: isoOf(now()),
  value,
});
const routers = (count: number, tail = '') => ({
  data: Array.from({ length: count }, (_, index) => ({
    'host-name': `cedge-${String(index + 1)}${tail}`,
    'system-ip': `10.0.${String(Math.floor(index / 250))}.${String(index % 250)}`,
    reachability: index % 7 === 3 ? 'unreachable' : 'reachable',
    'control-connections': index % 5,
  })),
});
const rows = (count: number, tail?: string) => responded(routers(count, tail).data);

const severities = ['critical', 'major', 'minor'] as const;

const serviceRecord = (count: number, tail = ''): ServiceRecord => {
  const at = Math.floor(now() / 1_000);
  return {
    total: count,
    restore: { restored: count, within: count - 1, seconds: count * 5_000, longest: 24_000, running: 1 },
    maintenance: { rules: [], seconds: 0 },
    incidents: Array.from({ length: count }, (_, index): AlarmIncident => ({
      id: `1:0:${String(index)}`,
      site: 1,
      siteName: `${cities[index % cities.length] ?? ''}${tail}`,
      severity: severities[index % 3] ?? 'minor',
      start: at - 86_400 - index * 7_200,
      end: index === 0 ? null : at - 86_400 - index * 3_600,
      alarms: index + 1,
      running: index === 0 ? 1 : 0,
      elements: 1 + (index % 3),
      main: {
        alarm: 1,
        element: index,
        name: `Link saturated${tail}`,
        kpi: 'itf_in_util',
        elementName: `edge-${String(index)} · Gi0/0/0`,
        severity: 'critical',
        raisedAt: at - 86_400,
        clearedAt: null,
      },
      owner: null,
      acknowledgedBy: null,
    })),
  };
};

const runningAlarms = (count: number, tail = ''): ContextAlarms => {
  const at = Math.floor(now() / 1_000);
  return {
    alarms: Array.from({ length: count }, (_, index): AlarmRow => ({
      id: `1:${String(index)}`,
      alarm: 1,
      name: `Link saturated${tail}`,
      kpi: 'itf_in_util',
      severity: severities[Math.floor((index * 3) / count)] ?? 'minor',
      site: 1,
      siteName: cities[index % cities.length] ?? '',
      element: index,
      elementKind: 'interface',
      elementName: `cedge-${String(index + 1)} · Gi0/0/0`,
      deviceName: `cedge-${String(index + 1)}`,
      operator: '>=',
      threshold: 80,
      thresholdFrom: 'alarm',
      outliers: 1,
      measures: 1,
      window: at - 300,
      length: 300,
      recent: [80 + (index % 20)],
      since: at - 600 * (index + 1),
    })),
    count,
    watch: 'watched',
    decidedUntil: at,
  };
};

const LONG = ' of the distribution centre in the industrial zone north';
const nothing: OwnResponse = { is: 'nothing' };
const value = (given: unknown): OwnResponse => ({ is: 'value', value: given });
const problem = (code: ProblemCode): OwnResponse => ({ is: 'problem', code });

/** Sites around France with their state. */
function stateOfSites(count: number, part: Partial<ContextAlarms> = {}, tail = ''): OwnResponse {
  const listedSites = Array.from({ length: count }, (_, index): ListedElement => {
    const city = cities[index % cities.length] ?? '';
    const [latitude, longitude] = [44 + ((index * 7) % 60) / 12, -1 + ((index * 11) % 70) / 12];
    const label = `${city} ${String(index + 1)}${tail}`;
    return { id: index + 1, label, active: true, values: [city, String(latitude), String(longitude)] };
  });
  const inAlarm = listedSites.filter((_, index) => index % 17 === 3);
  const states = inAlarm.map(({ id }, index) => ({
    site: id,
    severity: severities[index % severities.length] ?? ('minor' as const),
    alarms: index + 1,
  }));
  return {
    is: 'values',
    values: {
      elements: { count, sites: listedSites },
      'context-alarms': { ...runningAlarms(0), sites: states, ...part },
    },
  };
}

const siteResponses = {
  waiting: nothing,
  ready: stateOfSites(30),
  undecided: stateOfSites(30, { watch: 'undecided' }),
  empty: stateOfSites(0),
  error: problem('UNAVAILABLE'),
  forbidden: problem('FORBIDDEN'),
  noContext: nothing,
  longNames: stateOfSites(12, {}, LONG),
  narrow: stateOfSites(30),
  thousand: stateOfSites(1_000),
} as const;

/** The states of the types that read their values by themselves. */
export const ownStates = {
  text: { ready: nothing },
  inventory: {
    waiting: nothing,
    ready: value(listed(sites(5))),
    expired: { is: 'expired', value: listed(sites(5)) },
    empty: value(listed([])),
    error: problem('SERVER_PROBLEM'),
    noContext: nothing,
    truncated: value(listed(sites(100), 12_340)),
    longNames: value(listed(sites(5, LONG))),
    narrow: value(listed(sites(5))),
    thousand: value(listed(sites(1_000))),
  },
  alarms: {
    waiting: nothing,
    ready: value(runningAlarms(7)),
    expired: { is: 'expired', value: runningAlarms(7) },
    empty: value(runningAlarms(0)),
    noDefinition: value({ ...runningAlarms(0), watch: 'no-definition' }),
    noElement: value({ ...runningAlarms(0), watch: 'no-element' }),
    undecided: value({ ...runningAlarms(0), watch: 'undecided' }),
    error: problem('UNAVAILABLE'),
    forbidden: problem('FORBIDDEN'),
    noContext: nothing,
    truncated: value({ ...runningAlarms(50), count: 1_234 }),
    longNames: value(runningAlarms(5, LONG)),
    narrow: value(runningAlarms(5)),
    thousand: value(runningAlarms(1_000)),
  },
  incidents: {
    waiting: nothing,
    ready: value(serviceRecord(7)),
    expired: { is: 'expired', value: serviceRecord(7) },
    empty: value(serviceRecord(0)),
    error: problem('UNAVAILABLE'),
    forbidden: problem('FORBIDDEN'),
    noContext: nothing,
    tooMuch: problem('TOO_MUCH_DATA'),
    truncated: value({ ...serviceRecord(50), total: 1_234 }),
    longNames: value(serviceRecord(5, LONG)),
    narrow: value(serviceRecord(5)),
    thousand: value(serviceRecord(1_000)),
  },
  sites: siteResponses,
  map: { ...siteResponses, sized: stateOfSites(30) },
  iframe: {
    waiting: nothing,
    ready: value({ allowed: true }),
    notAllowed: value({ allowed: false }),
    error: problem('SERVER_PROBLEM'),
    narrow: value({ allowed: false }),
  },
  sdwan: {
    waiting: nothing,
    ready: value(rows(5)),
    tree: value(responded(routers(3))),
    expired: { is: 'expired', value: rows(5) },
    empty: value(rows(0)),
    error: problem('SDWAN_UNREACHABLE'),
    noContext: problem('DASHLET_NO_CONTEXT'),
    noManager: problem('SDWAN_SERVER_NOT_FOUND'),
    tooMuch: problem('SDWAN_RESPONSE_TOO_LARGE'),
    longNames: value(rows(5, LONG)),
    narrow: value(rows(5)),
    thousand: value(rows(1_000)),
  },
} as const satisfies Readonly<Record<OwnType, Readonly<Record<string, OwnResponse>>>>;

type StatesOf<Type extends OwnType> = keyof (typeof ownStates)[Type];
export type OwnState = { [Type in OwnType]: StatesOf<Type> }[OwnType];

const ofDashlets: ReadonlySet<unknown> = new Set([
  'context-alarms',
  'elements',
  'service-record',
  'sdwan-answer',
  checkFrameAddress.path,
]);

/** Queries of a dashlet whose server always returns the same; all others are sent as usual. */
export function galleryQueries(response: OwnResponse): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let requested = 0;
  const reply = (of: string): Promise<unknown> => {
    requested += 1;
    if (response.is === 'nothing') return new Promise(() => undefined);
    const code = response.is === 'problem' ? response.code : 'SERVER_PROBLEM';
    if (response.is === 'problem' || (response.is === 'expired' && requested > 1))
      return Promise.reject(galleryProblem(code));
    if (response.is === 'values') return Promise.resolve(response.values[of]);
    if (response.is === 'expired') setTimeout(() => void queries.refetchQueries(), 0);
    return Promise.resolve(response.value);
  };
  const usual = queries.defaultQueryOptions.bind(queries);
  const madeUp = (options: Parameters<typeof usual>[0]) => {
    const filled = usual(options);
    const [of] = filled.queryKey;
    return ofDashlets.has(of) ? { ...filled, queryFn: () => reply(String(of)) } : filled;
  };
  queries.defaultQueryOptions = madeUp as typeof usual;
  return queries;
}
