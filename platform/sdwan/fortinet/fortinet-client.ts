import { tenantClientId } from '#schemas/sdwan/rules.ts';
import { addAll } from '../add-all.ts';
import { looseRows, looseText, type LooseFields } from '../lenient.ts';
import type {
  EndpointCall,
  ManagedDevice,
  ManagedInterface,
  ManagedNetwork,
  ManagerAccess,
  ManagedSample,
  ManagerClient,
  ManagerCredentials,
  SamplePeriod,
} from '../sdwan-client.ts';
import { endpointPath, lowerHeaders } from '../endpoint-rules.ts';
import type { AlarmPeriod, ManagedAlarm, ManagedAlarms } from '../managed-alarms.ts';
import type { ManagedVolume } from '../managed-volume.ts';
import { ManagerError, unlessMissing } from '../sdwan-error.ts';
import { MAX_LIST_BYTES, type ManagerHttp } from '../sdwan-http.ts';
import { fortinetEndpoints } from './fortinet-endpoints.ts';
import { alertTime, fortinetAlerts, gateInterfaces, hasVdom, speedSamples } from './fortinet-objects.ts';
import {
  connectedSample,
  fortinetDevice,
  fortinetSample,
  fortinetTunnel,
  lineSamples,
  membersOf,
  usageSamples,
  withAddresses,
} from './fortinet-rows.ts';
import { TenantReadings, type SkippedTenant } from '../tenant-readings.ts';
import { FortinetSession, type FortinetCall } from './fortinet-session.ts';

const PAGE_ROWS = 500;
const MAX_PAGES = 200;
const ALERT_ROWS = 1_000;
const MAX_ALERT_PAGES = 20;
const LEAST_PERIOD_MS = 60_000;
/** FortiGates that are queried through the manager in one call. */
const GATES_AT_ONCE = 500;
const HEALTH_CHECK = '/api/v2/monitor/virtual-wan/health-check';
const LINES = '/api/v2/monitor/virtual-wan/members';
const PORTS = '/api/v2/monitor/system/interface/select?include_vlan=true';
const USAGE = '/api/v2/monitor/system/resource/usage?scope=global';
/** ADOMs that every FortiManager has, without devices of customers. */
const BUILT_IN = /^(rootp|others|Forti(?!Gate)[A-Za-z]+|Syslog|Unmanaged_Devices)$/;

/** Devices of an ADOM. */
interface Gates {
  readonly adom: string;
  readonly rows: readonly LooseFields[];
}

