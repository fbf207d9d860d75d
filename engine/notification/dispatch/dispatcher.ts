import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { NotificationJob } from '#schemas/notification/job.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import type { Reloadable } from '#platform/live-config/watch-config.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Log } from '#platform/log/log.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import type { NotificationMetrics } from '../notification-metrics.ts';
import { Mutex } from '../../worker/mutex.ts';
import { readEvents } from './event-reader.ts';
import { groupSubject, jobOf, JobQueue } from './job-queue.ts';
import { briefOf } from './notice-of.ts';
import type { AlarmEvent } from '../../alarm/event-row.ts';
import { OpenWindow, type Group, type GroupingRule } from './open-window.ts';
import { DispatchPosition } from './dispatch-position.ts';
import { releasedEvents, releaseJobs } from './release-jobs.ts';
import { audienceOfTarget, NotifiedIncidents } from './notified-incidents.ts';
import { splitByLanguage } from './split-by-language.ts';
import { RememberedRaises } from './remembered-raises.ts';
import { silencedAtTime } from './silenced-target.ts';
import { singleJobs } from './single-jobs.ts';
import { recordScheduled, type ScheduledEvent } from './scheduled-events.ts';
import { selectSchedules, selectTargets } from './select-targets.ts';
import { NotificationFilter, type NotificationFilterNeeds } from './notification-filter.ts';

export interface DispatchNeeds extends NotificationFilterNeeds {
  readonly bus: Bus;
  readonly db: Db;
  readonly log: Log;
  readonly metrics: NotificationMetrics;
  readonly positions: Bucket;
  readonly settings: Pick<Reloadable<NotificationSettings>, 'current' | 'reload'>;
  readonly rule: GroupingRule;
  /** Address of the console, for links; absent: there are none. */
  readonly publicUrl?: string | undefined;
}

/** How far the broker's clock may be behind when a window closes without a later message. */
const GRACE_MS = 2_000;
const CHECK_INTERVAL_MS = 500;
/** Maximum time without yielding to the event loop. */
const MAX_SLICE_MS = 10;

/**
 * Turns the alarm events of one partition into jobs, from the committed position, until the signal aborts.
 */
export class Dispatcher {
  readonly #needs: DispatchNeeds;
  readonly #partition: number;
  readonly #queue: JobQueue;
  readonly #signal: AbortSignal;
  readonly #position: DispatchPosition;
  readonly #raises: RememberedRaises;
  readonly #incidents: NotifiedIncidents;
  readonly #filter: NotificationFilter;
  /** Alarms for which it is unknown whether they are restricted. */
  readonly #unknown = new Set<number>();
  #window: OpenWindow | undefined;
  #readSeq: number;
  #yieldedMs = 0;
  /** Serialises messages and the closing of windows. */
  readonly #mutex = new Mutex();

  private constructor(
    needs: DispatchNeeds,
    partition: number,
    {
      position,
      raises,
      incidents,
      signal,
    }: {
      position: DispatchPosition;
      raises: RememberedRaises;
      incidents: NotifiedIncidents;
      signal: AbortSignal;
    },
  ) {
    this.#needs = needs;
    this.#partition = partition;
    this.#signal = signal;
    this.#position = position;
    this.#raises = raises;
    this.#incidents = incidents;
    this.#filter = new NotificationFilter(needs, raises);
    this.#readSeq = position.seq;
    const { bus, clock, metrics } = needs;
    this.#queue = new JobQueue({ bus, clock, onFull: () => metrics.full.inc() });
  }

  static async open(needs: DispatchNeeds, partition: number, signal: AbortSignal): Promise<Dispatcher> {
    const position = await DispatchPosition.open(needs, partition);
    const raises = await RememberedRaises.open(needs.db, partition);
    const { lastSeq } = await needs.bus.streamState(streams.alarms.name);
    const incidents = await NotifiedIncidents.open(needs.db, partition, lastSeq);
    return new Dispatcher(needs, partition, { position, raises, incidents, signal });
  }

