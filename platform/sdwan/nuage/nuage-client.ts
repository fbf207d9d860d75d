import { MINUTE_MS } from '#schemas/time/duration.ts';
import { tenantClientId } from '#schemas/sdwan/rules.ts';
import { addAll } from '../add-all.ts';
import { endpointPath, lowerHeaders } from '../endpoint-rules.ts';
import { looseRows, looseText, type LooseFields } from '../lenient.ts';
import { alarmPlace, type AlarmPeriod, type ManagedAlarms } from '../managed-alarms.ts';
import { VOLUME_STEP_MS, type ManagedVolume } from '../managed-volume.ts';
import type {
  EndpointCall,
  ManagedDevice,
  ManagedInterface,
  ManagedNetwork,
  ManagedTunnel,
  ManagerAccess,
  ManagedSample,
  ManagerClient,
  ManagerCredentials,
  SamplePeriod,
} from '../sdwan-client.ts';
import { ManagerError, unlessMissing } from '../sdwan-error.ts';
import { jsonOf, type ManagerHttp } from '../sdwan-http.ts';
import { nuageEndpoints } from './nuage-endpoints.ts';
import { nuageAlarm, nuageInterfaces, nuageVolume } from './nuage-objects.ts';
import {
  enterpriseOf,
  gatewaySample,
  nuageDevice,
  nuageSample,
  nuageTunnel,
  portSample,
  systemSample,
} from './nuage-rows.ts';
import { TenantReadings, type SkippedTenant } from '../tenant-readings.ts';
import { NUAGE_API, NuageSession } from './nuage-session.ts';
import { NuageStatistics } from './nuage-statistics.ts';

const PAGE_ROWS = 500;
const MAX_PAGES = 500;
/** Probes of this long show every tunnel. */
const PROBED_MS = 15 * MINUTE_MS;
/** Gateways whose ports are read at the same time. */
const AT_ONCE = 8;

interface Enterprise {
  readonly id: string;
  readonly name: string;
}

/** Runs `of` for every value, at most `atOnce` at a time; the results keep the order. The first failure ends it. */
async function inTurns<Value, Result>(
  values: readonly Value[],
  atOnce: number,
  of: (value: Value) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < values.length; from += atOnce)
    addAll(results, await Promise.all(values.slice(from, from + atOnce).map(of)));
  return results;
}

/** Nokia Nuage VSD: an API key that expires with status 419, pages in headers, statistics in Elasticsearch. */
export class NuageClient implements ManagerClient {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  readonly #session: NuageSession;
  readonly #readings = new TenantReadings();
  readonly #statistics: NuageStatistics;

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
    this.#session = new NuageSession(http, access);
    this.#statistics = new NuageStatistics(http, access.elasticUrl);
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
    return { certificate: this.#http.certificate, sessionEndsMs: this.#session.endsMs };
  }

  async check(signal: AbortSignal): Promise<void> {
    this.#session.forget();
    await this.#enterprises(signal);
    await this.#statistics.check(signal);
  }