/** FortiManager: JSON-RPC whose failures have status 200 and a negative code. */
export class FortinetClient implements ManagerClient {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  readonly #session: FortinetSession;
  readonly #readings = new TenantReadings();

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
    this.#session = new FortinetSession(http, access);
  }

  skewMs(): number | undefined {
    return this.#http.skewMs;
  }

  skipped(): readonly SkippedTenant[] {
    return this.#readings.skipped;
  }

  takeSlowestMs(): number | undefined {
    return this.#http.takeSlowestMs();
  }

  credentials(): ManagerCredentials {
    return { certificate: this.#http.certificate, sessionEndsMs: undefined };
  }

  async check(signal: AbortSignal): Promise<void> {
    const { isMultiTenant, adom } = this.#access;
    // An unknown ADOM in a deeper URL has several responses: it is looked for first.
    if (isMultiTenant) await this.#get('/cli/global/system/status', signal);
    else await this.#session.call({ method: 'get', param: { url: `/dvmdb/adom/${adom}` } }, signal, adom);
  }

  async readNetwork(signal: AbortSignal): Promise<ManagedNetwork> {
    const devices: ManagedDevice[] = [];
    const tunnels: ManagedNetwork['tunnels'][number][] = [];
    const interfaces: ManagedInterface[] = [];
    const parts = await this.#each(signal, async (adom) => {
      const tenant = this.#tenantOf(adom);
      const rows = await this.#readDevices(adom, signal);
      const gates = { adom, rows };
      const members = membersOf(await this.#readGates(this.#inVdom(HEALTH_CHECK), gates, signal));
      return {
        devices: rows.map((row) => fortinetDevice(row, tenant)),
        tunnels: members.map((one) => fortinetTunnel(one, tenant)),
        interfaces: gateInterfaces(await this.#readGates(this.#inVdom(PORTS), gates, signal), tenant),
      };
    });
    for (const part of parts) {
      addAll(devices, part.devices);
      addAll(tunnels, part.tunnels);
      addAll(interfaces, part.interfaces);
    }
    return { devices: devices.filter(({ name }) => name !== ''), tunnels, interfaces };
  }

  /** FortiGates keep a short log only: the values are those of now. */
  async readSamples(
    { endMs, withDevices = false }: SamplePeriod,
    signal: AbortSignal,
  ): Promise<readonly ManagedSample[]> {
    const parts = await this.#each(signal, async (adom) => {
      const rows = await this.#readDevices(adom, signal);
      const gates = { adom, rows };
      const members = membersOf(await this.#readGates(this.#inVdom(HEALTH_CHECK), gates, signal));
      const of = { tenant: this.#tenantOf(adom), atMs: endMs };
      const tunnels = members.map((member) => fortinetSample(member, of));
      const ofGates = withDevices ? await this.#gateSamples(gates, of, signal) : [];
      return withAddresses([...tunnels, ...ofGates], rows);
    });
    return parts.flat();
  }

  /** FortiGates, their state and their lines. */
  async #gateSamples(
    gates: Gates,
    of: { readonly tenant: string; readonly atMs: number },
    signal: AbortSignal,
  ): Promise<readonly ManagedSample[]> {
    const usage = usageSamples(await this.#readGates(USAGE, gates, signal), of);
    const lines = lineSamples(await this.#readGates(this.#inVdom(LINES), gates, signal), of);
    const ports = gateInterfaces(await this.#readGates(this.#inVdom(PORTS), gates, signal), of.tenant);
    const connected = gates.rows.map((row) => connectedSample(row, of));
    return [...connected, ...usage, ...lines, ...speedSamples(ports, of)];
  }

  /** A FortiManager knows no applications. */
  readVolumes(): Promise<readonly ManagedVolume[]> {
    return Promise.resolve([]);
  }

  /** Events of the event management, which a FortiManager has only with the features of a FortiAnalyzer. */
  async readAlarms({ sinceMs, endMs }: AlarmPeriod, signal: AbortSignal): Promise<ManagedAlarms> {
    const alarms: ManagedAlarm[] = [];
    let untilMs = endMs;
    const parts = await this.#each(signal, async (adom) => {
      const read = await this.#readAlerts(adom, { sinceMs, endMs }, signal);
      return { found: fortinetAlerts(read.rows, this.#tenantOf(adom)), readUntilMs: read.untilMs };
    });
    for (const { found, readUntilMs } of parts) {
      addAll(alarms, found);
      untilMs = Math.min(untilMs, readUntilMs);
    }
    return { alarms, untilMs, raised: undefined };
  }

  /** Alerts within a period, or within its older part where there are very many: the next reading continues behind it. */
  async #readAlerts(
    adom: string,
    { sinceMs, endMs }: AlarmPeriod,
    signal: AbortSignal,
  ): Promise<{ readonly rows: readonly LooseFields[]; readonly untilMs: number }> {
    for (let untilMs = endMs; ; untilMs = Math.round((sinceMs + untilMs) / 2)) {
      const { rows, isComplete } = await this.#readAlertPages(adom, { sinceMs, endMs: untilMs }, signal);
      if (isComplete || untilMs - sinceMs < LEAST_PERIOD_MS) return { rows, untilMs };
    }
  }

  async #readAlertPages(adom: string, { sinceMs, endMs }: AlarmPeriod, signal: AbortSignal) {
    const rows: LooseFields[] = [];
    const range = { start: alertTime(sinceMs), end: alertTime(endMs + 999) };
    const param = { url: `/eventmgmt/adom/${adom}/alerts`, apiver: 3, 'time-range': range, timezone: 'UTC' };
    for (let page = 0; page < MAX_ALERT_PAGES; page += 1) {
      const paging = { limit: ALERT_ROWS, offset: page * ALERT_ROWS };
      const requested = this.#session.call({ method: 'get', param: { ...param, ...paging } }, signal, adom);
      const found = looseRows(await unlessMissing(requested, []));
      addAll(rows, found);
      if (found.length < ALERT_ROWS) return { rows, isComplete: true };
    }
    return { rows, isComplete: false };
  }

  /** A path of the FortiGates' own interface is requested from all of them through the FortiManager. */
  async read({ path, headers, clientId }: EndpointCall, signal: AbortSignal): Promise<unknown> {
    const adom = await this.#adomOf(clientId, signal);
    const checked = endpointPath(path, fortinetEndpoints(adom));
    const call: FortinetCall = checked.startsWith('/api/v2/')
      ? this.#proxied(checked, [`adom/${adom}/group/All_FortiGate`])
      : { method: 'get', param: { url: checked } };
    return this.#session.call({ ...call, headers: lowerHeaders(headers) }, signal, adom);
  }

  async #adomOf(clientId: string, signal: AbortSignal): Promise<string> {
    if (!this.#access.isMultiTenant) return this.#access.adom;
    const adom = (await this.#adoms(signal)).find((name) => tenantClientId(name) === clientId);
    if (adom === undefined) throw new ManagerError('SDWAN_ADOM_NOT_FOUND', { adom: clientId });
    return adom;
  }

  close(signal: AbortSignal): Promise<void> {
    return this.#session.close(signal);
  }

  #tenantOf(adom: string): string {
    return this.#access.isMultiTenant ? adom : '';
  }

  /** What is read of each ADOM; those that cannot be read are skipped. */
  async #each<Result>(
    signal: AbortSignal,
    read: (adom: string) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const adoms = (await this.#adoms(signal)).map((tenant) => ({ tenant }));
    return this.#readings.read(adoms, signal, ({ tenant }) => read(tenant));
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
      const found = looseRows(await this.#session.call({ method: 'get', param }, signal, adom));
      addAll(rows, found);
      if (found.length < PAGE_ROWS) break;
    }
    const { vdom } = this.#access;
    return vdom === '' ? rows : rows.filter((row) => hasVdom(row, vdom));
  }

  #inVdom(path: string): string {
    const { vdom } = this.#access;
    return `${path}${path.includes('?') ? '&' : '?'}vdom=${encodeURIComponent(vdom === '' ? '*' : vdom)}`;
  }

  /** What the FortiGates of an ADOM return: of many, some at a time. */
  async #readGates(
    resource: string,
    { adom, rows }: Gates,
    signal: AbortSignal,
  ): Promise<readonly LooseFields[]> {
    const names = rows.map((row) => looseText(row, 'name', 'hostname')).filter((name) => name !== '');
    const isComplete = names.length <= GATES_AT_ONCE && this.#access.vdom === '';
    const responses: LooseFields[] = [];
    for (let from = 0; from < names.length; from += GATES_AT_ONCE) {
      const some = names.slice(from, from + GATES_AT_ONCE).map((name) => `adom/${adom}/device/${name}`);
      const targets = isComplete ? [`adom/${adom}/group/All_FortiGate`] : some;
      const requested = this.#session.call(this.#proxied(resource, targets), signal, adom);
      addAll(responses, looseRows(await requested));
    }
    return responses;
  }

  #proxied(resource: string, target: readonly string[]): FortinetCall {
    const data = { action: 'get', resource, target, timeout: 10 };
    return { method: 'exec', param: { url: '/sys/proxy/json', data }, maxBytes: MAX_LIST_BYTES };
  }

  #get(url: string, signal: AbortSignal): Promise<unknown> {
    return this.#session.call({ method: 'get', param: { url } }, signal, this.#access.adom);
  }
}
