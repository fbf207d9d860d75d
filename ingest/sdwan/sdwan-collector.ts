import type { Bucket } from '#platform/bus/bucket.ts';
import { acquireLease } from '#platform/bus/lease.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Log } from '#platform/log/log.ts';
import { attemptUntil } from '#platform/sdwan/attempt.ts';
import {
  CLOSE_TIMEOUT_MS,
  type ManagedSample,
  type ManagerAccess,
  type ManagerClient,
} from '#platform/sdwan/sdwan-client.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { StoredUnplaced } from '#schemas/sdwan/server.ts';
import type { Outbox } from '../snmp/outbox.ts';
import type { SdwanMetrics } from './sdwan-metrics.ts';
import type { ServerStore } from './server-store.ts';
import type { AlarmStore } from './alarm-store.ts';
import { meantLines } from './cisco-lines.ts';
import { tunnelExclusion, type CiscoRules } from './cisco-rules.ts';
import { collectAlarms } from './collect-alarms.ts';
import { collectVolumes } from './collect-volumes.ts';
import type { VolumePublisher } from './volume-publisher.ts';
import type { VolumeStore } from './volume-store.ts';
import { readInOurTime } from './read-in-our-time.ts';
import { elementFinder, measuresDevices } from './element-finder.ts';
import { calledNow, ChangedNames } from './names/called-now.ts';
import { managedBy } from './names/managed-by.ts';
import { matchCalled, rememberedElement, type DeviceMatch } from './names/match-called.ts';
import type { DeviceStore } from './names/device-store.ts';
import { unplacedOf } from './names/unplaced.ts';
import { UnreadTenants, logUnread } from './names/unread-tenants.ts';
import { elementRows, freshSamples, sampleSeries, type PlacedSample } from './element-rows.ts';

const DUE_CHECK_MS = 1_000;
/** Statistics may be published this long after their time. */
const LOOK_BACK_MS = 30 * 60_000;
/** Intervals without a collection after which a session is ended. */
const IDLE_SLOTS = 2;
/** Of a collection: pages of thousands of tunnels need longer than a check. */
const COLLECT_TIMEOUT_MS = 120_000;

export interface CollectorNeeds {
  readonly store: ServerStore;
  readonly devices: Pick<DeviceStore, 'read' | 'remember'>;
  readonly alarms: Pick<AlarmStore, 'save' | 'fail'>;
  readonly accessOf: (row: SdwanServerRow) => ManagerAccess;
  readonly open: (access: ManagerAccess) => ManagerClient;
  readonly inventory: () => Inventory;
  readonly outbox: Pick<Outbox, 'send'>;
  readonly volumes: Pick<VolumePublisher, 'publish'>;
  readonly published: Pick<VolumeStore, 'read' | 'save' | 'note'>;
  readonly leases: { readonly bucket: Bucket; readonly ttlMs: number; readonly owner: string };
  /** Matches patterns of users alongside the work of this process. */
  readonly patterns: CiscoRules['patterns'];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<SdwanMetrics, 'collections' | 'unknown' | 'unknownDevices'>;
  readonly intervalMs: number;
  /** Age from which a sample is late; undefined: for windows that close after a minute. */
  readonly lateMs?: number | undefined;
}

/** What this process knows of a manager between two collections. */
interface Memory {
  readonly version: number;
  client: ManagerClient;
  /** Fingerprint of the certificate that the client was opened for; empty: none is known. */
  pinned: string;
  /** Time of the newest sample by series. */
  readonly seenMs: Map<string, number>;
  readonly changedNames: ChangedNames;
  /** Start of the newest interval that this process has collected. */
  slotMs: number;
  /** When this process last collected; undefined: not yet. */
  collectedMs: number | undefined;
}

/** Never rejects. */
const signOut = ({ client }: Pick<Memory, 'client'>): Promise<void> =>
  client.close(AbortSignal.timeout(CLOSE_TIMEOUT_MS));

/** The right to collect an interval. */
interface Claim {
  readonly slot: Date;
  /** When the manager was last collected from; null: never. */
  readonly collectedAt: Date | null;
  readonly lost: AbortSignal;
}

interface Publication extends Pick<Memory, 'seenMs'> {
  readonly slot: Date;
  /** When another process has collected since this one. */
  readonly othersMs: number | undefined;
}

