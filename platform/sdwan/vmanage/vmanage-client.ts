import type { HttpAnswer } from '#platform/outbound/http-exchange.ts';
import { tenantClientId } from '#schemas/sdwan/rules.ts';
import { looseFields, looseRows, looseText } from '../lenient.ts';
import type { LooseFields } from '../lenient.ts';
import type {
  EndpointCall,
  ManagedNetwork,
  ManagerAccess,
  ManagedSample,
  ManagerClient,
  SamplePeriod,
} from '../sdwan-client.ts';
import { endpointPath, lowerHeaders } from '../endpoint-rules.ts';
import { ManagerError } from '../sdwan-error.ts';
import { isHtml, jsonOf, rejectStatus } from '../sdwan-http.ts';
import type { ManagerHttp, ManagerRequest } from '../sdwan-http.ts';
import { unlessMissing } from '../sdwan-error.ts';
import { interfaceSamples, stateSamples, systemSamples } from './device-rows.ts';
import { devicesOf, tunnelSamples, tunnelsOf } from './vmanage-rows.ts';

const BASE = '/dataservice';
const STATISTICS = `${BASE}/data/device/statistics`;
const SESSIONS = `${BASE}/data/device/state/BFDSessions`;
const PAGE_ROWS = 5_000;
const MAX_PAGES = 500;

interface Session {
  readonly cookie: string;
  /** Empty before 19.2. */
  readonly token: string;
}

/** A tenant that the provider acts as, with the header that says so. The tenant of a single customer is empty. */
interface View {
  readonly tenant: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

const single: View = { tenant: '', id: '', headers: {} };

/** What dashlets may ask: not the token of the session, nor the users. */
const allowed = {
  allows: /^\/dataservice\/./,
  below: '/dataservice/',
  rejects: /^\/dataservice\/(?:client|admin|tenant|settings)(?:\/|$)/,
} as const;

/** Without a zone: the manager takes UTC only. */
const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

const isTokenFault = ({ status, body }: HttpAnswer): boolean =>
  status === 403 && body.includes('SessionTokenFilter');

/** Cisco vManage: a session cookie, a token against forged requests, three kinds of pages. */
export class VmanageClient implements ManagerClient {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  #session: Session | undefined;

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
  }

  skewMs(): number | undefined {
    return this.#http.skewMs;
  }

