import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { readData } from '#schemas/data/routes.ts';
import type { DataRow } from '#schemas/data/data-result-size.ts';
import { listPollingStates } from '#schemas/collector/polling-state.ts';
import { liveKinds, NEWEST_SECONDS } from '#schemas/inventory/list/live.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { KeyAttribute } from '#schemas/data/key-attribute.ts';
import { useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { call } from '#web/kernel/api/call.ts';
import { callLines } from '#web/kernel/api/call-lines.ts';
import { msOf, now } from '#web/lib/clock.ts';
import { indexAlarms, type AlarmIndex } from './alarms-by-place.ts';
import { liveKpis } from './live-kinds.ts';
import { LiveValues, type LiveFigures } from './live-values.ts';

const STEP = 300;
/** Rows that scroll past are not requested. */
const PAUSE_MS = 120;

async function readNewest(
  { customer, kind }: { readonly customer: number; readonly kind: InventoryKind },
  ids: readonly number[],
): Promise<ReadonlyMap<number, LiveFigures>> {
  const live = liveKinds[kind];
  const kpis = live === undefined ? [] : liveKpis(live);
  if (kpis.length === 0) return new Map();
  const to = Math.ceil(now() / 1_000 / STEP) * STEP;
  const request = {
    id: 'live',
    series: kpis.map((kpi) => ({ kpi, aggregation: 'last' as const })),
    keys: [kind as KeyAttribute],
    breakdown: { kind: 'list' as const, ids: [...ids] },
    from: to - NEWEST_SECONDS,
    to,
    stored: true,
  };
  const rows: DataRow[] = [];
  await callLines(readData, { params: { customerId: customer }, body: { requests: [request] } }, (line) => {
    if (line.state === 'ready') rows.push(...line.result.rows);
  });
  return new Map(rows.map(({ key, values }) => [key.at(-1)?.id ?? 0, values.map((list) => list[0] ?? null)]));
}

/** When devices responded last, in milliseconds since 1970. */
async function readSeen(customer: number, ids: readonly number[]) {
  const { devices } = await call(listPollingStates, {
    params: { customerId: customer },
    query: { devices: ids.join() },
  });
  return new Map(
    devices.map(
      ({ device, respondedAt }) => [device, [respondedAt === null ? null : msOf(respondedAt)]] as const,
    ),
  );
}

const later = (run: () => void): void => void setTimeout(run, PAUSE_MS);

/** What a list shows as it is now. */
export interface ListLive {
  readonly values: LiveValues | undefined;
  readonly seen: LiveValues | undefined;
  readonly alarms: AlarmIndex | undefined;
}

const noList: ListLive = { values: undefined, seen: undefined, alarms: undefined };
const Live = createContext<ListLive>(noList);
export const LiveListProvider = Live.Provider;
export const useListLive = (): ListLive => useContext(Live);

interface LiveOf {
  readonly customer: number | undefined;
  readonly kind: InventoryKind;
  readonly seesAlarms: boolean;
  readonly seesValues: boolean;
}

/** The newest values of a list of one customer. */
export function useLiveList({ customer, kind, seesAlarms, seesValues }: LiveOf): ListLive {
  const query = useAlerts(seesAlarms ? customer : undefined);
  const values = useMemo(
    () =>
      customer === undefined || !seesValues || liveKinds[kind] === undefined
        ? undefined
        : new LiveValues({
            read: (ids) => readNewest({ customer, kind }, ids),
            defer: later,
            now,
          }),
    [customer, kind, seesValues],
  );
  const seen = useMemo(
    () =>
      customer === undefined
        ? undefined
        : new LiveValues({ read: (ids) => readSeen(customer, ids), defer: later, now }),
    [customer],
  );
  const rows = query.data?.alarms;
  const alarms = useMemo(() => rows && indexAlarms(rows), [rows]);
  return useMemo(() => ({ values, seen, alarms }), [values, seen, alarms]);
}

const never = (): (() => void) => () => undefined;

/** The newest values of an element whose row is drawn. */
export function useLiveValues(of: LiveValues | undefined, id: number | undefined): LiveFigures {
  return useSyncExternalStore(
    useCallback(
      (listener: () => void) => (of === undefined || id === undefined ? never() : of.show(id, listener)),
      [of, id],
    ),
    () => (id === undefined ? undefined : of?.valuesOf(id)),
  );
}
