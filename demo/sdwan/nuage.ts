import { bitsAt } from '../random.ts';
import type { Overlay } from './overlay.ts';
import {
  startManager,
  type SimulatedOptions,
  type SimulatedReply,
  type SimulatedRequest,
  type SimulatedServer,
} from './simulated-server.ts';
import { overlayAlarms, remembered, type SimulatedAlarm } from './overlay-alarms.ts';
import { flowSums, nuageAlarmRow, portObjects, uplinkObjects } from './nuage-objects.ts';
import { gatewayRow, portRows, probeRows, sysmonRows } from './nuage-rows.ts';

export interface NuageOptions extends SimulatedOptions {
  readonly login: string;
  readonly password: string;
  /** The enterprise that users sign in to: `csp` for a provider. */
  readonly organization: string;
  readonly enterprises: readonly { readonly id: string; readonly name: string; readonly overlay: Overlay }[];
  /** Interval of probes. */
  readonly sampleS?: number;
  readonly pageSize?: number;
  /** Version of Elasticsearch: its number of hits is an object from 7 on. */
  readonly elasticVersion?: 6 | 7;
  /** After which an API key is rejected: a day by default. */
  readonly keyLifetimeS?: number;
  /** Raised ones, instead of those that follow from the overlay. */
  readonly alarms?: (enterprise: string) => readonly SimulatedAlarm[];
}

const API = '/nuage/api/v6';
const SCROLL_SIZE = 10_000;
/** Rows of each index. */
const indices: Readonly<Record<string, typeof probeRows>> = {
  nuage_dpi_probestats: probeRows,
  nuage_sysmon: sysmonRows,
  nuage_vlan: portRows,
};

const error = (status: number, title: string): SimulatedReply => ({
  status,
  body: {
    errors: [{ property: '', descriptions: [{ title, description: title }] }],
    internalErrorCode: status,
  },
});

interface Search {
  readonly query?: {
    readonly bool?: { readonly must?: { readonly range?: { readonly timestamp?: Range } } };
  };
}
const timesOf = (query: Search['query']): Range => query?.bool?.must?.range?.timestamp ?? {};

interface SumsSearch extends Search {
  readonly aggs?: {
    readonly groups?: { readonly composite?: { readonly size?: number; readonly after?: object } };
  };
}

const isSameKey = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Range {
  readonly gte?: number;
  readonly lt?: number;
}

