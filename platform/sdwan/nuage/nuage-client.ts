import type { HttpAnswer } from '#platform/outbound/http-exchange.ts';
import { tenantClientId } from '#schemas/sdwan/rules.ts';
import { looseFields, looseRows, looseText } from '../lenient.ts';
import type { LooseFields } from '../lenient.ts';
import type {
  EndpointCall,
  ManagedDevice,
  ManagedNetwork,
  ManagedTunnel,
  ManagerAccess,
  ManagedSample,
  ManagerClient,
  SamplePeriod,
} from '../sdwan-client.ts';
import { endpointPath, literally, lowerHeaders } from '../endpoint-rules.ts';
import { ManagerError } from '../sdwan-error.ts';
import { isHtml, jsonOf, rejectStatus } from '../sdwan-http.ts';
import type { ManagerHttp } from '../sdwan-http.ts';
import { unlessMissing } from '../sdwan-error.ts';
import {
  enterpriseOf,
  gatewaySample,
  nuageDevice,
  nuageSample,
  nuageTunnel,
  portSample,
  systemSample,
} from './nuage-rows.ts';

const API = '/nuage/api/v6';
const PAGE_ROWS = 500;
const SCROLL_ROWS = 5_000;
const MAX_PAGES = 500;
/** Probes of this long show every tunnel. */
const PROBED_MS = 15 * 60_000;
/** Authentication timeout: the API key has expired. */
const EXPIRED = 419;

interface Enterprise {
  readonly id: string;
  readonly name: string;
}

/** Nokia Nuage VSD: an API key that expires with status 419, pages in headers, statistics in Elasticsearch. */
export class NuageClient implements ManagerClient {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  readonly #nowMs: () => number;
  #key: string | undefined;

  constructor(http: ManagerHttp, access: ManagerAccess, nowMs: () => number) {
    this.#http = http;
    this.#access = access;
    this.#nowMs = nowMs;
  }

  skewMs(): number | undefined {
    return this.#http.skewMs;
  }

  async check(signal: AbortSignal): Promise<void> {
    this.#key = undefined;
    await this.#readPage(`${API}/enterprises`, { page: 0, size: 1 }, signal);
    if (this.#access.elasticUrl === '') return;
    const answer = await this.#sendElastic('GET', '/_cat/indices?format=json', undefined, signal);
    if (!Array.isArray(jsonOf(answer))) throw new ManagerError('SDWAN_TYPES_DIFFER');
  }

  async readNetwork(signal: AbortSignal): Promise<ManagedNetwork> {
    const enterprises = await this.#enterprises(signal);
    const devices: ManagedDevice[] = [];
    for (const { id, name } of enterprises) {
      const rows = await this.#readAll(`${API}/enterprises/${encodeURIComponent(id)}/nsgateways`, signal);
      devices.push(
        ...rows.map((row) => nuageDevice(row, this.#tenantOf(name))).filter((one) => one.name !== ''),
      );
    }
    const endMs = this.#nowMs();
    const probes = await this.#readIndex(
      'nuage_dpi_probestats',
      { startMs: endMs - PROBED_MS, endMs },
      signal,
    );
    const tunnels = new Map<string, ManagedTunnel>();
    for (const { row, tenant } of this.#ofEnterprises(probes, enterprises)) {
      const tunnel = nuageTunnel(row, tenant);
      if (tunnel !== undefined) tunnels.set(`${tenant} ${tunnel.device} ${tunnel.key}`, tunnel);
    }
    return { devices, tunnels: [...tunnels.values()] };
  }

  async readSamples(period: SamplePeriod, signal: AbortSignal): Promise<readonly ManagedSample[]> {
    const enterprises = await this.#enterprises(signal);
    const read = async (
      index: string,
      sampleOf: (row: LooseFields, tenant: string) => ManagedSample | undefined,
    ): Promise<readonly ManagedSample[]> => {
      const rows = await unlessMissing(this.#readIndex(index, period, signal), []);
      return this.#ofEnterprises(rows, enterprises).flatMap(({ row, tenant }) => sampleOf(row, tenant) ?? []);
    };
    const tunnels = await read('nuage_dpi_probestats', nuageSample);
    if (period.withDevices !== true) return tunnels;
    const [system, ports] = [await read('nuage_sysmon', systemSample), await read('nuage_vlan', portSample)];
    return [
      ...tunnels,
      ...(await this.#gatewayStates(enterprises, period.endMs, signal)),
      ...system,
      ...ports,
    ];
  }

  async #gatewayStates(
    enterprises: readonly Enterprise[],
    atMs: number,
    signal: AbortSignal,
  ): Promise<readonly ManagedSample[]> {
    const samples: ManagedSample[] = [];
    for (const { id, name } of enterprises) {
      const rows = await this.#readAll(`${API}/enterprises/${encodeURIComponent(id)}/nsgateways`, signal);
      samples.push(...rows.map((row) => gatewaySample(row, this.#tenantOf(name), atMs)));
    }
    return samples;
  }

  async read({ path, headers, clientId }: EndpointCall, signal: AbortSignal): Promise<unknown> {
    const id = await this.#enterpriseOf(clientId, signal);
    const below = `${API}/enterprises/`;
    const own = {
      allows: new RegExp(`^/nuage/api/[^/]+/enterprises/${literally(id)}(?:/|$)`),
      below: `${below}${id}`,
    };
    const rule = id === '' ? { allows: /^\/nuage\/api\/[^/]+\/./, below: `${API}/` } : own;
    const rejects = /\/(?:me|users)(?:\/|$)/;
    const checked = endpointPath(path, { kind: 'nuage', tenant: id, ...rule, rejects });
    return jsonOf(await this.#call(checked, lowerHeaders(headers), signal)) ?? [];
  }

  close(): Promise<void> {
    this.#key = undefined;
    return Promise.resolve();
  }

  #tenantOf(enterprise: string): string {
    return this.#access.isMultiTenant ? enterprise : '';
  }

  /** All of a provider, else the one of the customer. */
  async #enterprises(signal: AbortSignal): Promise<readonly Enterprise[]> {
    const { isMultiTenant, vsdName } = this.#access;
    const rows = await this.#readAll(`${API}/enterprises`, signal);
    const all = rows.map((row) => ({ id: looseText(row, 'ID'), name: looseText(row, 'name') }));
    if (isMultiTenant || vsdName === '') return all;
    const found = all.filter(({ name }) => name.toLowerCase() === vsdName.toLowerCase());
    if (found.length === 0) throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: vsdName });
    return found;
  }

  /** Id of the customer's enterprise; empty where the whole VSD is the customer's. */
  async #enterpriseOf(clientId: string, signal: AbortSignal): Promise<string> {
    const { isMultiTenant, vsdName } = this.#access;
    if (!isMultiTenant && vsdName === '') return '';
    const enterprises = await this.#enterprises(signal);
    const found = isMultiTenant
      ? enterprises.find(({ name }) => tenantClientId(name) === clientId)
      : enterprises[0];
    if (found === undefined) throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: clientId });
    return found.id;
  }

