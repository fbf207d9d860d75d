import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import type {
  FlowMap,
  FlowMapArc,
  FlowMapPair,
  FlowMapPairRequest,
  FlowMapRequest,
  FlowMapSelection,
  LiveFlowMap,
} from '#schemas/flowmap/flow-map.ts';
import { trafficTiming, type TrafficState } from '#schemas/flowmap/traffic-state.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { FlowEnds } from '#schemas/kpi/flow-ends.ts';
import { flowMapRows } from '#schemas/limit/dashlet.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { findApplicationNames } from '../../shared/application/find-application-names.ts';
import { flowEndsOf, type FlowMapCall } from './flow-map-call.ts';
import { flowMapNodes } from './flow-map-nodes.ts';
import { readConversations, readStoredTraffic } from './flow-map-queries.ts';
import { classesOf, liveArcs } from './live-arcs.ts';

type EndKeyName = 'end' | 'farEnd' | 'way' | 'class' | 'application';

interface EndQuery {
  readonly customer: number;
  readonly from: number;
  readonly to: number;
  readonly kpis: readonly string[];
  readonly ends: FlowEnds;
  readonly applications: readonly number[];
  readonly classes: readonly number[];
}

type EndRows = readonly { readonly key: readonly number[]; readonly values: readonly (number | null)[] }[];

/** Values of KPIs by the ends of flows. */
export interface EndValues {
  ranked(
    query: EndQuery,
    how: { readonly keys: readonly EndKeyName[]; readonly count: number; readonly signal: AbortSignal },
  ): Promise<{
    readonly from: number;
    readonly to: number;
    readonly kpis: readonly { readonly key: string; readonly unit: Unit }[];
    readonly rows: EndRows;
  }>;
  within(
    query: EndQuery,
    how: {
      readonly keys: readonly EndKeyName[];
      readonly pairs: readonly (readonly number[])[];
      readonly signal: AbortSignal;
    },
  ): Promise<EndRows>;
}

export interface FlowMapReaderNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly inventory: { readonly current: Inventory };
  readonly values: EndValues;
  /** The newest live traffic of a customer. */
  readonly traffic: (customer: number) => TrafficState | undefined;
  readonly readDeleted: (
    customer: number,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, { readonly name: string }>>;
}

const RATE = 'app_bps';
/** Live traffic older than this has ended, or no engine publishes it. */
const STALE_MS = 45_000;
/** Until stored flows are complete. */
const STORED_DELAY_S = 5;
/** Flows are stored for three days. */
const STORED_SECONDS = 3 * 86_400;
const LIVE_SECONDS = trafficTiming.slotSeconds * trafficTiming.slots;

/** Reads the traffic between the sites of a customer. */
export class FlowMapReader {
  readonly #needs: FlowMapReaderNeeds;

  constructor(needs: FlowMapReaderNeeds) {
    this.#needs = needs;
  }