  async check(signal: AbortSignal): Promise<void> {
    const facts = looseFields(looseFields(await this.#get(`${BASE}/client/server`, single, signal))['data']);
    if (looseText(facts, 'tenancyMode', 'platformVersion') === '')
      throw new ManagerError('SDWAN_TYPES_DIFFER');
  }

  async readNetwork(signal: AbortSignal): Promise<ManagedNetwork> {
    const [devices, tunnels]: [ManagedNetwork['devices'][number][], ManagedNetwork['tunnels'][number][]] = [
      [],
      [],
    ];
    for (const view of await this.#views(signal)) {
      devices.push(...devicesOf(await this.#get(`${BASE}/device`, view, signal), view.tenant));
      tunnels.push(...tunnelsOf(await this.#readState(view, signal), view.tenant));
    }
    return { devices, tunnels };
  }

  async readSamples(
    { startMs, endMs, withDevices = false }: SamplePeriod,
    signal: AbortSignal,
  ): Promise<readonly ManagedSample[]> {
    const period = `startDate=${dateText(startMs)}&endDate=${dateText(endMs)}&timeZone=UTC`;
    const samples: ManagedSample[] = [];
    for (const view of await this.#views(signal)) {
      const { tenant } = view;
      const read = (name: string) => this.#readStatistics({ name, period }, view, signal);
      samples.push(...tunnelSamples(await read('approutestatsstatistics'), tenant));
      if (!withDevices) continue;
      samples.push(...stateSamples(await this.#get(`${BASE}/device`, view, signal), tenant, endMs));
      samples.push(...systemSamples(await unlessMissing(read('devicesystemstatusstatistics'), []), tenant));
      samples.push(...interfaceSamples(await unlessMissing(read('interfacestatistics'), []), tenant));
    }
    return samples;
  }

  async read({ path, headers, clientId }: EndpointCall, signal: AbortSignal): Promise<unknown> {
    const view = await this.#viewOf(clientId, signal);
    const rule = { kind: 'vmanage', tenant: view.id, ...allowed } as const;
    const own = { ...lowerHeaders(headers), ...view.headers };
    return this.#get(endpointPath(path, rule), { ...view, headers: own }, signal);
  }

  async close(signal: AbortSignal): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    const request = {
      method: 'GET',
      path: '/logout?nocache=1',
      headers: { cookie: session.cookie },
    } as const;
    await this.#http.send(request, signal).catch(() => undefined);
  }

  async #tenants(signal: AbortSignal): Promise<readonly LooseFields[]> {
    return looseRows(looseFields(await this.#get(`${BASE}/tenant`, single, signal))['data']);
  }

  async #views(signal: AbortSignal): Promise<readonly View[]> {
    if (!this.#access.isMultiTenant) return [single];
    const views: View[] = [];
    for (const row of await this.#tenants(signal)) views.push(await this.#actAs(row, signal));
    return views;
  }

  async #actAs(row: LooseFields, signal: AbortSignal): Promise<View> {
    const id = looseText(row, 'tenantId');
    const path: `/${string}` = `${BASE}/tenant/${encodeURIComponent(id)}/vsessionid`;
    const answer = await this.#call({ method: 'POST', path, headers: {}, body: '{}' }, signal);
    const session = looseText(looseFields(answer), 'VSessionId');
    if (session === '') throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: looseText(row, 'name') });
    return { tenant: looseText(row, 'name'), id, headers: { vsessionid: session } };
  }

  /** The customer's view: a provider sees nothing of a tenant but as that tenant. */
  async #viewOf(clientId: string, signal: AbortSignal): Promise<View> {
    if (!this.#access.isMultiTenant) return single;
    const isOwn = (row: LooseFields): boolean => tenantClientId(looseText(row, 'name')) === clientId;
    const tenant = (await this.#tenants(signal)).find(isOwn);
    if (tenant === undefined) throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: clientId });
    return this.#actAs(tenant, signal);
  }

  /** Pages of bulk state continue behind the id of their last row. */
  async #readState(view: View, signal: AbortSignal): Promise<readonly LooseFields[]> {
    const rows: LooseFields[] = [];
    let next = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = looseFields(
        await this.#get(`${SESSIONS}?count=${String(PAGE_ROWS)}${next}`, view, signal),
      );
      rows.push(...looseRows(answer['data']));
      const info = looseFields(answer['pageInfo']);
      if (info['moreEntries'] !== true) break;
      next = `&startId=${encodeURIComponent(looseText(info, 'endId'))}`;
    }
    return rows;
  }

  /** Pages of bulk statistics continue with a scroll, which takes no dates. */
  async #readStatistics(
    { name, period }: { readonly name: string; readonly period: string },
    view: View,
    signal: AbortSignal,
  ): Promise<readonly LooseFields[]> {
    const rows: LooseFields[] = [];
    let query = `${period}&count=${String(PAGE_ROWS)}`;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = looseFields(await this.#get(`${STATISTICS}/${name}?${query}`, view, signal));
      rows.push(...looseRows(answer['data']));
      const info = looseFields(answer['pageInfo']);
      if (info['hasMoreData'] !== true) break;
      query = `scrollId=${encodeURIComponent(looseText(info, 'scrollId'))}`;
    }
    return rows;
  }

  #get(path: `/${string}`, { headers }: View, signal: AbortSignal): Promise<unknown> {
    return this.#call({ method: 'GET', path, headers }, signal);
  }

  async #call(request: ManagerRequest, signal: AbortSignal): Promise<unknown> {
    for (let isAgain = false; ; isAgain = true) {
      this.#session ??= await this.#signIn(signal);
      const answer = await this.#http.send(this.#signed(request, this.#session), signal);
      // A lost session answers with the login page and status 200.
      const isLost =
        (answer.status === 200 && isHtml(answer)) || answer.status === 401 || isTokenFault(answer);
      if (!isLost || isAgain) {
        rejectStatus(answer);
        if (isLost) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
        return jsonOf(answer);
      }
      this.#session = undefined;
    }
  }

  #signed(request: ManagerRequest, { cookie, token }: Session): ManagerRequest {
    const type = request.body === undefined ? {} : { 'content-type': 'application/json' };
    const own = token === '' ? { cookie } : { cookie, 'x-xsrf-token': token };
    return { ...request, headers: { ...request.headers, ...type, ...own } };
  }

  /** A rejected sign-in has status 200 too: the login page instead of an empty body. */
  async #signIn(signal: AbortSignal): Promise<Session> {
    const { login, password } = this.#access;
    const answer = await this.#http.send(
      {
        method: 'POST',
        path: '/j_security_check',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ j_username: login, j_password: password }).toString(),
      },
      signal,
    );
    if (answer.status === 404 || answer.status === 405) throw new ManagerError('SDWAN_TYPES_DIFFER');
    if (answer.status !== 302) rejectStatus(answer);
    if (isHtml(answer)) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
    const cookie = answer.headers['set-cookie']?.find((one) => one.startsWith('JSESSIONID='))?.split(';')[0];
    if (cookie === undefined) throw new ManagerError('SDWAN_TYPES_DIFFER');
    return { cookie, token: await this.#readToken(cookie, signal) };
  }

  async #readToken(cookie: string, signal: AbortSignal): Promise<string> {
    const answer = await this.#http.send(
      { method: 'GET', path: `${BASE}/client/token`, headers: { cookie, accept: '*/*' } },
      signal,
    );
    if (isHtml(answer) && answer.status === 200) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
    // Releases before 19.2 have none.
    return answer.status === 200 ? answer.body.trim() : '';
  }
}
