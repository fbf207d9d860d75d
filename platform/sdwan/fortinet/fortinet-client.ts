import { tenantClientId } from '#schemas/sdwan/rules.ts';
import { looseFields, looseNumber, looseRows, looseText } from '../lenient.ts';
import type { LooseFields } from '../lenient.ts';
import type {
  EndpointCall,
  ManagedDevice,
  ManagedNetwork,
  ManagerAccess,
  ManagedSample,
  ManagerClient,
  SamplePeriod,
} from '../sdwan-client.ts';
import { endpointPath, literally, lowerHeaders } from '../endpoint-rules.ts';
import { ManagerError } from '../sdwan-error.ts';
import { isHtml, jsonOf, rejectStatus } from '../sdwan-http.ts';
import type { ManagerHttp } from '../sdwan-http.ts';
import {
  connectedSample,
  fortinetDevice,
  fortinetSample,
  fortinetTunnel,
  lineSamples,
  membersOf,
  usageSamples,
} from './fortinet-rows.ts';

const PAGE_ROWS = 500;
const MAX_PAGES = 200;
const HEALTH_CHECK = '/api/v2/monitor/virtual-wan/health-check';
const LINES = '/api/v2/monitor/virtual-wan/members';
const USAGE = '/api/v2/monitor/system/resource/usage?scope=global';
/** Codes in answers whose status is 200. */
const code = { ok: 0, unknown: -3, forbidden: -11, invalidUrl: -6, login: -22 } as const;
/** ADOMs that every FortiManager has, without devices of customers. */
const BUILT_IN = /^(rootp|others|Forti(?!Gate)[A-Za-z]+|Syslog|Unmanaged_Devices)$/;

interface Call {
  readonly method: 'get' | 'exec';
  readonly param: Readonly<Record<string, unknown>> & { readonly url: string };
  readonly headers?: Readonly<Record<string, string>>;
}

interface Result {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  readonly session: string;
}

