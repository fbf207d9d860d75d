import { SingleFlight } from '#server/shared/queue/single-flight.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  trafficDivisions,
  trafficOf,
  trafficWayOf,
  type ElementTraffic,
  type TrafficPart,
} from '#schemas/alerting/traffic.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import { elementOf, type PlacedElement } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { SeriesPeriod } from '#schemas/kpi/series.ts';
import { tableGranularity } from '#server/shared/rollup/rollup-table.ts';
import type { RetentionDays } from '#schemas/limit/retention.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { automaticGranularity } from '#schemas/time/granularity.ts';
import { sitesSeenBy, type Caller } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { withinLimits } from '#server/kernel/problem/query-problem.ts';
import {
  deletedApplications,
  findApplicationNames,
} from '#server/shared/application/find-application-names.ts';
import type { AlarmInstance } from '../alarm-topology.ts';
import {
  countHosts,
  MOST_HOSTS,
  applicationShare,
  type IncidentShare,
} from '#schemas/alerting/incident/incident-cause.ts';
import {
  hostsSql,
  trafficSql,
  type HostRow,
  type HostsRequest,
  type TrafficStatement,
  type TrafficRow,
} from './traffic-queries.ts';

export interface TrafficReaderNeeds {
  readonly inventory: InventoryCache;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly retentionDays: RetentionDays;
}

interface TrafficRequest {
  readonly caller: Caller;
  readonly instance: AlarmInstance;
  readonly element: PlacedElement;
  readonly period: SeriesPeriod;
}

interface LargestApplication {
  readonly application: number;
  readonly bytes: number;
  readonly total: number;
  readonly hosts?: number | undefined;
}

/** The day of the start is retained completely, and rows are removed some time after they expired. */
const SLACK_MS = HOUR_MS;

const exportsFlows = ({ devices }: Inventory, { device }: PlacedElement): boolean | null =>
  device === undefined ? null : (devices.get(device)?.exporters.length ?? 0) > 0;

/** Names of parts, as far as the caller may see them. */
interface PartNames {
  readonly inventory: Inventory;
  readonly applications: ReadonlyMap<number, string>;
  /** Custom applications that do not exist any more. */
  readonly deleted: ReadonlySet<number>;
  readonly seen: ReadonlySet<number> | undefined;
  readonly element: PlacedElement;
}

function partOf({ list, one, other, sum_bytes: bytes, packets }: TrafficRow, names: PartNames): TrafficPart {
  const { inventory, applications, deleted, seen, element } = names;
  const volume = { bytes, packets };
  if (list === 'application')
    return {
      name: applications.get(one) ?? applicationName(one),
      ...(deleted.has(one) && { deleted: true as const }),
      ...volume,
    };
  if (list === 'interface') return { name: inventory.interfaces.get(one)?.name ?? null, ...volume };
  // The traffic within the site has one end twice.
  const ends = one === element.site ? [other] : [one, other];
  if (ends.some((site) => site !== 0 && seen?.has(site) === false))
    return { name: null, hidden: true, ...volume };
  const known = ends.flatMap((site) => inventory.sites.get(site)?.name ?? []);
  return { name: known.length === 0 ? null : known.join(' ↔ '), ...volume };
}

/** Reads what the traffic of elements consists of, from the rollups of their flows. */
export class TrafficReader {
  readonly #needs: TrafficReaderNeeds;
  /** Of incidents: when a window closes, every screen reads them. */
  readonly #shares = new SingleFlight<LargestApplication | undefined>();

  constructor(needs: TrafficReaderNeeds) {
    this.#needs = needs;
  }

