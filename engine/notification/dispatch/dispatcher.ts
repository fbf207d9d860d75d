import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { NotificationJob } from '#schemas/notification/job.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import type { Reloadable } from '#platform/configuration/hold.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Log } from '#platform/log/log.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import type { NotificationMetrics } from '../notification-metrics.ts';
import { readEvents } from './event-reader.ts';
import { groupSubject, jobOf, JobQueue } from './job-queue.ts';
import { briefOf, noticeOf } from './notice-of.ts';
import type { AlarmEventRow } from './notice-of.ts';
import { OpenWindow } from './open-window.ts';
import type { GroupingRule } from './open-window.ts';
import { Position } from './position.ts';
import { releaseJobs } from './release-jobs.ts';
import { RememberedRaises } from './remembered-raises.ts';
import { silencedAtTime } from './silenced-target.ts';
import { targetsOf } from './targets-of.ts';
import { ToldEvents } from './told-events.ts';
import type { TellingNeeds } from './told-events.ts';

export interface DispatchNeeds extends TellingNeeds {
  readonly bus: Bus;
  readonly db: Db;
  readonly log: Log;
  readonly metrics: NotificationMetrics;
  readonly positions: Bucket;
  readonly settings: Pick<Reloadable<NotificationSettings>, 'current' | 'reload'>;
  readonly rule: GroupingRule;
}

/** The clock of the broker may be behind by so much when a window is closed without a later message. */
const GRACE_MS = 2_000;
const LOOK_MS = 500;
/** Works no longer than this without a pause. */
const BREATH_MS = 10;

/** Makes jobs of the alarm events of one partition, from where it was left, until the signal is aborted. */
export class Dispatcher {
  readonly #needs: DispatchNeeds;
  readonly #partition: number;
  readonly #queue: JobQueue;
  readonly #signal: AbortSignal;
  readonly #position: Position;
  readonly #raises: RememberedRaises;
  readonly #told: ToldEvents;
  /** Alarms of which nobody can say whether they were restricted. */
  readonly #unknown = new Set<number>();
  #window: OpenWindow | undefined;
  #readSeq: number;
  #breathedMs = 0;
  /** Messages and the closing of windows come one after another. */
  #turn: Promise<void> = Promise.resolve();

  private constructor(
    needs: DispatchNeeds,
    partition: number,
    { position, raises, signal }: { position: Position; raises: RememberedRaises; signal: AbortSignal },
  ) {
    this.#needs = needs;
    this.#partition = partition;
    this.#signal = signal;
    this.#position = position;
    this.#raises = raises;
    this.#told = new ToldEvents(needs, raises);
    this.#readSeq = position.seq;
    const { bus, clock, metrics } = needs;
    this.#queue = new JobQueue({ bus, clock, onFull: () => metrics.full.inc() });
  }

  static async open(needs: DispatchNeeds, partition: number, signal: AbortSignal): Promise<Dispatcher> {
    const position = await Position.open(needs, partition);
    const raises = await RememberedRaises.open(needs.db, partition);
    return new Dispatcher(needs, partition, { position, raises, signal });
  }