/** FortiManager: JSON-RPC whose failures have status 200 and a negative code. */
export class FortinetClient implements ManagerClient {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  #session: string | undefined;
  #id = 0;

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
  }

  skewMs(): number | undefined {
    return this.#http.skewMs;
  }

  async check(signal: AbortSignal): Promise<void> {
    const { isMultiTenant, adom } = this.#access;
    // An unknown ADOM in a deeper URL has several answers: it is looked for first.
    if (isMultiTenant) await this.#get('/cli/global/system/status', signal);
    else await this.#call({ method: 'get', param: { url: `/dvmdb/adom/${adom}` } }, signal, adom);
  }

  async readNetwork(signal: AbortSignal): Promise<ManagedNetwork> {
    const devices: ManagedDevice[] = [];
    const tunnels: ManagedNetwork['tunnels'][number][] = [];
    for (const adom of await this.#adoms(signal)) {
      const tenant = this.#tenantOf(adom);
      devices.push(...(await this.#readDevices(adom, signal)).map((row) => fortinetDevice(row, tenant)));
      tunnels.push(
        ...membersOf(await this.#readChecks(adom, signal)).map((one) => fortinetTunnel(one, tenant)),
      );
    }
    return { devices: devices.filter(({ name }) => name !== ''), tunnels };
  }

  /** FortiGates keep a short log only: the values are those of now. */
  async readSamples(
    { endMs, withDevices = false }: SamplePeriod,
    signal: AbortSignal,
  ): Promise<readonly ManagedSample[]> {
    const samples: ManagedSample[] = [];
    for (const adom of await this.#adoms(signal)) {
      const members = membersOf(await this.#readChecks(adom, signal));
      const of = { tenant: this.#tenantOf(adom), atMs: endMs };
      samples.push(...members.map((member) => fortinetSample(member, of)));
      if (!withDevices) continue;
      const devices = await this.#readDevices(adom, signal);
      samples.push(...devices.map((row) => connectedSample(row, of)));
      samples.push(...usageSamples(await this.#readGates(USAGE, adom, signal), of));
      const lines = `${LINES}?vdom=${this.#vdom}`;
      samples.push(...lineSamples(await this.#readGates(lines, adom, signal), of));
    }
    return samples;
  }

  /** A path of the FortiGates' own interface is asked of all of them through the FortiManager. */
  async read({ path, headers, clientId }: EndpointCall, signal: AbortSignal): Promise<unknown> {
    const adom = await this.#adomOf(clientId, signal);
    const named = literally(adom);
    const checked = endpointPath(path, {
      ...{ kind: 'fortinet', tenant: adom },
      allows: new RegExp(`^/api/v2/(?:monitor|cmdb)/.|^/(?:dvmdb|pm/config)/adom/${named}(?:/|$)`),
      below: `/api/v2/, /dvmdb/adom/${adom}/`,
      rejects: /^\/api\/v2\/cmdb\/system\/(?:admin|api-user|accprofile)/,
    });
    const call: Call = checked.startsWith('/api/v2/')
      ? this.#proxied(checked, adom)
      : { method: 'get', param: { url: checked } };
    return this.#call({ ...call, headers: lowerHeaders(headers) }, signal, adom);
  }

  async #adomOf(clientId: string, signal: AbortSignal): Promise<string> {
    if (!this.#access.isMultiTenant) return this.#access.adom;
    const adom = (await this.#adoms(signal)).find((name) => tenantClientId(name) === clientId);
    if (adom === undefined) throw new ManagerError('SDWAN_ADOM_NOT_FOUND', { adom: clientId });
    return adom;
  }

  async close(signal: AbortSignal): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined)
      await this.#send({ method: 'exec', param: { url: 'sys/logout' } }, session, signal).catch(
        () => undefined,
      );
  }

  #tenantOf(adom: string): string {
    return this.#access.isMultiTenant ? adom : '';
  }

  async #adoms(signal: AbortSignal): Promise<readonly string[]> {
    if (!this.#access.isMultiTenant) return [this.#access.adom];
    const rows = looseRows(await this.#get('/dvmdb/adom', signal));
    return rows.map((row) => looseText(row, 'name')).filter((name) => name !== '' && !BUILT_IN.test(name));
  }

  async #readDevices(adom: string, signal: AbortSignal): Promise<readonly LooseFields[]> {
    const rows: LooseFields[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const range = [page * PAGE_ROWS, PAGE_ROWS];
      const param = { url: `/dvmdb/adom/${adom}/device`, range };
      const found = looseRows(await this.#call({ method: 'get', param }, signal, adom));
      rows.push(...found);
      if (found.length < PAGE_ROWS) break;
    }
    return rows;
  }

  get #vdom(): string {
    return encodeURIComponent(this.#access.vdom === '' ? '*' : this.#access.vdom);
  }

  #readChecks(adom: string, signal: AbortSignal): Promise<readonly LooseFields[]> {
    return this.#readGates(`${HEALTH_CHECK}?vdom=${this.#vdom}`, adom, signal);
  }

  /** What every FortiGate of the ADOM answers. */
  async #readGates(resource: string, adom: string, signal: AbortSignal): Promise<readonly LooseFields[]> {
    return looseRows(await this.#call(this.#proxied(resource, adom), signal, adom));
  }

  #proxied(resource: string, adom: string): Call {
    const data = { action: 'get', resource, target: [`adom/${adom}/group/All_FortiGate`], timeout: 10 };
    return { method: 'exec', param: { url: '/sys/proxy/json', data } };
  }

  #get(url: string, signal: AbortSignal): Promise<unknown> {
    return this.#call({ method: 'get', param: { url } }, signal, this.#access.adom);
  }

  async #call(call: Call, signal: AbortSignal, adom: string): Promise<unknown> {
    for (let isAgain = false; ; isAgain = true) {
      this.#session ??= await this.#signIn(signal);
      const result = await this.#send(call, this.#session, signal);
      if (result.code === code.ok) return result.data;
      if (result.code === code.unknown) throw new ManagerError('SDWAN_ADOM_NOT_FOUND', { adom });
      if (result.code === code.invalidUrl) throw new ManagerError('SDWAN_ROUTE_MISSING');
      if (result.code !== code.forbidden)
        throw new ManagerError('SDWAN_REQUEST_INVALID', {
          detail: `${String(result.code)} ${result.message}`,
        });
      // An ended session and a missing right have the same code.
      if (isAgain) throw new ManagerError('SDWAN_INSUFFICIENT_RIGHTS');
      this.#session = undefined;
    }
  }

  async #signIn(signal: AbortSignal): Promise<string> {
    const { login: user, password: passwd } = this.#access;
    const param = { url: 'sys/login/user', data: { user, passwd } };
    const result = await this.#send({ method: 'exec', param }, null, signal);
    if (result.code !== code.ok) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
    if (result.session === '') throw new ManagerError('SDWAN_TYPES_DIFFER');
    return result.session;
  }

  async #send(
    { method, param, headers = {} }: Call,
    session: string | null,
    signal: AbortSignal,
  ): Promise<Result> {
    this.#id += 1;
    const answer = await this.#http.send(
      {
        method: 'POST',
        path: '/jsonrpc',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ id: this.#id, method, params: [param], session, verbose: 1 }),
      },
      signal,
    );
    if (answer.status === 404 || isHtml(answer)) {
      if (answer.status >= 400 && answer.status !== 404) rejectStatus(answer);
      throw new ManagerError('SDWAN_TYPES_DIFFER');
    }
    rejectStatus(answer);
    const body = looseFields(jsonOf(answer));
    const result = looseFields(Array.isArray(body['result']) ? body['result'][0] : body['result']);
    const status = looseFields(result['status']);
    const given = looseNumber(status, 'code');
    if (given === undefined) throw new ManagerError('SDWAN_TYPES_DIFFER');
    return {
      code: given,
      message: looseText(status, 'message'),
      data: result['data'],
      session: looseText(body, 'session'),
    };
  }
}
