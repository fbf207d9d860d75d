import { headerNames, readHeader } from '#schemas/bus/header.ts';
import { partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import { definedNow } from '../configuration/engine-configuration.ts';
import { ownSilences } from '../configuration/own-silences.ts';
import type { CheckpointStore } from '../checkpoint/checkpoint-store.ts';
import type { LaneStates } from '../checkpoint/checkpoint-format.ts';
import { interruptibly, isWhole } from '#platform/clock/interruptibly.ts';
import { quietUntil } from '../partition/quiet-until.ts';
import { tables } from './lane.ts';
import type { LanePartition, LaneStream, LaneWork } from './lane.ts';
import type { OutputQueue } from './output-queue.ts';
import { RarePolls } from './rare-polls.ts';
import { SilenceLength } from './silence-length.ts';
import { parkSample } from './park-sample.ts';
import type { PartitionMeter } from './partition-meter.ts';
import { Ticker } from './ticker.ts';
import type { WorkerNeeds } from './worker-needs.ts';

const neverAborted = new AbortController().signal;

interface Parts<Lane extends keyof LaneStates> {
  readonly work: LaneWork<Lane>;
  readonly store: CheckpointStore<Lane>;
  readonly output: OutputQueue;
  readonly meter: PartitionMeter;
  readonly number: number;
  readonly signal: AbortSignal;
}

/** Flows are dated by their last packet: they are as late as exporters are allowed to be, and nobody polls for them. */
const silenceOf = (
  { clock, windowSeconds, latenessMs, flowLatenessMs = latenessMs }: WorkerNeeds,
  lane: keyof LaneStates,
): SilenceLength =>
  lane === 'flows'
    ? new SilenceLength({ clock, latenessMs: 0, assumedMs: flowLatenessMs })
    : new SilenceLength({ clock, latenessMs, assumedMs: windowSeconds * 1_000 });

/** One lane of a partition: takes messages, keeps its place, and takes changed configuration over. */
export class LaneWorker<Lane extends keyof LaneStates = keyof LaneStates> {
  readonly #needs: WorkerNeeds;
  readonly #parts: Parts<Lane>;
  readonly #ticker: Ticker;
  readonly #length: SilenceLength;
  readonly #rarePolls: RarePolls;
  /** How far behind the newest tick event time is, when a tick moved it last. */
  #silenceMs = 0;
  /** What the configuration was made of; another object means that it was loaded again. */
  #inventory: Inventory;
  #defined: ReturnType<typeof definedNow>;
  /** The same of silences. */
  #silenced: { readonly silences: readonly Silence[]; readonly inventory: Inventory } | undefined;
  #savedMs = 0;
  #saved = '';
  /** Of each stream: where it stood at the start, and how far it has been read. */
  readonly #places = new Map<LaneStream, { readonly target: number; reached: number }>();

  constructor(needs: WorkerNeeds, parts: Parts<Lane>) {
    this.#needs = needs;
    this.#parts = parts;
    this.#length = silenceOf(needs, parts.work.lane);
    this.#rarePolls = new RarePolls(needs.windowSeconds);
    const silenceMs = needs.silenceMs === 'by interval' ? () => this.#length.ms : needs.silenceMs;
    this.#ticker = new Ticker({ ...needs, silenceMs }, { ...parts, lane: parts.work.lane });
    this.#inventory = needs.inventory.current;
    this.#defined = definedNow(needs);
  }

  get partition(): LanePartition {
    return this.#parts.work.partition;
  }

  /** Everything that was there at the start has been read: what comes now is new to screens. */
  get isThere(): boolean {
    return [...this.#places.values()].every(({ target, reached }) => reached >= target);
  }

  /** Answers the sequence to read each stream from. */
  async restore(): Promise<readonly { readonly stream: LaneStream; readonly fromSeq: number }[]> {
    const { work, number, store } = this.#parts;
    const { clock, bus, log } = this.#needs;
    await this.#load();
    const silenced = this.#silence();
    const changed = (await this.#configure()) === true || silenced;
    for (const stream of work.streams) {
      const last = await bus.lastMessage(streams[stream].name, subjectOf(stream, number));
      const target = last?.seq ?? 0;
      this.#learnSilence(last, true);
      if (target < work.readUpTo(stream)) {
        log.warn({ partition: number, stream, last: target }, 'the stream was made anew');
        work.forget(stream);
        await store.withdraw(stream, target);
      }
      this.#places.set(stream, { target, reached: work.readUpTo(stream) });
      // Before the first checkpoint too: what a follower was not heard of for, the writer removes.
      await store.release(stream, work.readUpTo(stream));
    }
    this.#savedMs = clock.elapsed();
    this.#saved = this.#place();
    if (changed) await this.#save();
    const places = Object.fromEntries(this.#places);
    log.info({ partition: number, lane: work.lane, places }, 'restored');
    return [...this.#places].map(([stream, { reached }]) => ({ stream, fromSeq: reached + 1 }));
  }

  /** Resolves with false when it was told to end in the middle: nothing of its state counts then, and nothing more is to be done. */
  async take(stream: LaneStream, message: StoredMessage): Promise<boolean> {
    const { work, meter } = this.#parts;
    const { newest } = work.partition;
    if (!(await this.#reconfigure()) || !(await this.#push(stream, message))) return false;
    const place = this.#places.get(stream);
    if (place !== undefined) place.reached = message.seq;
    this.#learnSilence(message);
    meter.taken(work.partition.counts);
    work.after();
    if (work.partition.newest > newest) this.#movedBy(message);
    this.#measureLag();
    return true;
  }

  /** Called every second: time passes without data too. Nobody is told so before everything that is there has been read. */
  look(isLive: boolean): void {
    this.#measureLag();
    if (isLive) this.#ticker.look(this.partition.newest);
    else this.#ticker.hold();
  }

  isCheckpointDue(): boolean {
    return this.#needs.clock.elapsed() - this.#savedMs >= this.#needs.checkpointMs;
  }

  /** What a checkpoint says was computed must have been written: not while something waits to be. */
  async checkpoint(): Promise<void> {
    const { work, store, output } = this.#parts;
    if (!output.isEmpty) return;
    this.#savedMs = this.#needs.clock.elapsed();
    if (this.#place() === this.#saved) return;
    await this.#save();
    for (const stream of work.streams) await store.release(stream, work.readUpTo(stream));
  }

  /** A poll tells its interval; after a restart a tick how long its owner waited, who knew of polls that came long ago. */
  #learnSilence(message: Pick<StoredMessage, 'header'> | undefined, isRestart = false): void {
    if (this.#parts.work.lane === 'flows') return;
    const interval = Number(message?.header(headerNames.interval) ?? 0);
    const silence = Number(message?.header(headerNames.silence) ?? 0);
    if (interval > 0) this.#heardOf(interval);
    else if (isRestart && silence > 0) this.#length.waited(silence);
  }

  #heardOf(intervalMs: number): void {
    this.#length.heard(intervalMs);
    const { log, windowSeconds } = this.#needs;
    if (this.#rarePolls.isNews(intervalMs))
      log.warn(
        { partition: this.#parts.number, pollSeconds: intervalMs / 1_000, windowSeconds },
        'devices are polled more rarely than windows end: most windows have no measures, WINDOW_SECONDS has to be at least the interval of the pollers',
      );
  }

  #movedBy(message: StoredMessage): void {
    this.#silenceMs = Number(message.header(headerNames.silence) ?? 0);
    if (this.#silenceMs === 0) this.#ticker.heard(message.timeMs - this.partition.newest);
  }

  #measureLag(): void {
    const { newest } = this.partition;
    if (newest > 0) this.#parts.meter.lag(this.#needs.clock.now().getTime() - newest - this.#silenceMs);
  }

  /**
   * A changed configuration is stored before a window that it decides can close, so that a replay changes over there too.
   * False when it was told to end in the middle.
   */
  async #reconfigure(): Promise<boolean> {
    const silenced = this.#silence();
    const configured = this.#takeConfiguration() ? await this.#configure() : false;
    if (configured === undefined) return false;
    if (!configured && !silenced) return true;
    const { output, signal, work, number } = this.#parts;
    if (configured)
      this.#needs.log.info(
        { partition: number, lane: work.lane },
        'the configuration changed, in force from the next window',
      );
    // What a checkpoint says was computed must have been written. Told to end, the next owner takes the change over.
    await output.flush(signal);
    if (!output.isEmpty) return false;
    await this.#save();
    return true;
  }

  /** Whether the configuration was loaded again. */
  #takeConfiguration(): boolean {
    const { inventory } = this.#needs;
    const defined = definedNow(this.#needs);
    const { alarms, definitions } = this.#defined;
    if (
      defined.alarms === alarms &&
      defined.definitions === definitions &&
      this.#inventory === inventory.current
    )
      return false;
    this.#inventory = inventory.current;
    this.#defined = defined;
    return true;
  }

  /** Start of the first window of which nothing is written: a replay must not decide an earlier one anew. Seconds since 1970. */
  get #notBefore(): number {
    return this.#parts.output.newestWindow(this.#parts.work.lane) + this.#needs.windowSeconds;
  }

  /** Whether anything changes for the alarms of this partition. */
  #silence(): boolean {
    const { partitions } = this.#needs;
    const silences = this.#needs.silences.current;
    const inventory = this.#needs.inventory.current;
    if (silences === this.#silenced?.silences && inventory === this.#silenced.inventory) return false;
    this.#silenced = { silences, inventory };
    const { number, work } = this.#parts;
    const own = ownSilences(silences, inventory, (customer) => partitionOf(customer, partitions) === number);
    return work.partition.silence(own, this.#notBefore);
  }

  /** Whether anything changes; undefined when it was told to end in the middle. */
  #configure(): Promise<boolean | undefined> {
    const { work, signal } = this.#parts;
    const steps = work.partition.configuring(this.#inventory, this.#defined, this.#notBefore);
    return interruptibly(steps, { clock: this.#needs.clock, signal });
  }

  async #load(): Promise<void> {
    const checkpoint = await this.#parts.store.load();
    if (checkpoint === undefined) return;
    const problem = checkpoint.ok ? await this.#tryRestore(checkpoint.state) : checkpoint.reason;
    if (problem === undefined) return;
    this.#needs.log.warn(
      { partition: this.#parts.number, lane: this.#parts.work.lane, reason: problem },
      'the checkpoint cannot be used: starting from the oldest sample',
    );
  }

  /** Brought to its end also when it is told to end: of what is restored in part nothing may be stored. */
  async #tryRestore(state: LaneStates[Lane]): Promise<string | undefined> {
    const { clock } = this.#needs;
    try {
      await interruptibly(this.#parts.work.restoring(state), { clock, signal: neverAborted });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : 'it cannot be read';
    }
  }

  async #push(stream: LaneStream, message: StoredMessage): Promise<boolean> {
    const header = readHeader(message.header, tables[stream]);
    if (!header.ok) {
      await this.#park(stream, message, header.cause);
      return true;
    }
    const { seq: sequence, timeMs: receivedAt } = message;
    const origin = { sequence, receivedAt, quietUntil: quietUntil(header.value, receivedAt) };
    const { work, output, signal } = this.#parts;
    const { clock } = this.#needs;
    try {
      const isDone = await interruptibly(isWhole(work.push(stream, message.data, origin)), {
        clock,
        signal,
        pause: () => (output.isFull ? output.flush(signal) : clock.wait(0)),
      });
      return isDone ?? false;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      await this.#park(stream, message, error.message);
      return true;
    }
  }

  async #park(stream: LaneStream, message: StoredMessage, cause: string): Promise<void> {
    const { meter, number } = this.#parts;
    meter.unreadable();
    this.#needs.log.warn({ partition: number, stream, seq: message.seq, cause }, 'a message was parked');
    await parkSample(this.#needs.bus, { stream, message, cause });
  }

  #place(): string {
    const { work } = this.#parts;
    return work.streams.map((stream) => work.readUpTo(stream)).join(' ');
  }

  async #save(): Promise<void> {
    const { work, store, meter } = this.#parts;
    this.#saved = this.#place();
    meter.checkpoint(await store.save(work.state(), this.#needs.clock));
  }
}
