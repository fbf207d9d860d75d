import type { Db } from '#platform/postgres/postgres.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { topologyDefault } from '#schemas/cockpit/topology.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { AlarmEvent } from '#engine/alarm/event-row.ts';
import type { WebhookTarget } from '#engine/notification/configuration/delivery-target.ts';
import { briefOf, type NoticeNames } from '#engine/notification/dispatch/notice-of.ts';
import { NotifiedIncidents, type IncidentOfEvent } from '#engine/notification/dispatch/notified-incidents.ts';
import { OpenWindow } from '#engine/notification/dispatch/open-window.ts';

/** A chat of every alarm: it is sent twenty events by themselves, and the others as one group with their worst incidents. */
const target: WebhookTarget = {
  kind: 'webhook',
  id: 1,
  name: 'NOC',
  activeSinceMs: 0,
  includeRestricted: false,
  notifyPlatformEvents: false,
  language: 'en',
  customers: new Set(),
  severities: new Set(),
  alarms: new Set(),
  service: 'slack',
  url: '',
  channel: '',
  secret: '',
  headers: [],
  payload: { kind: 'json', template: '' },
  trigger: 'both',
  allowInsecure: false,
};
const rule = { singles: 20, windowMs: 60_000 };

export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Incidents as the process of notifications follows them: what they add to the events of a window. */
export class IncidentCost {
  readonly #incidents: NotifiedIncidents;
  readonly #names: NoticeNames;
  #seq = 0;

  private constructor(incidents: NotifiedIncidents, names: NoticeNames) {
    this.#incidents = incidents;
    this.#names = names;
  }

  static async open(
    db: Db,
    { inventory, alarms }: { readonly inventory: Inventory; readonly alarms: readonly AlarmDefinition[] },
  ): Promise<IncidentCost> {
    const named = alarms.map(
      ({ id, label }) =>
        [id, { name: label, isTrap: false, isRestricted: false, topology: topologyDefault }] as const,
    );
    const names = { inventory, alarms: new Map(named), kpis: new Map() };
    return new IncidentCost(await NotifiedIncidents.open(db, 0, 0), names);
  }

  /**
   * Applies the messages of a window, describes the incidents that a chat is sent, and stores them. Returns what that takes more than
   * the same notifications without incidents. `now`: seconds since 1970.
   */
  async apply(messages: readonly (readonly AlarmEvent[])[], now: number): Promise<Cost> {
    const without = await measure(() => {
      this.#dispatch(messages, now, () => () => undefined);
    });
    const full = await measure(async () => {
      this.#dispatch(messages, now, (rows) => {
        this.#seq += 1;
        return this.#incidents.apply({ seq: this.#seq }, rows, this.#names);
      });
      await this.#incidents.save(this.#seq, now);
    });
    return { wallMs: full.wallMs - without.wallMs, cpuMs: full.cpuMs - without.cpuMs };
  }

  #dispatch(
    messages: readonly (readonly AlarmEvent[])[],
    now: number,
    incidentsOf: (rows: readonly AlarmEvent[]) => IncidentOfEvent,
  ): void {
    const atMs = now * 1_000;
    const window = new OpenWindow(rule, { firstSeq: 1, atMs, splitByLanguage: (one) => [one] });
    for (const rows of messages) {
      const incidentOf = incidentsOf(rows);
      for (const row of rows) {
        const brief = briefOf(row, this.#names);
        if (brief === undefined) continue;
        const incident = incidentOf(row, 'public');
        if (window.admit(target, { brief, incident }, atMs)) incident?.describe('en');
      }
    }
    window.groups();
  }
}

async function measure(work: () => unknown): Promise<Cost> {
  const before = process.cpuUsage();
  const fromMs = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - fromMs, cpuMs: (user + system) / 1e3 };
}