  /** Throws the problems of `readFlowMap`. */
  async period(call: FlowMapCall, request: FlowMapRequest): Promise<FlowMap> {
    const { values, inventory } = this.#needs;
    const { customer, signal } = call;
    const { period, kpis, applications, classes } = request;
    const ends = flowEndsOf(call, inventory.current, request);
    const query = { customer, ...period, kpis, applications, classes, ends };
    const count = flowMapRows.arcs + 1;
    const { rows, ...found } = await values.ranked(query, { keys: ['end', 'farEnd'], count, signal });
    if (rows.length === 0) throw new ProblemError('FLOW_MAP_NO_REMOTE_SITE');
    const shown = rows.slice(0, flowMapRows.arcs);
    const pairs = shown.map(({ key }) => key);
    const rates = await values.within(
      { ...query, kpis: [RATE] },
      { keys: ['end', 'farEnd', 'way', 'class'], pairs, signal },
    );
    const arcs = arcsOf(shown, rates);
    return {
      ...(await this.#drawn(call, arcs)),
      isLimited: rows.length > shown.length,
      from: found.from,
      to: found.to,
      kpis: [...found.kpis],
    };
  }

  /** Throws the problems of `readLiveFlowMap`. */
  async live(call: FlowMapCall, selection: FlowMapSelection): Promise<LiveFlowMap> {
    const { clock, inventory } = this.#needs;
    const ends = flowEndsOf(call, inventory.current, selection);
    const state = await this.#liveState(call, selection, ends);
    if (state === undefined)
      return { nodes: [], arcs: [], isLimited: false, at: null, seconds: 0, isPartial: false };
    const { end: at, seconds, others } = state;
    const isCurrent = clock.now().getTime() - at < STALE_MS;
    const all = isCurrent ? liveArcs(state, { ...ends, classes: selection.classes }) : [];
    const arcs = all.slice(0, flowMapRows.arcs);
    const isLimited = all.length > arcs.length || others.bytes > 0;
    return { ...(await this.#drawn(call, arcs)), isLimited, at, seconds, isPartial: seconds < LIVE_SECONDS };
  }

  /** Throws the problems of `readFlowMapPair`. */
  async pair(call: FlowMapCall, request: FlowMapPairRequest): Promise<FlowMapPair> {
    const { values, clickhouse, inventory, db, clock } = this.#needs;
    const { caller, customer, signal } = call;
    const { period, one, other, applications, classes } = request;
    const ends = { ...flowEndsOf(call, inventory.current, request), between: [one, other] } as const;
    const query = { customer, ...period, kpis: [RATE], applications, classes, ends };
    const parts = { keys: ['application'], count: flowMapRows.parts, signal } as const;
    const found = await values.ranked(query, parts);
    const numbers = found.rows.map(({ key: [number = 0] }) => number);
    const unnamed = { caller, customer, device: 0, applications: numbers, to: period.to };
    const names =
      numbers.length === 0
        ? new Map<number, string>()
        : await findApplicationNames({ db, clickhouse }, unnamed);
    const now = Math.floor(clock.now().getTime() / SECOND_MS);
    const stored = { ...query, from: Math.max(period.from, now - STORED_SECONDS) };
    return {
      from: found.from,
      to: found.to,
      applications: found.rows.map(({ key: [number = 0], values: [bps] }) => ({
        number,
        name: names.get(number) ?? applicationName(number),
        bps: bps ?? 0,
      })),
      conversations: stored.from < stored.to ? await readConversations(clickhouse, stored) : [],
    };
  }

  /** What the engine published; with a filter on applications, what was stored of the same time. */
  async #liveState(
    { customer }: FlowMapCall,
    { applications, classes }: FlowMapSelection,
    ends: FlowEnds,
  ): Promise<TrafficState | undefined> {
    const { clickhouse, clock, traffic } = this.#needs;
    if (applications.length === 0) return traffic(customer);
    const to = Math.floor(clock.now().getTime() / SECOND_MS) - STORED_DELAY_S;
    const stored = { customer, from: to - LIVE_SECONDS, to, ends, applications, classes };
    return readStoredTraffic(clickhouse, stored);
  }

  async #drawn(
    { customer }: FlowMapCall,
    arcs: readonly FlowMapArc[],
  ): Promise<Pick<FlowMap, 'nodes' | 'arcs'>> {
    const { inventory, readDeleted } = this.#needs;
    const { sites } = inventory.current;
    const ids = [...new Set(arcs.flatMap(({ one, other }) => [one, other]))];
    const missing = ids.filter((id) => id !== 0 && !sites.has(id));
    const deleted =
      missing.length === 0
        ? new Map<number, { readonly name: string }>()
        : await readDeleted(customer, missing);
    return { nodes: flowMapNodes(arcs, sites, deleted), arcs: [...arcs] };
  }
}

const pairOf = ({ key: [one = 0, other = 0] }: EndRows[number]) => ({ one, other });
const pairKey = (row: EndRows[number]): string => row.key.slice(0, 2).join(' ');

/** Rates of a pair in both directions, and by class. Keys: both ends, direction, DSCP. */
function ratesOfPair(rates: EndRows): Pick<FlowMapArc, 'forth' | 'back' | 'classes'> {
  const classes = new Map<number, number>();
  const ways = [0, 0];
  for (const row of rates) {
    const [, , way = 0, dscp = 0] = row.key;
    const bps = row.values[0] ?? 0;
    ways[way] = (ways[way] ?? 0) + bps;
    classes.set(dscp, (classes.get(dscp) ?? 0) + bps);
  }
  const [forth = 0, back = 0] = ways;
  return { forth, back, classes: classesOf(classes) };
}

/** Arcs of a period: values of both directions together, and the rates of each by class. */
function arcsOf(rows: EndRows, rates: EndRows): readonly FlowMapArc[] {
  const byPair = Map.groupBy(rates, pairKey);
  return rows.map((row) => ({
    ...pairOf(row),
    ...ratesOfPair(byPair.get(pairKey(row)) ?? []),
    values: [...row.values],
  }));
}