function credentialsOf({ headers }: SimulatedRequest): readonly [user: string, secret: string] {
  const encoded = /^XREST (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const [user = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s);
  return [user, secret];
}

class Nuage {
  readonly #options: NuageOptions;
  /** Time at which a key expires. */
  readonly #keys = new Map<string, number>();
  readonly #expired = new Set<string>();
  readonly #scrolls = new Map<string, readonly object[]>();
  #count = 0;

  constructor(options: NuageOptions) {
    this.#options = options;
  }

  endSessions(): void {
    for (const key of this.#keys.keys()) this.#expired.add(key);
    this.#keys.clear();
  }

  readonly handle = (request: SimulatedRequest): SimulatedReply => {
    const { pathname } = request.url;
    return pathname.startsWith(API) ? this.#api(request, pathname.slice(API.length)) : this.#elastic(request);
  };

  #api(request: SimulatedRequest, path: string): SimulatedReply {
    const { login, password, organization } = this.#options;
    const [user, secret] = credentialsOf(request);
    if (user !== login || request.headers['x-nuage-organization'] !== organization)
      return error(401, 'Unauthorized');
    if (path === '/me' && secret === password) return this.#me();
    const nowMs = this.#options.clock.now().getTime();
    if (this.#expired.has(secret) || (this.#keys.get(secret) ?? Infinity) <= nowMs)
      return error(419, 'Authentication timeout');
    return this.#keys.has(secret) ? this.#read(request, path) : error(401, 'Unauthorized');
  }

  #me(): SimulatedReply {
    this.#count += 1;
    const key = `${bitsAt(11, this.#count).toString(16)}-${String(this.#count)}`;
    const { login, organization, clock, keyLifetimeS = 86_400 } = this.#options;
    const APIKeyExpiry = clock.now().getTime() + keyLifetimeS * 1_000;
    this.#keys.set(key, APIKeyExpiry);
    return {
      body: [
        {
          ID: '1',
          userName: login,
          enterpriseName: organization,
          role: 'CSPROOT',
          APIKey: key,
          APIKeyExpiry,
        },
      ],
    };
  }

  #read(request: SimulatedRequest, path: string): SimulatedReply {
    const { enterprises, clock } = this.#options;
    if (path === '/enterprises')
      return this.#page(
        request,
        enterprises.map(({ id, name }) => ({ ID: id, name })),
      );
    const [, id, objects] = /^\/enterprises\/([^/]+)\/(nsgateways|allalarms)$/.exec(path) ?? [];
    const enterprise = enterprises.find((one) => one.id === id);
    if (enterprise === undefined) return this.#readGateway(request, path);
    const { devices } = enterprise.overlay;
    return this.#page(
      request,
      objects === 'allalarms'
        ? this.#alarms(enterprise)
        : devices.map((one) => gatewayRow(one, enterprise, clock.now().getTime())),
    );
  }

  #alarms({ name, overlay }: NuageOptions['enterprises'][number]): readonly object[] {
    const endMs = this.#options.clock.now().getTime();
    const { alarms } = this.#options;
    const all = alarms?.(name) ?? overlayAlarms(overlay, remembered(endMs));
    return all.filter(({ clearedMs }) => clearedMs === undefined).map(nuageAlarmRow);
  }

  #readGateway(request: SimulatedRequest, path: string): SimulatedReply {
    const [, serial, objects] = /^\/nsgateways\/nsg-([^/]+)\/(nsports|uplinkconnections)$/.exec(path) ?? [];
    const device = this.#options.enterprises
      .flatMap(({ overlay }) => overlay.devices)
      .find((one) => one.serial === serial);
    if (device === undefined) return error(404, 'Not found');
    return this.#page(request, objects === 'nsports' ? portObjects(device) : uplinkObjects(device));
  }

  /** Pages and counts are headers; an empty list is an empty body. */
  #page({ headers }: SimulatedRequest, all: readonly object[]): SimulatedReply {
    const { pageSize = 500 } = this.#options;
    const page = Number(headers['x-nuage-page'] ?? 0);
    const size = Math.min(Number(headers['x-nuage-pagesize'] ?? pageSize), pageSize);
    const rows = all.slice(page * size, (page + 1) * size);
    const paging = { 'x-nuage-count': String(all.length), 'x-nuage-page': String(page) };
    return { headers: paging, ...(rows.length > 0 && { body: rows }) };
  }

  #elastic({ method, url, body }: SimulatedRequest): SimulatedReply {
    if (url.pathname === '/_cat/indices')
      return { body: [{ health: 'green', index: 'nuage_dpi_probestats' }] };
    if (method === 'DELETE' && url.pathname === '/_search/scroll') return { body: { succeeded: true } };
    if (method !== 'POST')
      return { status: 404, body: { error: { type: 'index_not_found_exception' }, status: 404 } };
    if (url.pathname === '/_search/scroll') {
      const { scroll_id: scroll = '' } = JSON.parse(body) as { scroll_id?: string };
      const rows = this.#scrolls.get(scroll);
      this.#scrolls.delete(scroll);
      return rows === undefined
        ? { status: 404, body: { error: { type: 'search_context_missing_exception' }, status: 404 } }
        : this.#hits(rows, Number(scroll.split('.')[1]));
    }
    return this.#searchIndex(url, body);
  }

  #searchIndex({ pathname, searchParams }: URL, body: string): SimulatedReply {
    if (pathname === '/nuage_dpi_flowstats/_search') return this.#sums(JSON.parse(body) as SumsSearch);
    const rowsOf = indices[/^\/(\w+)\/_search$/.exec(pathname)?.[1] ?? ''];
    if (rowsOf === undefined) return { status: 404, body: { status: 404 } };
    return this.#search(JSON.parse(body) as Search, rowsOf, Number(searchParams.get('size') ?? SCROLL_SIZE));
  }

  /** A composite aggregation over the flows of the enterprises. */
  #sums({ query, aggs }: SumsSearch): SimulatedReply {
    const { enterprises, clock } = this.#options;
    const { gte = 0, lt = 0 } = timesOf(query);
    const period = { startMs: gte, endMs: Math.min(lt, clock.now().getTime()) };
    const all = enterprises.flatMap((enterprise) => flowSums(enterprise, period));
    const { size = 10, after = {} } = aggs?.groups?.composite ?? {};
    // An unknown key is behind nothing: -1.
    const from = all.findIndex(({ key }) => isSameKey(key, after)) + 1;
    const buckets = all.slice(from, from + size);
    const groups = { after_key: buckets.at(-1)?.key, buckets };
    return { body: { aggregations: { groups } } };
  }

  #search({ query }: Search, rowsOf: typeof probeRows, size: number): SimulatedReply {
    const { gte = 0, lt = 0 } = timesOf(query);
    const { enterprises, sampleS = 30, clock } = this.#options;
    const period = { startMs: gte, endMs: Math.min(lt, clock.now().getTime() + 1) };
    const rows = enterprises.flatMap((enterprise) => rowsOf(enterprise, period, sampleS * 1_000));
    return this.#hits(rows, size);
  }

  #hits(rows: readonly object[], size: number): SimulatedReply {
    this.#count += 1;
    const scroll = `${String(this.#count)}.${String(size)}`;
    this.#scrolls.set(scroll, rows.slice(size));
    const { elasticVersion = 7 } = this.#options;
    const total = elasticVersion === 7 ? { value: rows.length, relation: 'eq' } : rows.length;
    const hits = rows.slice(0, size).map((source) => ({ _source: source }));
    return { body: { _scroll_id: scroll, hits: { total, hits } } };
  }
}

/** A Nokia Nuage VSD with its Elasticsearch under the same address. */
export async function startNuage(
  options: NuageOptions,
): Promise<SimulatedServer & { readonly endSessions: () => void }> {
  const nuage = new Nuage(options);
  const manager = await startManager(options, nuage.handle);
  return { ...manager, endSessions: () => nuage.endSessions() };
}