  #ofEnterprises(probes: readonly LooseFields[], enterprises: readonly Enterprise[]) {
    const names = new Set(enterprises.map(({ name }) => name));
    return probes.flatMap((row) => {
      const name = enterpriseOf(row);
      return names.has(name) ? [{ row, tenant: this.#tenantOf(name) }] : [];
    });
  }

  async #readAll(path: `/${string}`, signal: AbortSignal): Promise<readonly LooseFields[]> {
    const rows: LooseFields[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { found, count } = await this.#readPage(path, { page, size: PAGE_ROWS }, signal);
      rows.push(...found);
      if (found.length === 0 || rows.length >= count) break;
    }
    return rows;
  }

  async #readPage(path: `/${string}`, { page, size }: { page: number; size: number }, signal: AbortSignal) {
    const paging = { 'x-nuage-page': String(page), 'x-nuage-pagesize': String(size) };
    const answer = await this.#call(path, paging, signal);
    return { found: looseRows(jsonOf(answer)), count: Number(answer.headers['x-nuage-count'] ?? 0) };
  }

  async #call(
    path: `/${string}`,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    for (let isAgain = false; ; isAgain = true) {
      this.#key ??= await this.#signIn(signal);
      const answer = await this.#http.send(
        { method: 'GET', path, headers: { ...headers, ...this.#signed(this.#key) } },
        signal,
      );
      if ((answer.status !== EXPIRED && answer.status !== 401) || isAgain) {
        if (answer.status === EXPIRED) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
        rejectStatus(answer);
        return answer;
      }
      this.#key = undefined;
    }
  }

  #signed(secret: string): Readonly<Record<string, string>> {
    const { login, organization } = this.#access;
    return {
      authorization: `XREST ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
      'x-nuage-organization': organization,
      'content-type': 'application/json',
    };
  }

  async #signIn(signal: AbortSignal): Promise<string> {
    const headers = this.#signed(this.#access.password);
    const answer = await this.#http.send({ method: 'GET', path: `${API}/me`, headers }, signal);
    if (answer.status === 401) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
    if (answer.status === 404 || (answer.status === 200 && isHtml(answer)))
      throw new ManagerError('SDWAN_TYPES_DIFFER');
    rejectStatus(answer);
    const key = looseText(looseRows(jsonOf(answer))[0] ?? {}, 'APIKey');
    if (key === '') throw new ManagerError('SDWAN_TYPES_DIFFER');
    return key;
  }

  /** Scrolls through the statistics of a period. */
  async #readIndex(
    index: string,
    { startMs, endMs }: SamplePeriod,
    signal: AbortSignal,
  ): Promise<readonly LooseFields[]> {
    if (this.#access.elasticUrl === '') return [];
    const timestamp = { format: 'epoch_millis', gte: startMs, lt: endMs };
    const query = { bool: { must: { range: { timestamp } } } };
    const sort = [{ timestamp: { order: 'asc' } }];
    let path: `/${string}` = `/${index}/_search?scroll=1m&size=${String(SCROLL_ROWS)}`;
    let body: object = { query, sort };
    const rows: LooseFields[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = looseFields(jsonOf(await this.#sendElastic('POST', path, body, signal)));
      const found = looseRows(looseFields(answer['hits'])['hits']).map((hit) => looseFields(hit['_source']));
      rows.push(...found);
      body = { scroll: '1m', scroll_id: looseText(answer, '_scroll_id') };
      path = '/_search/scroll';
      if (found.length < SCROLL_ROWS) break;
    }
    await this.#sendElastic(
      'DELETE',
      path,
      { scroll_id: (body as { scroll_id: string }).scroll_id },
      signal,
    ).catch(() => undefined);
    return rows;
  }

  // oxlint-disable-next-line max-params -- method, path and body are one request
  async #sendElastic(
    method: 'GET' | 'POST' | 'DELETE',
    path: `/${string}`,
    body: object | undefined,
    signal: AbortSignal,
  ) {
    const answer = await this.#http.send(
      {
        method,
        base: this.#access.elasticUrl,
        path,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      signal,
    );
    rejectStatus(answer);
    return answer;
  }
}