/** Collects samples from every manager once per interval, whichever process holds its lease. */
export class SdwanCollector {
  readonly #needs: CollectorNeeds;
  readonly #memory = new Map<number, Memory>();
  readonly #running = new Map<number, Promise<void>>();

  constructor(needs: CollectorNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    this.#needs.clock.every(DUE_CHECK_MS, () => this.checkDue(signal), signal);
  }

  /** Resolves when no collection is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Signs out everywhere. */
  async close(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#memory.values()].map(({ client }) => client.close(signal)));
  }

  /** Starts the collections that are due. */
  async checkDue(signal: AbortSignal): Promise<void> {
    const { store, clock, intervalMs, log } = this.#needs;
    const slot = dateAtMs(Math.floor(clock.now().getTime() / intervalMs) * intervalMs);
    try {
      for (const row of await store.listDue(slot)) {
        if (this.#running.has(row.id) || signal.aborted) continue;
        const going = this.#run(row, slot, signal).finally(() => this.#running.delete(row.id));
        this.#running.set(row.id, going);
      }
      this.#forgetIdle(slot.getTime());
    } catch (error) {
      log.warn({ err: error }, 'sdwan managers unreadable');
    }
  }

  /** Signs out of managers that are suspended or deleted, or that another process collects. */
  #forgetIdle(slotMs: number): void {
    for (const [id, memory] of this.#memory) {
      if (this.#running.has(id) || slotMs - memory.slotMs <= IDLE_SLOTS * this.#needs.intervalMs) continue;
      this.#memory.delete(id);
      void signOut(memory);
    }
  }

  /** Never rejects. */
  async #run(row: SdwanServerRow, slot: Date, signal: AbortSignal): Promise<void> {
    const { store, leases, clock, log } = this.#needs;
    try {
      const lease = await acquireLease({ ...leases, clock }, `sdwan.${String(row.id)}`, signal);
      if (lease === undefined) return;
      try {
        const collectedAt = await store.claim(row, slot);
        if (collectedAt !== undefined) await this.#collect(row, { slot, collectedAt, lost: lease.lost });
      } finally {
        await lease.release();
      }
    } catch (error) {
      log.error({ err: error, manager: row.id }, 'sdwan collection failed');
    }
  }

  async #collect(row: SdwanServerRow, { slot, collectedAt, lost }: Claim): Promise<void> {
    const { store, clock, log, metrics } = this.#needs;
    const memory = this.#memoryOf(row);
    const { client, seenMs } = memory;
    memory.slotMs = slot.getTime();
    const lastMs = collectedAt?.getTime();
    const othersMs = lastMs === memory.collectedMs ? undefined : lastMs;
    const endMs = clock.now().getTime();
    const withDevices = measuresDevices(this.#needs.inventory(), managedBy(row));
    let samples: readonly ManagedSample[] = [];
    const attempt = await attemptUntil(
      { clock, client },
      async (signal) => {
        samples = await readInOurTime(client, { startMs: endMs - LOOK_BACK_MS, endMs, withDevices }, signal);
      },
      COLLECT_TIMEOUT_MS,
    );
    // Another process collects now.
    if (lost.aborted) return;
    await store.saveAttempt(row, attempt, client.credentials());
    // A collection that failed has sent nothing of what others have until then.
    if (attempt.fault === null) memory.collectedMs = attempt.at.getTime();
    metrics.collections.inc({ outcome: attempt.fault?.code ?? 'collected' });
    if (attempt.fault !== null) {
      log.warn({ manager: row.id, reason: attempt.fault.code }, 'sdwan manager unavailable');
      return;
    }
    const unread = new UnreadTenants();
    unread.add(client.skipped());
    logUnread(log, row.id, client.skipped());
    const match = await this.#match(row, samples, memory);
    const certain = samples.filter((one) => !memory.changedNames.isUncertain(one));
    await this.#publish(row, await this.#place(row, certain, match), { slot, seenMs, othersMs });
    const alarms = await collectAlarms(this.#needs, { row, client, match });
    unread.add(client.skipped());
    const volumes = await collectVolumes(this.#needs, { row, client, slot, match });
    unread.add(client.skipped());
    // What is not among its devices, such as a controller, has alarms and is never in the inventory.
    const ofDevices = alarms.filter(({ tenant, device }) => match.listed(tenant, device) !== undefined);
    const unplaced = unplacedOf([samples, volumes, ofDevices], match);
    await this.#note(row, unread.isEmpty ? unplaced : { ...unplaced, unread: unread.list() });
  }

  /** The devices of a manager in the inventory; those that have the manager's names are remembered. */
  async #match(
    row: SdwanServerRow,
    samples: readonly ManagedSample[],
    { changedNames }: Pick<Memory, 'changedNames'>,
  ): Promise<DeviceMatch> {
    const { devices, inventory, clock } = this.#needs;
    const stored = await devices.read(row.id);
    const called = calledNow(stored, samples);
    changedNames.notice(stored, called, clock.now().getTime());
    const match = matchCalled(called, inventory(), managedBy(row));
    const changed = called.flatMap((one) => {
      const element = rememberedElement(match, one);
      return element === null || element === one.element ? [] : [{ ...one, element }];
    });
    await devices.remember(row.id, changed);
    return match;
  }

  async #note(row: SdwanServerRow, unplaced: StoredUnplaced): Promise<void> {
    this.#needs.metrics.unknownDevices.inc(unplaced.devices.count);
    if (JSON.stringify(unplaced) !== JSON.stringify(row.unplaced))
      await this.#needs.store.saveUnplaced(row, unplaced);
  }