  /** The caller may see the alarm. Empty for a deleted element. Throws NOT_FOUND for one of another customer, SERIES_NOT_RETAINED and TOO_MUCH_DATA. */
  async read(
    caller: Caller,
    instance: AlarmInstance & { readonly kpi: string },
    period: SeriesPeriod,
  ): Promise<ElementTraffic> {
    const inventory = this.#needs.inventory.current;
    const element = elementOf(inventory, instance.element);
    const way = element?.kind === 'interface' ? trafficWayOf(instance.kpi) : 'both';
    if (element === undefined) return { way, exports: null, divisions: [] };
    if (element.customer !== instance.customer) throw new ProblemError('NOT_FOUND');
    const divisions = trafficOf(element.kind);
    const rows = divisions.length === 0 ? [] : await this.#readRows({ instance, element, period }, way);
    const seen = sitesSeenBy(caller, instance.customer);
    const numbers = rows.flatMap(({ list, one }) => (list === 'application' ? [one] : []));
    const [applications, deleted] = await Promise.all([
      this.#readApplicationNames({ caller, instance, element, period }, numbers),
      deletedApplications(this.#needs.db, numbers),
    ]);
    const names = { inventory, applications, deleted, seen, element };
    const partsOf = Map.groupBy(rows, ({ list }) => list);
    return {
      way,
      exports: exportsFlows(inventory, element),
      divisions: trafficDivisions
        .filter((by) => divisions.includes(by))
        .map((by) => {
          const own = partsOf.get(by) ?? [];
          const total = { bytes: own[0]?.total_bytes ?? 0, packets: own[0]?.total_packets ?? 0 };
          return { by, total, parts: own.map((row) => partOf(row, names)) };
        }),
    };
  }

  /**
   * The application that is much of the traffic of an interface in the direction of the KPI, with the number of its hosts where raw flows
   * are there. Undefined where no application is. Throws as `read` does.
   */
  async readShare(
    caller: Caller,
    instance: AlarmInstance & { readonly kpi: string },
    period: SeriesPeriod,
  ): Promise<IncidentShare | undefined> {
    const element = elementOf(this.#needs.inventory.current, instance.element);
    const way = trafficWayOf(instance.kpi);
    if (element?.kind !== 'interface' || element.customer !== instance.customer || way === 'both')
      return undefined;
    const request = { caller, instance, element, period };
    const { customer } = instance;
    // Names of applications depend on the caller: they are read for each.
    const key = JSON.stringify([customer, element.site, element.device, element.id, way, period]);
    const largest = await this.#shares.run(key, () => this.#readLargest(request, way));
    if (largest === undefined) return undefined;
    const { application, bytes, total, hosts } = largest;
    const names = await this.#readApplicationNames(request, [application]);
    const share = applicationShare(names.get(application) ?? applicationName(application), { bytes, total });
    return share === undefined || hosts === undefined ? share : { ...share, hosts };
  }

  /** The largest application of an interface, with its hosts where it is much of the traffic. */
  async #readLargest(
    request: Omit<TrafficRequest, 'caller'>,
    way: HostsRequest['way'],
  ): Promise<LargestApplication | undefined> {
    const rows = await this.#readRows(request, way);
    const first = rows.find(({ list }) => list === 'application');
    if (first === undefined) return undefined;
    const largest = { application: first.one, bytes: first.sum_bytes, total: first.total_bytes };
    if (applicationShare(applicationName(first.one), largest) === undefined) return largest;
    const of = { way, application: first.one };
    const hosts = await this.#readHosts(request, of).catch(() => undefined);
    return { ...largest, hosts };
  }

  async #readHosts(
    { instance, element, period }: Omit<TrafficRequest, 'caller'>,
    of: Pick<HostsRequest, 'way' | 'application'>,
  ): Promise<number | undefined> {
    const rows = await this.#query<HostRow>(
      hostsSql({
        ...of,
        ...period,
        customer: instance.customer,
        site: element.site,
        device: element.device ?? 0,
        port: element.id,
        limit: MOST_HOSTS + 1,
      }),
    );
    return countHosts(
      rows.map(({ sum_bytes: bytes }) => bytes),
      rows[0]?.total_bytes ?? 0,
    );
  }

  #readRows(
    { instance, element, period }: Omit<TrafficRequest, 'caller'>,
    way: ElementTraffic['way'],
  ): Promise<readonly TrafficRow[]> {
    const { clock, retentionDays } = this.#needs;
    const granularity = automaticGranularity((period.to - period.from) * SECOND_MS);
    const days = retentionDays[tableGranularity(granularity, { timeZone: 'UTC' })];
    if (period.from * SECOND_MS < clock.now().getTime() - days * DAY_MS - SLACK_MS)
      throw new ProblemError('SERIES_NOT_RETAINED', { params: { days } });
    return this.#query<TrafficRow>(
      trafficSql({
        customer: instance.customer,
        site: element.site,
        device: element.device ?? 0,
        port: element.kind === 'interface' ? element.id : 0,
        way,
        granularity,
        ...period,
      }),
    );
  }

  /** Names of custom applications, and those that exporters report. */
  #readApplicationNames(
    { caller, instance: { customer }, element, period }: TrafficRequest,
    applications: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    const of = { caller, customer, device: element.device ?? 0, applications, to: period.to };
    return withinLimits(findApplicationNames(this.#needs, of));
  }

  #query<Row>({ sql, params, settings }: TrafficStatement): Promise<readonly Row[]> {
    return withinLimits(this.#needs.clickhouse.query<Row>(sql, params, settings));
  }
}
