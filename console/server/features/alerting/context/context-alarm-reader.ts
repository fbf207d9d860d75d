import type { Clock } from '#platform/clock/clock.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type {
  AlarmWatch,
  ContextAlarmRequest,
  ContextAlarms,
} from '#schemas/alerting/context-alarm-routes.ts';
import type { DecidedWindow } from '#schemas/alerting/alert.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { audienceOf } from '#server/kernel/access/audience.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import type { AlarmVisibility } from '../alarm-visibility.ts';
import type { AlertReader } from '../alert-reader.ts';
import { matchingAlarms, contextTest, worstBySite, watchOf, type AlarmContext } from './alarms-in-context.ts';

export interface ContextAlarmNeeds {
  readonly alerts: Pick<AlertReader, 'alertsOf'>;
  readonly visibility: AlarmVisibility;
  readonly inventory: InventoryCache;
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
}

/** Windows after which an engine that decides none is late, and the least time. */
const LATE_WINDOWS = 3;
const LATE_MS = 15 * MINUTE_MS;

const endOf = ({ start, length }: DecidedWindow): number => start + length;

/** Whether the engine has decided no window for longer than it takes. */
const isLate = (window: DecidedWindow, nowMs: number): boolean =>
  nowMs - endOf(window) * SECOND_MS > Math.max(LATE_MS, LATE_WINDOWS * window.length * SECOND_MS);

/** Reads what is wrong now in a part of a customer. */
export class ContextAlarmReader {
  readonly #needs: ContextAlarmNeeds;

  constructor(needs: ContextAlarmNeeds) {
    this.#needs = needs;
  }

  /** Throws UNAVAILABLE until the state of the engines is loaded. */
  async read(caller: Caller, customer: number, request: ContextAlarmRequest): Promise<ContextAlarms> {
    const { alerts, inventory, clock } = this.#needs;
    const state = alerts.alertsOf(caller, customer);
    const { filters, count } = request;
    const context = { customer, filters, sites: withinSites(caller, customer, undefined) };
    const isInContext = contextTest(inventory.current, context);
    const found = matchingAlarms(state?.alarms.values() ?? [], request, isInContext);
    const window = state?.window;
    const isDecided = window !== undefined && !isLate(window, clock.now().getTime());
    return {
      alarms: found.slice(0, count),
      count: found.length,
      ...(request.bySite && { sites: worstBySite(found) }),
      watch: await this.#watch(caller, { context, request, isDecided, isEmpty: found.length === 0 }),
      decidedUntil: window === undefined ? null : endOf(window),
    };
  }

  /** Why an empty list is empty. A list with alarms needs no reason. */
  async #watch(
    caller: Caller,
    {
      context,
      request,
      isDecided,
      isEmpty,
    }: {
      readonly context: AlarmContext;
      readonly request: ContextAlarmRequest;
      readonly isDecided: boolean;
      readonly isEmpty: boolean;
    },
  ): Promise<AlarmWatch> {
    if (!isEmpty) return isDecided ? 'watched' : 'undecided';
    const { db, inventory, visibility } = this.#needs;
    const [alarms, kpis] = await Promise.all([loadAlarms(db), readDirectory(db)]);
    const audience = audienceOf(caller);
    const isVisible = (alarm: number): boolean =>
      audience === 'privileged' || visibility.of(audience).shows(alarm);
    const definitions = alarms.filter(
      ({ id, enabled, severity, customers }) =>
        enabled &&
        customers?.includes(context.customer) !== false &&
        (request.severities.length === 0 || request.severities.includes(severity)) &&
        isVisible(id),
    );
    const watch = watchOf({ inventory: inventory.current, kpis, definitions }, context);
    return watch === 'watched' && !isDecided ? 'undecided' : watch;
  }
}
