import { DAY_MS } from '#schemas/time/duration.ts';
import { addAll } from '../add-all.ts';
import { endpointPath, lowerHeaders } from '../endpoint-rules.ts';
import { looseFields, looseRows, looseText, type LooseFields } from '../lenient.ts';
import { alarmPlace, type AlarmPeriod, type ManagedAlarm, type ManagedAlarms } from '../managed-alarms.ts';
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
import { MAX_LIST_BYTES, type ManagerHttp, type ManagerRequest } from '../sdwan-http.ts';
import { alarmsBetween, raisedBetween, vmanageAlarms } from './alarm-rows.ts';
import { interfaceSamples, stateSamples, systemSamples } from './device-rows.ts';
import { interfacesOf } from './interface-rows.ts';
import { vmanageEndpoints } from './vmanage-endpoints.ts';
import { statePages, statisticsPages, timedPages } from './vmanage-pages.ts';
import { volumeQuery, vmanageVolumes } from './volume-rows.ts';
import { devicesOf, tunnelSamples, tunnelsOf } from './vmanage-rows.ts';
import type { SkippedTenant } from '../tenant-readings.ts';
import { VmanageSession } from './vmanage-session.ts';
import { VmanageViews, type View } from './vmanage-views.ts';

const BASE = '/dataservice';
const STATISTICS = `${BASE}/data/device/statistics`;
const STATE = `${BASE}/data/device/state`;
/** Alarms that were raised longer ago than this count as cleared. */
const RAISED_SINCE_MS = 90 * DAY_MS;

