import { DAY_MS } from '#schemas/time/duration.ts';
import { tenantClientId } from '#schemas/sdwan/rules.ts';
import { addAll } from '../add-all.ts';
import { endpointPath, lowerHeaders } from '../endpoint-rules.ts';
import { looseFields, looseRows, looseText } from '../lenient.ts';
import type { LooseFields } from '../lenient.ts';
import { alarmPlace } from '../managed-alarms.ts';
import type { AlarmPeriod, ManagedAlarm, ManagedAlarms } from '../managed-alarms.ts';
import type { ManagedVolume } from '../managed-volume.ts';
import type {
  EndpointCall,
  ManagedInterface,
  ManagedNetwork,
  ManagerAccess,
  ManagedSample,
  ManagerClient,
  ManagerCredentials,
  SamplePeriod,
} from '../sdwan-client.ts';
import { ManagerError, unlessMissing } from '../sdwan-error.ts';
import { MAX_LIST_BYTES } from '../sdwan-http.ts';
import type { ManagerHttp } from '../sdwan-http.ts';
import { alarmsBetween, raisedBetween, vmanageAlarms } from './alarm-rows.ts';
import { interfaceSamples, stateSamples, systemSamples } from './device-rows.ts';
import { interfacesOf } from './interface-rows.ts';
import { vmanageEndpoints } from './vmanage-endpoints.ts';
import { statePages, statisticsPages, timedPages } from './vmanage-pages.ts';
import { volumeQuery, vmanageVolumes } from './volume-rows.ts';
import { devicesOf, tunnelSamples, tunnelsOf } from './vmanage-rows.ts';
import { VmanageSession } from './vmanage-session.ts';

const BASE = '/dataservice';
const STATISTICS = `${BASE}/data/device/statistics`;
const STATE = `${BASE}/data/device/state`;
/** Alarms that were raised longer ago than this count as cleared. */
const RAISED_SINCE_MS = 90 * DAY_MS;

/** A tenant that the provider acts as, with the header that says so. The tenant of a single customer is empty. */
interface View {
  readonly tenant: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

const single: View = { tenant: '', id: '', headers: {} };

/** Without a zone: the manager takes UTC only. */
const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** Cisco vManage: a session cookie, a token against forged requests, three kinds of pages. */
export class VmanageClient implements ManagerClient {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  readonly #session: VmanageSession;
  /** Whether the user is one of a provider: it never changes. */
  #isProvider: boolean | undefined;

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
    this.#session = new VmanageSession(http, access);
  }

  skewMs(): number | undefined {
    return this.#http.skewMs;
  }