  async readNetwork(signal: AbortSignal): Promise<ManagedNetwork> {
    const enterprises = await this.#enterprises(signal);
    const devices: ManagedDevice[] = [];
    const interfaces: ManagedInterface[] = [];
    const parts = await this.#each(enterprises, signal, async (enterprise) => {
      const rows = await this.#gateways(enterprise, signal);
      const tenant = this.#tenantOf(enterprise.name);
      const ports = await inTurns(rows, AT_ONCE, (row) => this.#interfaces(row, tenant, signal));
      return { enterprise, rows: rows.map((row) => nuageDevice(row, tenant)), ports: ports.flat() };
    });
    for (const { rows, ports } of parts) {
      addAll(
        devices,
        rows.filter((one) => one.name !== ''),
      );
      addAll(interfaces, ports);
    }
    const endMs = this.#http.nowMs() + (this.#http.skewMs ?? 0);
    const probed = { startMs: endMs - PROBED_MS, endMs };
    const probes = await this.#statistics.rows('nuage_dpi_probestats', probed, signal);
    const tunnels = new Map<string, ManagedTunnel>();
    const shown = parts.map(({ enterprise }) => enterprise);
    for (const { row, tenant } of this.#ofEnterprises(probes, shown)) {
      const tunnel = nuageTunnel(row, tenant);
      if (tunnel !== undefined) tunnels.set(`${tenant} ${tunnel.device} ${tunnel.key}`, tunnel);
    }
    return { devices, interfaces, tunnels: [...tunnels.values()] };
  }

  async readSamples(period: SamplePeriod, signal: AbortSignal): Promise<readonly ManagedSample[]> {
    const enterprises = await this.#enterprises(signal);
    const read = async (
      index: string,
      sampleOf: (row: LooseFields, tenant: string) => ManagedSample | undefined,
    ): Promise<readonly ManagedSample[]> => {
      const rows = await unlessMissing(this.#statistics.rows(index, period, signal), []);
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

  /** A VSD lists the alarms that are raised; one that has ended is deleted. */
  async readAlarms({ endMs }: AlarmPeriod, signal: AbortSignal): Promise<ManagedAlarms> {
    const parts = await this.#each(await this.#enterprises(signal), signal, async ({ id, name }) => {
      const rows = await this.#readAll(
        `${NUAGE_API}/enterprises/${encodeURIComponent(id)}/allalarms`,
        signal,
      );
      const names = new Map(
        (rows.length === 0 ? [] : await this.#gateways({ id, name }, signal)).map((row) => [
          looseText(row, 'ID'),
          looseText(row, 'name'),
        ]),
      );
      return rows.flatMap((row) => nuageAlarm(row, { tenant: this.#tenantOf(name), names }) ?? []);
    });
    const alarms = parts.flat();
    return { alarms, untilMs: endMs, raised: new Set(alarms.map(alarmPlace)) };
  }

  async readVolumes(
    { startMs, endMs }: Pick<SamplePeriod, 'startMs' | 'endMs'>,
    signal: AbortSignal,
  ): Promise<readonly ManagedVolume[]> {
    const enterprises = await this.#enterprises(signal);
    const requested = {
      startMs,
      endMs,
      stepMs: VOLUME_STEP_MS,
      by: ['EnterpriseName', 'SourceNSG', 'L7Classification'],
      of: ['TotalBytesCount', 'TotalPacketsCount'],
    };
    const rows = await unlessMissing(this.#statistics.sums('nuage_dpi_flowstats', requested, signal), []);
    return this.#ofEnterprises(rows, enterprises).flatMap(
      ({ row, tenant }) => nuageVolume(row, tenant) ?? [],
    );
  }

  async #gatewayStates(
    enterprises: readonly Enterprise[],
    atMs: number,
    signal: AbortSignal,
  ): Promise<readonly ManagedSample[]> {
    const parts = await this.#each(enterprises, signal, async (enterprise) => {
      const rows = await this.#gateways(enterprise, signal);
      return rows.map((row) => gatewaySample(row, this.#tenantOf(enterprise.name), atMs));
    });
    return parts.flat();
  }

  async read({ path, headers, clientId }: EndpointCall, signal: AbortSignal): Promise<unknown> {
    const id = await this.#enterpriseOf(clientId, signal);
    const checked = endpointPath(path, nuageEndpoints(id));
    return jsonOf(await this.#session.get(checked, lowerHeaders(headers), signal)) ?? [];
  }

  close(): Promise<void> {
    this.#session.forget();
    return Promise.resolve();
  }

  /** What is read of each enterprise; those that cannot be read are skipped. */
  #each<Result>(
    enterprises: readonly Enterprise[],
    signal: AbortSignal,
    read: (enterprise: Enterprise) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const named = enterprises.map((enterprise) => ({ enterprise, tenant: enterprise.name }));
    return this.#readings.read(named, signal, ({ enterprise }) => read(enterprise));
  }

  #tenantOf(enterprise: string): string {
    return this.#access.isMultiTenant ? enterprise : '';
  }

  /** All of a provider; else the one of the customer, by its name or the customer's id at the manager. */
  async #enterprises(signal: AbortSignal): Promise<readonly Enterprise[]> {
    const { isMultiTenant, vsdName, clientId } = this.#access;
    const rows = await this.#readAll(`${NUAGE_API}/enterprises`, signal);
    const all = rows.map((row) => ({ id: looseText(row, 'ID'), name: looseText(row, 'name') }));
    if (isMultiTenant || `${vsdName}${clientId}` === '') return all;
    const found = all.filter(({ name }) =>
      vsdName === '' ? tenantClientId(name) === clientId : name.toLowerCase() === vsdName.toLowerCase(),
    );
    if (found.length === 0) throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: vsdName || clientId });
    return found;
  }

  /** Id of the customer's enterprise; empty where the whole VSD is the customer's. */
  async #enterpriseOf(clientId: string, signal: AbortSignal): Promise<string> {
    const { isMultiTenant, vsdName, clientId: ownId } = this.#access;
    if (!isMultiTenant && `${vsdName}${ownId}` === '') return '';
    const enterprises = await this.#enterprises(signal);
    const found = isMultiTenant
      ? enterprises.find(({ name }) => tenantClientId(name) === clientId)
      : enterprises[0];
    if (found === undefined) throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: clientId });
    return found.id;
  }

  #ofEnterprises(rows: readonly LooseFields[], enterprises: readonly Enterprise[]) {
    const names = new Set(enterprises.map(({ name }) => name));
    return rows.flatMap((row) => {
      const name = enterpriseOf(row);
      return names.has(name) ? [{ row, tenant: this.#tenantOf(name) }] : [];
    });
  }

  #gateways({ id }: Enterprise, signal: AbortSignal): Promise<readonly LooseFields[]> {
    return this.#readAll(`${NUAGE_API}/enterprises/${encodeURIComponent(id)}/nsgateways`, signal);
  }

  /** The ports of a gateway and the addresses of its uplinks. */
  async #interfaces(
    row: LooseFields,
    tenant: string,
    signal: AbortSignal,
  ): Promise<readonly ManagedInterface[]> {
    const below: `/${string}` = `${NUAGE_API}/nsgateways/${encodeURIComponent(looseText(row, 'ID'))}`;
    const read = (name: string) => unlessMissing(this.#readAll(`${below}/${name}`, signal), []);
    const ports = await read('nsports');
    const uplinks = await read('uplinkconnections');
    return nuageInterfaces({ tenant, device: looseText(row, 'name') }, ports, uplinks);
  }

  async #readAll(path: `/${string}`, signal: AbortSignal): Promise<readonly LooseFields[]> {
    const rows: LooseFields[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const paging = { 'x-nuage-page': String(page), 'x-nuage-pagesize': String(PAGE_ROWS) };
      const response = await this.#session.get(path, paging, signal);
      const found = looseRows(jsonOf(response));
      addAll(rows, found);
      if (found.length === 0 || rows.length >= Number(response.headers['x-nuage-count'] ?? 0)) break;
    }
    return rows;
  }
}