  async run(): Promise<void> {
    const { bus, clock } = this.#needs;
    const signal = this.#signal;
    const failed = new AbortController();
    const either = AbortSignal.any([signal, failed.signal]);
    const look = (): Promise<void> =>
      this.#inTurn(async () => {
        await this.#closeIfOver();
        await this.#releaseIfOver();
      }).catch((error: unknown) => {
        failed.abort(error);
      });
    clock.every(LOOK_MS, look, either);
    const reading = {
      stream: streams.alarms.name,
      subject: subjectOf('alarms', this.#partition),
      fromSeq: this.#position.seq + 1,
      signal: either,
    };
    try {
      for await (const message of bus.orderedReader(reading)) await this.#inTurn(() => this.#take(message));
      if (failed.signal.aborted) throw failed.signal.reason;
    } finally {
      failed.abort();
      this.#queue.close();
    }
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #take(message: StoredMessage): Promise<void> {
    if (this.#window !== undefined && message.timeMs >= this.#window.endMs) await this.#close();
    this.#window ??= new OpenWindow(this.#needs.rule, message.seq, message.timeMs);
    const rows = this.#rowsOf(message);
    await this.#know(rows);
    const jobs = this.#singles(message, rows, this.#window);
    // Before anybody is told: a clear that is read has to find what became of its raise.
    await this.#raises.save();
    await this.#queue.put(jobs, this.#signal);
    this.#readSeq = message.seq;
    await this.#breathe();
  }

  /** In a storm there is always another message at hand: what waits for the network gets its turn in between. */
  async #breathe(): Promise<void> {
    const nowMs = this.#needs.clock.elapsed();
    if (nowMs - this.#breathedMs < BREATH_MS) return;
    await this.#needs.clock.wait(0);
    this.#breathedMs = this.#needs.clock.elapsed();
  }

  /** The jobs of those events of a message that are told one by one; the others are counted in the window. */
  #singles(
    message: StoredMessage,
    rows: readonly AlarmEventRow[],
    window: OpenWindow,
  ): readonly NotificationJob[] {
    const { settings, metrics, inventory } = this.#needs;
    const { alarms, kpis } = settings.current;
    const names = { inventory: inventory.current, alarms, kpis };
    const jobs: NotificationJob[] = [];
    for (const { row, brief, isTrapped } of this.#told.of(message, rows, names))
      for (const target of targetsOf({ ...brief, isTrapped }, settings.current, message.timeMs)) {
        const isSingle = window.take(target, brief, message.timeMs);
        metrics.events.inc({ kind: target.kind, told: isSingle ? 'single' : 'grouped' });
        if (!isSingle) continue;
        const notice = noticeOf(row, brief, names);
        const { isRestricted } = brief;
        jobs.push(jobOf(target, { notice, subject: notice.event, sinceMs: message.timeMs, isRestricted }));
      }
    return jobs;
  }

  /** None where nobody is to be told of any. */
  #rowsOf(message: StoredMessage): readonly AlarmEventRow[] {
    const { settings, log } = this.#needs;
    const { webhooks, traps, mails } = settings.current;
    if (webhooks.size + traps.size + mails.size === 0 && this.#raises.isEmpty) return [];
    const read = readEvents(message);
    if (read.ok) return read.rows;
    log.warn({ seq: message.seq, cause: read.cause }, 'alarm events could not be read');
    return [];
  }

  /** An alarm that was just made may not be announced yet: whether it is restricted is asked, once. */
  async #know(rows: readonly AlarmEventRow[]): Promise<void> {
    const { settings } = this.#needs;
    const isKnown = ({ alarm }: AlarmEventRow): boolean =>
      settings.current.alarms.has(alarm) || this.#unknown.has(alarm);
    if (rows.every(isKnown)) return;
    await settings.reload();
    for (const row of rows) if (!isKnown(row)) this.#unknown.add(row.alarm);
  }

  /** Of what a silence held back, what runs still when it is over is told. */
  async #releaseIfOver(): Promise<void> {
    const { clock, silences, inventory, settings, rule } = this.#needs;
    const held = this.#raises.held();
    if (held.length === 0) return;
    const nowMs = clock.now().getTime();
    const { alarms, kpis } = settings.current;
    const names = { inventory: inventory.current, alarms, kpis };
    const isSilenced = silencedAtTime(silences.current, inventory.current, nowMs);
    const raises = held.filter(({ row }) => {
      const brief = briefOf(row, names);
      return brief !== undefined && !isSilenced(brief);
    });
    // It may have cleared by what is not read yet.
    if (raises.length === 0 || !(await this.#hasReadAll())) return;
    const released = { raises, names, settings: settings.current, rule, nowMs };
    await this.#queue.put(releaseJobs(released), this.#signal);
    this.#raises.release(raises, (alarm) => this.#told.isTrapped(alarm));
    await this.#raises.save();
  }

  async #hasReadAll(): Promise<boolean> {
    const last = await this.#needs.bus.lastMessage(streams.alarms.name, subjectOf('alarms', this.#partition));
    return last === undefined || last.seq <= this.#readSeq;
  }

  /** Without later messages a window ends by the clock, when everything that is stored was read. */
  async #closeIfOver(): Promise<void> {
    const { clock } = this.#needs;
    const window = this.#window;
    if (window === undefined || clock.now().getTime() < window.endMs + GRACE_MS) return;
    if (await this.#hasReadAll()) await this.#close();
  }

  /** Tells the groups of the window, then lets its messages go: read again, they come to the same keys. */
  async #close(): Promise<void> {
    const window = this.#window;
    if (window === undefined) return;
    const name = `group-${String(this.#partition)}-${String(window.firstSeq)}`;
    const jobs = window.groups().map((group) =>
      jobOf(group.target, {
        ...group,
        subject: groupSubject(name, group),
        sinceMs: group.notice.untilMs,
      }),
    );
    await this.#queue.put(jobs, this.#signal);
    await this.#position.commit(this.#readSeq);
    await this.#raises.forget(this.#readSeq);
    this.#window = undefined;
  }
}