  credentials(): ManagerCredentials {
    return { certificate: this.#http.certificate, sessionEndsMs: undefined };
  }

  async check(signal: AbortSignal): Promise<void> {
    const facts = await this.#facts(signal);
    if (looseText(facts, 'tenancyMode', 'platformVersion') === '')
      throw new ManagerError('SDWAN_TYPES_DIFFER');
    // A tenant that is not there is found before anything is collected.
    if (!this.#access.isMultiTenant) await this.#views(signal);
  }

  async readNetwork(signal: AbortSignal): Promise<ManagedNetwork> {
    const read: {
      devices: ManagedNetwork['devices'][number][];
      tunnels: ManagedNetwork['tunnels'][number][];
    } = {
      ...{ devices: [], tunnels: [] },
    };
    const interfaces: ManagedInterface[] = [];
    for (const view of await this.#views(signal)) {
      const devices = devicesOf(await this.#devices(view, signal), view.tenant);
      const sessions = await this.#readState('BFDSessions', view, signal);
      addAll(read.devices, devices);
      addAll(read.tunnels, tunnelsOf(sessions, view.tenant));
      const rows = [
        ...(await unlessMissing(this.#readState('Interface', view, signal), [])),
        ...(await unlessMissing(this.#readState('CEdgeInterface', view, signal), [])),
      ];
      addAll(interfaces, interfacesOf({ devices, rows, sessions }));
    }
    return { ...read, interfaces };
  }

  async readSamples(
    { startMs, endMs, withDevices = false }: SamplePeriod,
    signal: AbortSignal,
  ): Promise<readonly ManagedSample[]> {
    const period = `startDate=${dateText(startMs)}&endDate=${dateText(endMs)}&timeZone=UTC`;
    const samples: ManagedSample[] = [];
    for (const view of await this.#views(signal)) {
      const { tenant } = view;
      const read = (name: string): Promise<readonly LooseFields[]> =>
        statisticsPages((query) => this.#get(`${STATISTICS}/${name}?${query}`, view, signal), period);
      addAll(samples, tunnelSamples(await read('approutestatsstatistics'), tenant));
      if (!withDevices) continue;
      addAll(samples, stateSamples(await this.#devices(view, signal), tenant, endMs));
      addAll(samples, systemSamples(await unlessMissing(read('devicesystemstatusstatistics'), []), tenant));
      addAll(samples, interfaceSamples(await unlessMissing(read('interfacestatistics'), []), tenant));
    }
    return samples;
  }

  /** Those that were entered since, and all that are raised: what was raised before and is in neither has ended. */
  async readAlarms({ sinceMs, endMs }: AlarmPeriod, signal: AbortSignal): Promise<ManagedAlarms> {
    const alarms: ManagedAlarm[] = [];
    const raised = new Set<string>();
    let [untilMs, isComplete] = [endMs, true];
    for (const view of await this.#views(signal)) {
      const ask = (query: (fromMs: number, toMs: number) => object) => async (fromMs: number, toMs: number) =>
        looseRows(looseFields(await this.#post(`${BASE}/alarms`, query(fromMs, toMs), view, signal))['data']);
      const fresh = await timedPages({ sinceMs, endMs }, ask(alarmsBetween));
      const running = await timedPages({ sinceMs: endMs - RAISED_SINCE_MS, endMs }, ask(raisedBetween));
      untilMs = Math.min(untilMs, fresh.untilMs);
      isComplete &&= running.untilMs === endMs;
      const now = vmanageAlarms(running.rows, view.tenant);
      addAll(alarms, vmanageAlarms(fresh.rows, view.tenant));
      addAll(alarms, now);
      for (const one of now) raised.add(alarmPlace(one));
    }
    return { alarms, untilMs, raised: isComplete ? raised : undefined };
  }

  /** None where packets are not inspected. */
  async readVolumes(
    { startMs, endMs }: Pick<SamplePeriod, 'startMs' | 'endMs'>,
    signal: AbortSignal,
  ): Promise<readonly ManagedVolume[]> {
    const volumes: ManagedVolume[] = [];
    for (const view of await this.#views(signal)) {
      const path = `${BASE}/statistics/dpi/aggregation` as const;
      const asked = this.#post(path, volumeQuery(startMs, endMs), view, signal);
      const rows = looseRows(looseFields(await unlessMissing(asked, {}))['data']);
      for (const one of vmanageVolumes(rows, view.tenant)) volumes.push(one);
    }
    return volumes;
  }

  async read({ path, headers, clientId }: EndpointCall, signal: AbortSignal): Promise<unknown> {
    const view = await this.#viewOf(clientId, signal);
    const own = { ...lowerHeaders(headers), ...view.headers };
    return this.#get(endpointPath(path, vmanageEndpoints(view.id)), { ...view, headers: own }, signal);
  }

  close(signal: AbortSignal): Promise<void> {
    return this.#session.close(signal);
  }

  async #facts(signal: AbortSignal): Promise<LooseFields> {
    return looseFields(looseFields(await this.#get(`${BASE}/client/server`, single, signal))['data']);
  }

  async #isOfProvider(signal: AbortSignal): Promise<boolean> {
    const facts = await this.#facts(signal);
    return looseText(facts, 'tenancyMode') === 'MultiTenant' && looseText(facts, 'userMode') === 'provider';
  }

  /** Those of the organization, where one is given. */
  async #tenants(signal: AbortSignal): Promise<readonly LooseFields[]> {
    const { organization } = this.#access;
    const rows = looseRows(looseFields(await this.#get(`${BASE}/tenant`, single, signal))['data']);
    const wanted = organization.toLowerCase();
    return rows.filter((row) => wanted === '' || looseText(row, 'orgName').toLowerCase() === wanted);
  }

  /** Every tenant, or the only customer: where the user is a provider's, it is the tenant that the customer's id names. */
  async #views(signal: AbortSignal): Promise<readonly View[]> {
    const { isMultiTenant, clientId } = this.#access;
    if (!isMultiTenant) {
      this.#isProvider ??= await this.#isOfProvider(signal);
      return [this.#isProvider ? { ...(await this.#tenantView(clientId, signal)), tenant: '' } : single];
    }
    const views: View[] = [];
    for (const row of await this.#tenants(signal)) views.push(await this.#actAs(row, signal));
    return views;
  }

  async #actAs(row: LooseFields, signal: AbortSignal): Promise<View> {
    const id = looseText(row, 'tenantId');
    const answer = await this.#post(
      `${BASE}/tenant/${encodeURIComponent(id)}/vsessionid`,
      {},
      single,
      signal,
    );
    const session = looseText(looseFields(answer), 'VSessionId');
    if (session === '') throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: looseText(row, 'name') });
    return { tenant: looseText(row, 'name'), id, headers: { vsessionid: session } };
  }

  async #tenantView(clientId: string, signal: AbortSignal): Promise<View> {
    const isOwn = (row: LooseFields): boolean => tenantClientId(looseText(row, 'name')) === clientId;
    const tenant = (await this.#tenants(signal)).find(isOwn);
    if (tenant === undefined) throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: clientId });
    return this.#actAs(tenant, signal);
  }

  /** The customer's view: a provider sees nothing of a tenant but as that tenant. */
  async #viewOf(clientId: string, signal: AbortSignal): Promise<View> {
    if (this.#access.isMultiTenant) return this.#tenantView(clientId, signal);
    const [view = single] = await this.#views(signal);
    return view;
  }

  #readState(name: string, view: View, signal: AbortSignal): Promise<readonly LooseFields[]> {
    return statePages((query) => this.#get(`${STATE}/${name}?${query}`, view, signal));
  }

  /** All of them in one answer. */
  #devices({ headers }: View, signal: AbortSignal): Promise<unknown> {
    const request = { method: 'GET', path: `${BASE}/device`, headers, maxBytes: MAX_LIST_BYTES } as const;
    return this.#session.call(request, signal);
  }

  #get(path: `/${string}`, { headers }: View, signal: AbortSignal): Promise<unknown> {
    return this.#session.call({ method: 'GET', path, headers }, signal);
  }

  // oxlint-disable-next-line max-params -- path, body and view are one request
  #post(path: `/${string}`, body: object, { headers }: View, signal: AbortSignal): Promise<unknown> {
    const request = {
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(body),
      maxBytes: MAX_LIST_BYTES,
    } as const;
    return this.#session.call(request, signal);
  }
}