  #memoryOf(row: SdwanServerRow): Memory {
    const known = this.#memory.get(row.id);
    const { accessOf, open } = this.#needs;
    const pinned = row.certificate?.fingerprint ?? '';
    if (known?.version === row.version) {
      const seen = known.client.credentials().certificate?.fingerprint ?? known.pinned;
      // A user has accepted another certificate.
      if (seen !== pinned) {
        void signOut(known);
        Object.assign(known, { pinned, client: open(accessOf(row)) });
      }
      return known;
    }
    if (known !== undefined) void signOut(known);
    const made: Memory = {
      version: row.version,
      pinned,
      client: open(accessOf(row)),
      seenMs: new Map(),
      changedNames: new ChangedNames(),
      collectedMs: undefined,
      slotMs: 0,
    };
    this.#memory.set(row.id, made);
    return made;
  }

  /** Samples of the elements in the inventory, as the SD-WAN settings mean them. */
  async #place(
    row: SdwanServerRow,
    samples: readonly ManagedSample[],
    match: DeviceMatch,
  ): Promise<readonly PlacedSample[]> {
    const { store, inventory, metrics, patterns } = this.#needs;
    const find = elementFinder(inventory(), managedBy(row), match);
    const placed = samples.flatMap((sample): readonly PlacedSample[] => {
      const element = find(sample);
      return element === undefined ? [] : [{ element, sample }];
    });
    metrics.unknown.inc(samples.length - placed.length);
    if (row.kind !== 'vmanage') return placed;
    const rules = { setting: await store.readSetting(), patterns };
    const keys = new Set(samples.map(({ kind, key }) => (kind === 'tunnel' ? key : '')));
    const isExcluded = await tunnelExclusion(rules, [...keys]);
    const measured = placed.filter(({ sample: { kind, key } }) => kind !== 'tunnel' || !isExcluded(key));
    return meantLines(measured, inventory(), rules);
  }

  async #publish(
    { id }: SdwanServerRow,
    placed: readonly PlacedSample[],
    { slot, seenMs, othersMs }: Publication,
  ): Promise<void> {
    const { outbox, clock } = this.#needs;
    const nowMs = clock.now().getTime();
    const fresh = freshSamples(placed, { seenMs, othersMs, nowMs, lateMs: this.#needs.lateMs });
    const sent = [...Map.groupBy(fresh, ({ element }) => element.customer)].map(([customer, ofCustomer]) =>
      outbox.send(
        ofCustomer.flatMap((one) => elementRows(one)),
        // The same for every process that collects the interval: the stream stores it once.
        `sdwan.${String(id)}.${String(slot.getTime())}.${String(customer)}`,
      ),
    );
    await Promise.all(sent);
    for (const one of fresh) {
      const series = sampleSeries(one);
      seenMs.set(series, Math.max(one.sample.atMs, seenMs.get(series) ?? -Infinity));
    }
  }
}
