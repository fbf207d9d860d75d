import { packJson } from '#platform/bus/packed-json.ts';
import type { DiskWatch } from '#platform/disk/disk-watch.ts';
import { release } from '#platform/lifecycle/release.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { StreamKey } from '#schemas/bus/stream.ts';
import type { ComponentFigures, HealthComponent } from '#schemas/health/component.ts';
import type { HealthReport } from '#schemas/health/report.ts';
import { SAMPLE_MS } from '#schemas/health/routes.ts';
import type { StreamAlarm } from '#schemas/health/stream-fill.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import type { AddressFile } from '../../shared/address-files/read-address-files.ts';
import type { HealthStore } from './health-store.ts';
import {
  judgeCollectors,
  judgeDelivery,
  judgeManagers,
  judgePolling,
  type CounterGrowth,
} from './judge/judge-collection.ts';
import { judgeStoring, judgeWindows } from './judge/judge-path.ts';
import { judgeProcesses } from './judge/judge-process.ts';
import { judgeClickHouse, judgeDisk, judgeNats, judgePostgres } from './judge/judge-stores.ts';
import { judgeStreams } from './judge/judge-streams.ts';
import {
  judgeAddressFiles,
  judgeBackup,
  judgeCertificates,
  judgeClock,
  judgeLicense,
  type ClockOffset,
} from './judge/judge-upkeep.ts';
import type { Judged } from './judge/verdict.ts';
import { platformReadings, type PlatformReadings, type ReadingNeeds } from './platform-readings.ts';
import { counterGrowth, type ProcessKnowledge, type ProcessWatch } from './process-watch.ts';
import { EngineStart } from './engine-start.ts';
import { countedTables, RowCounts } from './row-counts.ts';
import { StateHistory } from './state-history.ts';

const JUDGE_MS = SECOND_MS;
const REPORT_MS = 5 * SECOND_MS;
const RECENT_STEP_MS = 10 * SECOND_MS;
const RECENT_POINTS = HOUR_MS / RECENT_STEP_MS;
const FLUSH_MS = 5 * SECOND_MS;
/** Another server may judge, and leaves a trace every half an hour. */
const UNSEEN_MS = SAMPLE_MS + MINUTE_MS;

interface Needs extends Omit<ReadingNeeds, 'store'> {
  readonly store: HealthStore;
  readonly processes: ProcessWatch;
  readonly disk?: Pick<DiskWatch, 'state'> | undefined;
  readonly alarmOf: (stream: string) => StreamAlarm | null;
  readonly unreadableTables: () => readonly string[];
  readonly windows: () => Iterable<WindowNotice>;
  /** Files about addresses that the operator supplies. */
  readonly addressFiles: readonly AddressFile[];
  /** Called with what was judged. */
  readonly onJudged?: (components: readonly HealthComponent[]) => void;
  readonly log: { warn: (facts: { err: unknown }, event: 'health history not stored') => void };
}

interface Point {
  readonly at: number;
  readonly figures: ComponentFigures;
}

/**
 * Judges every part of the platform once a second, from what was read last. Nothing here waits for a store: what cannot be read is
 * reported as such.
 */