  async run(): Promise<void> {
    const { bus, clock } = this.#needs;
    const signal = this.#signal;
    const failed = new AbortController();
    const either = AbortSignal.any([signal, failed.signal]);
    const closeAndRelease = (): Promise<void> =>
      this.#mutex
        .run(async () => {
          await this.#closeIfOver();
          await this.#releaseIfOver();
        })
        .catch((error: unknown) => {
          failed.abort(error);
        });
    clock.every(CHECK_INTERVAL_MS, closeAndRelease, either);
    const reading = {
      stream: streams.alarms.name,
      subject: subjectOf('alarms', this.#partition),
      fromSeq: this.#position.seq + 1,
      signal: either,
    };
    try {
      for await (const message of bus.orderedReader(reading))
        await this.#mutex.run(() => this.#consume(message));
      if (failed.signal.aborted) throw failed.signal.reason;
    } finally {
      failed.abort();
      this.#queue.close();
    }
  }

  async #consume(message: StoredMessage): Promise<void> {
    if (this.#window !== undefined && message.timeMs >= this.#window.endMs) await this.#close();
    this.#window ??= new OpenWindow(this.#needs.rule, {
      firstSeq: message.seq,
      atMs: message.timeMs,
      publicUrl: this.#needs.publicUrl,
      splitByLanguage: (target) => splitByLanguage(target, this.#needs.settings.current.languages),
    });
    const rows = this.#rowsOf(message);
    await this.#loadUnknownAlarms(rows);
    const { jobs, scheduled } = this.#jobsOf(message, rows, this.#window);
    // Saved before jobs are queued: a later clear must find its raise.
    await this.#raises.save();
    await recordScheduled(this.#needs.db, scheduled, this.#needs.clock.now());
    await this.#queue.enqueue(jobs, this.#signal);
    this.#readSeq = message.seq;
    await this.#yieldToEventLoop();
  }

  /** In a storm the next message is always available, so network callbacks need a chance to run. */
  async #yieldToEventLoop(): Promise<void> {
    const nowMs = this.#needs.clock.elapsed();
    if (nowMs - this.#yieldedMs < MAX_SLICE_MS) return;
    await this.#needs.clock.wait(0);
    this.#yieldedMs = this.#needs.clock.elapsed();
  }

  /**
   * Returns the jobs of the events that are sent individually and of full groups, and the events that trigger schedules; the others are
   * counted in the window.
   */
  #jobsOf(
    message: StoredMessage,
    rows: readonly AlarmEvent[],
    window: OpenWindow,
  ): { readonly jobs: readonly NotificationJob[]; readonly scheduled: readonly ScheduledEvent[] } {
    const { settings, metrics, inventory } = this.#needs;
    const { alarms, kpis } = settings.current;
    const names = { inventory: inventory.current, alarms, kpis, publicUrl: this.#needs.publicUrl };
    const jobs: NotificationJob[] = [];
    const scheduled: ScheduledEvent[] = [];
    const incidentOf = this.#incidents.apply(message, rows, names);
    for (const { row, brief, isTrapSent } of this.#filter.accept(message, rows, names)) {
      for (const { id } of selectSchedules(brief, settings.current, message.timeMs))
        scheduled.push({ schedule: id, brief });
      for (const target of selectTargets({ ...brief, isTrapSent }, settings.current, message.timeMs)) {
        const incident = incidentOf(row, audienceOfTarget(target));
        const isSingle = window.admit(target, { brief, incident }, message.timeMs);
        metrics.events.inc({ kind: target.kind, delivery: isSingle ? 'single' : 'grouped' });
        if (!isSingle) {
          jobs.push(...this.#groupJobs(window, window.takeFull()));
          continue;
        }
        const at = { decidedMs: message.timeMs, sinceMs: message.timeMs };
        jobs.push(
          ...singleJobs(target, { row, brief, incident, ...at }, { settings: settings.current, names }),
        );
      }
    }
    return { jobs, scheduled };
  }

  /** Returns no rows if there is no target. */
  #rowsOf(message: StoredMessage): readonly AlarmEvent[] {
    const { settings, log } = this.#needs;
    const { webhooks, traps, mails, schedules } = settings.current;
    if (webhooks.size + traps.size + mails.size + schedules.size === 0 && this.#raises.isEmpty) return [];
    const read = readEvents(message);
    if (read.ok) return read.rows;
    log.warn({ seq: message.seq, reason: read.cause }, 'alarm events unreadable');
    return [];
  }

  /** A new alarm may not be in the live settings yet: they are reloaded once for it. */
  async #loadUnknownAlarms(rows: readonly AlarmEvent[]): Promise<void> {
    const { settings } = this.#needs;
    const isKnown = ({ alarm }: AlarmEvent): boolean =>
      settings.current.alarms.has(alarm) || this.#unknown.has(alarm);
    if (rows.every(isKnown)) return;
    await settings.reload();
    for (const row of rows) if (!isKnown(row)) this.#unknown.add(row.alarm);
  }

  /** Sends the raises that are still running after the silence or the explanation that suppressed them. */
  async #releaseIfOver(): Promise<void> {
    const { clock, silences, inventory, settings, rule } = this.#needs;
    const suppressed = this.#raises.suppressed();
    if (suppressed.length === 0) return;
    const nowMs = clock.now().getTime();
    const { alarms, kpis } = settings.current;
    const names = { inventory: inventory.current, alarms, kpis, publicUrl: this.#needs.publicUrl };
    const isSilenced = silencedAtTime(silences.current, inventory.current, nowMs);
    const raises = suppressed.filter(({ row }) => {
      const brief = briefOf(row, names);
      return brief !== undefined && !isSilenced(brief);
    });
    // An unread message may clear it.
    if (raises.length === 0 || !(await this.#hasReadAll())) return;
    const incidentOf = this.#incidents.running(names);
    const released = { raises, names, settings: settings.current, rule, nowMs, incidentOf };
    await recordScheduled(this.#needs.db, releasedEvents(released), clock.now());
    await this.#queue.enqueue(releaseJobs(released), this.#signal);
    this.#raises.release(raises, (alarm) => this.#filter.usesTraps(alarm));
    await this.#raises.save();
  }

  async #hasReadAll(): Promise<boolean> {
    const last = await this.#needs.bus.lastMessage(streams.alarms.name, subjectOf('alarms', this.#partition));
    return last === undefined || last.seq <= this.#readSeq;
  }

  /** Without later messages a window closes by the clock, once everything stored has been read. */
  async #closeIfOver(): Promise<void> {
    const { clock } = this.#needs;
    const window = this.#window;
    if (window === undefined || clock.now().getTime() < window.endMs + GRACE_MS) return;
    if (await this.#hasReadAll()) await this.#close();
  }

  #groupJobs({ firstSeq }: OpenWindow, groups: readonly Group[]): readonly NotificationJob[] {
    const name = `group-${String(this.#partition)}-${String(firstSeq)}`;
    return groups.map((group) =>
      jobOf(group.target, { ...group, subject: groupSubject(name, group), sinceMs: group.notice.untilMs }),
    );
  }

  /**
   * Enqueues the groups of the window, then commits its messages. Reading them again produces the same keys.
   */
  async #close(): Promise<void> {
    const window = this.#window;
    if (window === undefined) return;
    await this.#queue.enqueue(this.#groupJobs(window, window.groups()), this.#signal);
    await this.#incidents.save(this.#readSeq, window.endMs / 1_000);
    await this.#position.commit(this.#readSeq);
    await this.#raises.removeEnded(this.#readSeq);
    this.#window = undefined;
  }
}