/** Without a zone: the manager takes UTC only. */
const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** Cisco vManage: a session cookie, a token against forged requests, three kinds of pages. */
export class VmanageClient implements ManagerClient {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  readonly #session: VmanageSession;
  readonly #views: VmanageViews;

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
    this.#session = new VmanageSession(http, access);
    this.#views = new VmanageViews(this.#session, access);
  }

  skewMs(): number | undefined {
    return this.#http.skewMs;
  }

  skipped(): readonly SkippedTenant[] {
    return this.#views.skipped;
  }

  takeSlowestMs(): number | undefined {
    return this.#http.takeSlowestMs();
  }

  credentials(): ManagerCredentials {
    return { certificate: this.#http.certificate, sessionEndsMs: undefined };
  }

  async check(signal: AbortSignal): Promise<void> {
    const facts = await this.#views.facts(signal);
    if (looseText(facts, 'tenancyMode', 'platformVersion') === '')
      throw new ManagerError('SDWAN_TYPES_DIFFER');
    // A tenant that is not there is found before anything is collected.
    if (!this.#access.isMultiTenant)
      for (const part of await this.#views.parts(signal))
        await this.#views.within(part, signal, () => Promise.resolve());
  }

  async readNetwork(signal: AbortSignal): Promise<ManagedNetwork> {
    const read: {
      devices: ManagedNetwork['devices'][number][];
      tunnels: ManagedNetwork['tunnels'][number][];
    } = {
      devices: [],
      tunnels: [],
    };
    const interfaces: ManagedInterface[] = [];
    const parts = await this.#views.each(signal, async (view) => {
      const devices = devicesOf(await this.#devices(view, signal), view.tenant);
      const sessions = await this.#readState('BFDSessions', view, signal);
      const rows = [
        ...(await unlessMissing(this.#readState('Interface', view, signal), [])),
        ...(await unlessMissing(this.#readState('CEdgeInterface', view, signal), [])),
      ];
      const tunnels = tunnelsOf(sessions, view.tenant);
      return { devices, tunnels, interfaces: interfacesOf({ devices, rows, sessions }) };
    });
    for (const part of parts) {
      addAll(read.devices, part.devices);
      addAll(read.tunnels, part.tunnels);
      addAll(interfaces, part.interfaces);
    }
    return { ...read, interfaces };
  }

  async readSamples(
    { startMs, endMs, withDevices = false }: SamplePeriod,
    signal: AbortSignal,
  ): Promise<readonly ManagedSample[]> {
    const period = `startDate=${dateText(startMs)}&endDate=${dateText(endMs)}&timeZone=UTC`;
    const parts = await this.#views.each(signal, async (view) => {
      const samples: ManagedSample[] = [];
      const { tenant } = view;
      const read = (name: string): Promise<readonly LooseFields[]> =>
        statisticsPages((query) => this.#get(`${STATISTICS}/${name}?${query}`, view, signal), period);
      addAll(samples, tunnelSamples(await read('approutestatsstatistics'), tenant));
      if (!withDevices) return samples;
      addAll(samples, stateSamples(await this.#devices(view, signal), tenant, endMs));
      addAll(samples, systemSamples(await unlessMissing(read('devicesystemstatusstatistics'), []), tenant));
      addAll(samples, interfaceSamples(await unlessMissing(read('interfacestatistics'), []), tenant));
      return samples;
    });
    return parts.flat();
  }

  /** Those that were entered since, and all that are raised: what was raised before and is in neither has ended. */
  async readAlarms({ sinceMs, endMs }: AlarmPeriod, signal: AbortSignal): Promise<ManagedAlarms> {
    const alarms: ManagedAlarm[] = [];
    const raised = new Set<string>();
    let [untilMs, isComplete] = [endMs, true];
    const parts = await this.#views.each(signal, async (view) => {
      const send =
        (query: (fromMs: number, toMs: number) => object) => async (fromMs: number, toMs: number) =>
          looseRows(
            looseFields(await this.#post(`${BASE}/alarms`, query(fromMs, toMs), view, signal))['data'],
          );
      const fresh = await timedPages({ sinceMs, endMs }, send(alarmsBetween));
      const running = await timedPages({ sinceMs: endMs - RAISED_SINCE_MS, endMs }, send(raisedBetween));
      const [now, since] = [running, fresh].map(({ rows }) => vmanageAlarms(rows, view.tenant));
      return { fresh, running, now: now ?? [], since: since ?? [] };
    });
    for (const { fresh, running, now, since } of parts) {
      untilMs = Math.min(untilMs, fresh.untilMs);
      isComplete &&= running.untilMs === endMs;
      addAll(alarms, since);
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
    const parts = await this.#views.each(signal, async (view) => {
      const path = `${BASE}/statistics/dpi/aggregation` as const;
      const requested = this.#post(path, volumeQuery(startMs, endMs), view, signal);
      const rows = looseRows(looseFields(await unlessMissing(requested, {}))['data']);
      return vmanageVolumes(rows, view.tenant);
    });
    return parts.flat();
  }

  async read({ path, headers, clientId }: EndpointCall, signal: AbortSignal): Promise<unknown> {
    return this.#views.within(await this.#views.partOf(clientId, signal), signal, (view) => {
      const own = { ...lowerHeaders(headers), ...view.headers };
      return this.#get(endpointPath(path, vmanageEndpoints(view.id)), { ...view, headers: own }, signal);
    });
  }

  close(signal: AbortSignal): Promise<void> {
    return this.#session.close(signal);
  }

  #call({ isOwn, session }: View, request: ManagerRequest, signal: AbortSignal): Promise<unknown> {
    return isOwn ? this.#session.call(request, signal) : this.#session.callWithin(session, request, signal);
  }

  #readState(name: string, view: View, signal: AbortSignal): Promise<readonly LooseFields[]> {
    return statePages((query) => this.#get(`${STATE}/${name}?${query}`, view, signal));
  }

  /** All of them in one response. */
  #devices(view: View, signal: AbortSignal): Promise<unknown> {
    const { headers } = view;
    const request = { method: 'GET', path: `${BASE}/device`, headers, maxBytes: MAX_LIST_BYTES } as const;
    return this.#call(view, request, signal);
  }

  #get(path: `/${string}`, view: View, signal: AbortSignal): Promise<unknown> {
    return this.#call(view, { method: 'GET', path, headers: view.headers }, signal);
  }

  // oxlint-disable-next-line max-params -- path, body and view are one request
  #post(path: `/${string}`, body: object, view: View, signal: AbortSignal): Promise<unknown> {
    const request = {
      method: 'POST',
      path,
      headers: view.headers,
      body: JSON.stringify(body),
      maxBytes: MAX_LIST_BYTES,
    } as const;
    return this.#call(view, request, signal);
  }
}