export class HealthMonitor {
  readonly #needs: Needs;
  readonly #readings: PlatformReadings;
  readonly #rows = new RowCounts();
  readonly #history = new StateHistory();
  readonly #recent = new Map<string, Point[]>();
  readonly #startedMs: number;
  readonly #engineStart: EngineStart;
  #streamSeqs: { readonly atMs: number; readonly seqs: ReadonlyMap<StreamKey, number> } | undefined;
  #arriving: ReadonlyMap<StreamKey, number> = new Map();
  /** Every process as of this judgement. */
  #known: readonly ProcessKnowledge[] = [];
  #components: readonly HealthComponent[] = [];
  #at = 0;
  #countedAt: number | null = null;
  #isRemembered = false;
  #isStoringFailed = false;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#readings = platformReadings(needs);
    this.#startedMs = needs.clock.elapsed();
    this.#engineStart = new EngineStart(this.#startedMs);
  }

  /** As last judged; at most a second ago. */
  get current(): { readonly at: number; readonly components: readonly HealthComponent[] } {
    return { at: this.#at, components: this.#components };
  }

  /** ComponentFigures of a component of the last hour. */
  recentOf(component: string): readonly Point[] {
    return this.#recent.get(component) ?? [];
  }

  start(signal: AbortSignal): void {
    const { clock, processes } = this.#needs;
    processes.start(signal);
    for (const reading of Object.values(this.#readings)) reading.start(signal);
    this.judge();
    clock.every(JUDGE_MS, () => this.judge(), signal);
    clock.every(REPORT_MS, () => this.#report(), signal);
    clock.every(RECENT_STEP_MS, () => this.#note(), signal);
    clock.every(FLUSH_MS, () => this.#keep(() => this.#flush()), signal);
    clock.every(SAMPLE_MS, () => this.#keep(() => this.#needs.store.sample(this.#components)), signal);
  }

  /** Judges now. */
  judge(): void {
    const { clock, store, processes } = this.#needs;
    const nowMs = clock.now().getTime();
    this.#known = processes.list();
    this.#count();
    const list = [
      ...this.#judgeProcesses(nowMs),
      ...this.#judgePath(nowMs),
      ...this.#judgeStores(nowMs),
      ...this.#judgeCollection(nowMs),
      ...this.#judgeUpkeep(nowMs),
    ];
    const { components, changes } = this.#history.observe(list, nowMs);
    this.#components = components;
    this.#at = nowMs;
    store.add(changes);
    this.#needs.onJudged?.(components);
  }

  /** Counts rows once per reading of ClickHouse, and messages once per reading of the streams. */
  #count(): void {
    const { clock } = this.#needs;
    const { clickhouse, streams } = this.#readings;
    const { value, readAt } = clickhouse.state;
    if (value !== undefined && readAt !== this.#countedAt) {
      this.#countedAt = readAt;
      this.#rows.observe(this.#known, value.rows, clock.elapsed());
    }
    const { value: states, readAt: streamsAt } = streams.state;
    if (states === undefined || streamsAt === null || this.#streamSeqs?.atMs === streamsAt) return;
    const seqs = new Map([...states].map(([key, { lastSeq }]) => [key, lastSeq] as const));
    const before = this.#streamSeqs;
    this.#streamSeqs = { atMs: streamsAt, seqs };
    if (before === undefined) return;
    const seconds = Math.max(1, streamsAt - before.atMs) / SECOND_MS;
    this.#arriving = new Map(
      [...seqs].map(([key, seq]) => [key, Math.max(0, seq - (before.seqs.get(key) ?? seq)) / seconds]),
    );
  }

  #judgeProcesses(nowMs: number): readonly Judged[] {
    const { clock, bus } = this.#needs;
    return judgeProcesses(this.#known, {
      upMs: clock.elapsed() - this.#startedMs,
      nowMs,
      isBusConnected: bus.connected() && this.#readings.streams.state.error === undefined,
      ownRelease: release,
    });
  }

  #judgePath(nowMs: number): readonly Judged[] {
    const { windows, inventory } = this.#needs;
    const isStoreUp = this.#readings.clickhouse.state.error === undefined;
    const closed = [...windows()].filter(({ customer }) => inventory.current.customers.has(customer));
    const startedMs = this.#engineStart.sinceMs(this.#known, this.#components, this.#needs.clock.elapsed());
    const windowsOf = (source: WindowNotice['of']): Judged =>
      judgeWindows(
        source,
        closed
          .filter(({ of }) => of === source)
          .map(({ start, length }) => ({
            endMs: (start + length) * SECOND_MS,
            lengthMs: length * SECOND_MS,
          })),
        { nowMs, isArriving: (this.#rows.flowOf(source)?.published ?? 0) > 0, startedMs },
      );
    return [
      ...countedTables.map((table) =>
        judgeStoring(`storing-${table}`, this.#rows.flowOf(table), { isStoreUp, readAt: nowMs }),
      ),
      windowsOf('samples'),
      windowsOf('flows'),
    ];
  }

  #judgeStores(nowMs: number): readonly Judged[] {
    const { alarmOf, unreadableTables, disk, bus } = this.#needs;
    const { streams, letters, clickhouse, postgres, diskUses } = this.#readings;
    const usedBytes = [...(streams.state.value?.values() ?? [])].reduce((sum, { bytes }) => sum + bytes, 0);
    return [
      ...judgeStreams(streams.state, {
        nowMs,
        arriving: this.#arriving,
        alarmOf,
        dropped: letters.state.value ?? 0,
      }),
      judgeClickHouse(clickhouse.state, {
        unreadable: unreadableTables(),
        rowsPerSecond: this.#rows.rowsPerSecond(),
      }),
      judgePostgres(postgres.state),
      judgeNats(streams.state, { isConnected: bus.connected(), usedBytes }),
      judgeDisk(disk?.state, { uses: diskUses.state.value ?? [], readAt: nowMs }),
    ];
  }

  /** CounterGrowth of a figure over all running processes of a kind. */
  #growth(figure: string, process: string): CounterGrowth {
    const list = this.#known.filter((one) => one.process === process && !one.isSilent);
    const each = list.map((known) => counterGrowth(known, figure));
    return {
      grown: each.reduce((sum, { grown }) => sum + grown, 0),
      ms: Math.max(0, ...each.map(({ ms }) => ms)),
    };
  }

  #judgeCollection(nowMs: number): readonly Judged[] {
    const { polling, upkeep, mail, webhook, trap } = this.#readings;
    const collectors = this.#known.filter(({ process, isSilent }) => process === 'collector' && !isSilent);
    const ofPollers = (name: string) => this.#growth(`telltale_poller_${name}`, 'poller');
    const ofCollectors = (name: string) => this.#growth(`telltale_collector_${name}`, 'collector');
    return [
      judgePolling(polling.state, {
        polls: ofPollers('polls_total'),
        faults: ofPollers('faults_total'),
        skipped: ofPollers('polls_not_started_total'),
      }),
      judgeCollectors(
        {
          collectors: collectors.length,
          datagrams: ofCollectors('datagrams_total'),
          records: ofCollectors('records_total'),
          lost: ofCollectors('lost_total'),
          dropped: ofCollectors('dropped_rows_total'),
          socketDrops: ofCollectors('socket_drops'),
          unknownExporters: Math.max(
            0,
            ...collectors.map(({ last }) => last?.figures['telltale_collector_unknown_exporters'] ?? 0),
          ),
        },
        nowMs,
      ),
      judgeManagers(upkeep.state),
      judgeDelivery('mail', mail.state),
      judgeDelivery('webhook', webhook.state),
      judgeDelivery('trap', trap.state),
    ];
  }

  #judgeUpkeep(nowMs: number): readonly Judged[] {
    const { upkeep, backup } = this.#readings;
    const { addressFiles } = this.#needs;
    return [
      judgeLicense(upkeep.state, nowMs),
      judgeCertificates(upkeep.state, nowMs),
      judgeBackup(backup.state.value?.at, nowMs),
      judgeClock(this.#clockOffsets(), nowMs),
      ...(addressFiles.length === 0 ? [] : [judgeAddressFiles(addressFiles, nowMs)]),
    ];
  }

  /** The clock of each process and store, by the message that was on its way for the shortest time. */
  #clockOffsets(): readonly ClockOffset[] {
    const { clickhouse, postgres } = this.#readings;
    const stores = [
      { name: 'ClickHouse', state: clickhouse.state },
      { name: 'PostgreSQL', state: postgres.state },
    ].flatMap(({ name, state: { value, error } }) =>
      value === undefined || error !== undefined ? [] : [{ name, offsetMs: value.offsetMs }],
    );
    const processes = this.#known
      .filter(({ isSilent, recent }) => !isSilent && recent.length > 1)
      .map(({ process, instance, recent }) => ({
        name: instance === '' ? process : `${process} ${instance}`,
        offsetMs: recent
          .map(({ offsetMs }) => offsetMs)
          .reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least)),
      }));
    return [...stores, ...processes];
  }

  #report(): void {
    const { bus } = this.#needs;
    const report: HealthReport = {
      at: this.#at,
      components: this.#components
        .filter(({ state }) => state === 'warning' || state === 'critical')
        .map(({ id, state, reason }) => ({ id, state, reason })),
    };
    bus.publish(subjects.health, packJson(report));
  }

  #note(): void {
    for (const { id, figures } of this.#components) {
      const points = this.#recent.get(id) ?? [];
      points.push({ at: this.#at, figures });
      if (points.length > RECENT_POINTS) points.shift();
      this.#recent.set(id, points);
    }
  }

  /** Start of a time in which no server judged, if there was one before this start. */
  async #unseenFrom(): Promise<number | undefined> {
    const { store, clock } = this.#needs;
    const startedAt = clock.now().getTime() - (clock.elapsed() - this.#startedMs);
    const last = await store.lastJudged();
    return last !== undefined && startedAt - last > UNSEEN_MS ? last : undefined;
  }

  async #flush(): Promise<void> {
    const { store, processes } = this.#needs;
    if (!this.#isRemembered) {
      store.add(this.#history.remember(await store.lastChanges(), await this.#unseenFrom()));
      processes.remember(await store.recentRuns());
      this.#isRemembered = true;
    }
    await store.flush();
  }

  /** Runs what needs PostgreSQL, and logs the first of several failures. */
  async #keep(run: () => Promise<void>): Promise<void> {
    try {
      await run();
      this.#isStoringFailed = false;
    } catch (error) {
      if (!this.#isStoringFailed) this.#needs.log.warn({ err: error }, 'health history not stored');
      this.#isStoringFailed = true;
    }
  }
}
