import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { BulkAlarm } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { DefinitionChange } from '#schemas/alerting/definition-change.ts';
import type { AlarmHistory, AlertSnapshot, CustomerAlerts } from '#schemas/alerting/routes.ts';
import { elementKinds } from '#schemas/element/kind.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import { isLibraryKey, kpis, type KpiKey } from '#schemas/kpi/library.ts';
import type { SeriesPeriod } from '#schemas/kpi/series.ts';
import { relatedKpis } from '#schemas/kpi/related.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { PreparedReply } from '../../kernel/route/serve.ts';
import { readAlarmContext, type AlarmInstance } from './alarm-topology.ts';
import type { AlarmVisibility } from './alarm-visibility.ts';
import type { AlertMirror } from './alert-mirror.ts';
import { alertSnapshot, customerAlerts } from './alert-snapshot.ts';
import { readAlarmEvents } from './alerting-queries.ts';
import { alertsInSites, isElementInSites } from './alerts-in-sites.ts';
import { alertsForAudience } from './audience-view.ts';
import { readDefinitionChanges } from './evidence/definition-change-reader.ts';
import { LargeSnapshots, isLarge } from './large-snapshot.ts';
import type { MirroredAlerts } from './mirrored-alerts.ts';

export interface AlertReaderNeeds {
  readonly mirror: AlertMirror;
  readonly visibility: AlarmVisibility;
  readonly inventory: InventoryCache;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly db: Db;
  readonly clock: Clock;
}

/** Reads the running alerts of customers from the mirror, as far as a caller may see them. */
export class AlertReader {
  readonly #needs: AlertReaderNeeds;
  readonly #large: LargeSnapshots;

  constructor(needs: AlertReaderNeeds) {
    this.#needs = needs;
    this.#large = new LargeSnapshots(needs.clock);
  }

  /** Undefined when the engines report no state of the customer. Throws UNAVAILABLE until all partitions are loaded. */
  alertsOf(caller: Caller, customer: number): MirroredAlerts | undefined {
    const { mirror, visibility } = this.#needs;
    if (!mirror.isReady) throw new ProblemError('UNAVAILABLE', { params: { tier: 'engine' } });
    const alerts = mirror.customers.get(customer);
    if (alerts === undefined) return undefined;
    const audience = audienceOf(caller);
    const visible = audience === 'privileged' ? alerts : alertsForAudience(alerts, visibility.of(audience));
    return alertsInSites(visible, sitesSeenBy(caller, customer));
  }

  /** Which definitions a caller sees, of any customer: equal for callers who see the same ones. */
  visibleTo(caller: Caller): string {
    const audience = audienceOf(caller);
    return audience === 'privileged' ? audience : this.#needs.visibility.of(audience).shown().join();
  }

  /** The state of the alerting screen. A large one is prepared once for all callers who see the same alarms. */
  async readSnapshot(caller: Caller, customer: number): Promise<AlertSnapshot | PreparedReply> {
    const { inventory } = this.#needs;
    const alerts = this.alertsOf(caller, customer);
    // By the alarms themselves: a snapshot is never handed on when an alarm has become invisible.
    const readers = { customer, visible: this.visibleTo(caller) };
    const seen = sitesSeenBy(caller, customer);
    const snapshot = alertSnapshot(inventory.current, { customer, alerts, seen });
    if (!isLarge(snapshot)) {
      this.#large.forget(readers);
      return snapshot;
    }
    // Sites are restricted per user: no other user reads the same rows.
    if (seen !== undefined) return new PreparedReply(await this.#large.once(snapshot));
    return new PreparedReply(await this.#large.bodyOf(readers, snapshot, inventory.current));
  }

  /** The alerts of every customer of the caller. */
  listCustomers(caller: Caller): CustomerAlerts[] {
    const { mirror, inventory } = this.#needs;
    if (!mirror.isReady) throw new ProblemError('UNAVAILABLE', { params: { tier: 'engine' } });
    return [...caller.customers.keys()].flatMap((id) => {
      const entry = inventory.current.customers.get(id);
      return entry === undefined ? [] : [customerAlerts(entry, this.alertsOf(caller, id))];
    });
  }

  /** The newest events of an alarm on an element, and its topology. Throws NOT_FOUND for what the caller may not see. */
  async readAlarmHistory(
    caller: Caller,
    instance: AlarmInstance,
    period: { readonly until: number; readonly limit: number },
  ): Promise<AlarmHistory> {
    const { inventory, clickhouse, db } = this.#needs;
    this.#rejectHidden(caller, instance);
    const events = await readAlarmEvents(clickhouse, { ...instance, ...period });
    return { events, ...(await readAlarmContext(db, inventory.current, instance)) };
  }

  /** The key of the KPI of an alarm. Throws NOT_FOUND for a deleted alarm and for what the caller may not see. */
  async readAlarmKpi(caller: Caller, instance: AlarmInstance): Promise<string> {
    this.#rejectHidden(caller, instance);
    const row = await this.#needs.db
      .selectFrom('cockpit_alarm')
      .select('kpi')
      .where('id', '=', instance.alarm)
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row.kpi;
  }

  /** As `readDefinitionChanges`. Throws NOT_FOUND for what the caller may not see. */
  listDefinitionChanges(
    caller: Caller,
    instance: AlarmInstance,
    period: SeriesPeriod,
  ): Promise<DefinitionChange[]> {
    this.#rejectHidden(caller, instance);
    return readDefinitionChanges(this.#needs.db, instance, period);
  }

  /** The KPIs to show next to that of an alarm. Throws NOT_FOUND as `readAlarmKpi`. */
  async readRelatedKpis(caller: Caller, instance: AlarmInstance): Promise<readonly KpiKey[]> {
    this.#rejectHidden(caller, instance);
    const row = await this.#needs.db
      .selectFrom('cockpit_alarm as alarm')
      .leftJoin('kpi_definition as own', 'own.key', 'alarm.kpi')
      .select(['alarm.kpi', 'alarm.target', 'own.element'])
      .where('alarm.id', '=', instance.alarm)
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    const ofKpi = isLibraryKey(row.kpi) ? kpis[row.kpi].element : row.element;
    const kind = elementKinds.find((each) => each === (row.target ?? ofKpi));
    return kind === undefined ? [] : relatedKpis(row.kpi, kind);
  }

  /** Whether the caller may see an alarm on an element, running or not. */
  sees(caller: Caller, { customer, alarm, element }: AlarmInstance): boolean {
    const { visibility, inventory } = this.#needs;
    const audience = audienceOf(caller);
    if (audience !== 'privileged' && !visibility.of(audience).shows(alarm)) return false;
    return isElementInSites(inventory.current, element, sitesSeenBy(caller, customer));
  }

  /** Alarms with the sites that they are at: where they run, else where their elements are. Those of deleted elements are left out. */
  placesOf(customer: number, alarms: readonly BulkAlarm[]): (BulkAlarm & Pick<AlarmRow, 'site'>)[] {
    const { mirror, inventory } = this.#needs;
    const running = mirror.customers.get(customer)?.alarms;
    return alarms.flatMap(({ alarm, element }) => {
      const row = running?.get(`${String(alarm)}:${String(element)}`);
      const site = row?.site ?? elementOf(inventory.current, element)?.site;
      return site === undefined ? [] : [{ alarm, element, site }];
    });
  }

  #rejectHidden(caller: Caller, instance: AlarmInstance): void {
    if (!this.sees(caller, instance)) throw new ProblemError('NOT_FOUND');
  }
}
