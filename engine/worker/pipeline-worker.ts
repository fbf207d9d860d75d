import { headerNames, readHeader } from '#schemas/bus/header.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { detailedFlows } from '#schemas/table/flows.ts';
import { withoutDetails } from '../flow/flow-row-layout.ts';
import type { CheckpointStore } from '../checkpoint/checkpoint-store.ts';
import type { PipelineStates } from '../checkpoint/checkpoint-format.ts';
import { runCooperatively, toCompletion } from '#platform/clock/steps.ts';
import { ActiveConfiguration } from './active-configuration.ts';
import {
  inputLayouts,
  type PipelinePartition,
  type InputStream,
  type PipelineTask,
} from './pipeline-task.ts';
import type { OutputQueue } from './output-queue.ts';
import { PollIntervalMonitor } from './poll-interval-monitor.ts';
import { IdleTimeout, idleUntil } from './idle-timeout.ts';
import { parkDeadLetter } from './park-dead-letter.ts';
import type { PartitionMeter } from './partition-meter.ts';
import { IdleHeartbeat } from './idle-heartbeat.ts';
import type { WorkerNeeds } from './worker-needs.ts';

const neverAborted = new AbortController().signal;

/** What belongs to one pipeline of one partition. */
interface PipelineParts<Name extends keyof PipelineStates> {
  readonly task: PipelineTask<Name>;
  readonly store: CheckpointStore<Name>;
  readonly output: OutputQueue;
  readonly meter: PartitionMeter;
  /** Number of the partition. */
  readonly number: number;
  readonly signal: AbortSignal;
}

/**
 * Flows are dated by their last packet and arrive as late as exporters are allowed to be. They have no poll
 * interval.
 */
const idleTimeoutOf = (
  { clock, windowSeconds, allowedLatenessMs, flowAllowedLatenessMs = allowedLatenessMs }: WorkerNeeds,
  pipeline: keyof PipelineStates,
): IdleTimeout =>
  pipeline === 'flows'
    ? new IdleTimeout({ clock, allowedLatenessMs: 0, assumedMs: flowAllowedLatenessMs })
    : new IdleTimeout({ clock, allowedLatenessMs, assumedMs: windowSeconds * 1_000 });

/** One pipeline of a partition: consumes messages, saves checkpoints, and applies configuration changes. */
export class PipelineWorker<Name extends keyof PipelineStates = keyof PipelineStates> {
  readonly #needs: WorkerNeeds;
  readonly #parts: PipelineParts<Name>;
  readonly #heartbeat: IdleHeartbeat;
  readonly #idleTimeout: IdleTimeout;
  readonly #pollIntervals: PollIntervalMonitor;
  /** How far the watermark is behind the newest heartbeat, if a heartbeat moved it last. */
  #heartbeatDelayMs = 0;
  readonly #configuration: ActiveConfiguration;
  /** Of the newest checkpoint: when it was saved, and up to which messages it reads. */
  #savedMs = 0;
  #savedPosition = '';
  /** Per stream: its last sequence at the start, and the last sequence read. */
  readonly #positions = new Map<InputStream, { readonly target: number; reached: number }>();

  constructor(needs: WorkerNeeds, parts: PipelineParts<Name>) {
    this.#needs = needs;
    this.#parts = parts;
    this.#idleTimeout = idleTimeoutOf(needs, parts.task.pipeline);
    this.#pollIntervals = new PollIntervalMonitor(needs.windowSeconds);
    const idleTimeoutMs =
      needs.idleTimeoutMs === 'by interval' ? () => this.#idleTimeout.ms : needs.idleTimeoutMs;
    this.#heartbeat = new IdleHeartbeat(
      { ...needs, idleTimeoutMs },
      { ...parts, pipeline: parts.task.pipeline },
    );
    this.#configuration = new ActiveConfiguration(needs, parts.number);
  }

  get partition(): PipelinePartition {
    return this.#parts.task.partition;
  }

  /** Whether everything stored at the start has been read. */
  get hasCaughtUp(): boolean {
    return [...this.#positions.values()].every(({ target, reached }) => reached >= target);
  }

  /** Restores the checkpoint and returns the sequence to read each stream from. */
  async restore(): Promise<readonly { readonly stream: InputStream; readonly fromSeq: number }[]> {
    const { task, number, store } = this.#parts;
    const { clock, bus, log } = this.#needs;
    await this.#load();
    const silenced = this.#updateSilences();
    const changed = (await this.#configure()) === true || silenced;
    for (const stream of task.streams) {
      const last = await bus.lastMessage(streams[stream].name, subjectOf(stream, number));
      const target = last?.seq ?? 0;
      this.#observeIdle(last, true);
      if (target < task.readUpTo(stream)) {
        log.warn({ partition: number, stream: streams[stream].name, lastSeq: target }, 'stream recreated');
        task.resetStream(stream);
        await store.resetPositions(stream, target);
      }
      this.#positions.set(stream, { target, reached: task.readUpTo(stream) });
      // Before the first checkpoint too: the writer purges a stream for which a follower has no position.
      await store.commitPosition(stream, task.readUpTo(stream));
    }
    this.#savedMs = clock.elapsed();
    this.#savedPosition = this.#readPosition();
    if (changed) await this.#save();
    const positions = Object.fromEntries(this.#positions);
    log.info({ partition: number, pipeline: task.pipeline, positions }, 'checkpoint restored');
    return [...this.#positions].map(([stream, { reached }]) => ({ stream, fromSeq: reached + 1 }));
  }

  /**
   * Consumes a message. Resolves with false if it was aborted in the middle: the state is then invalid, and
   * nothing more may be done.
   */
  async consume(stream: InputStream, message: StoredMessage): Promise<boolean> {
    const { task, meter } = this.#parts;
    const { watermark } = task.partition;
    if (!(await this.#reconfigure()) || !(await this.#push(stream, message))) return false;
    const position = this.#positions.get(stream);
    if (position !== undefined) position.reached = message.seq;
    this.#observeIdle(message);
    meter.count(task.partition.counts);
    task.afterMessage();
    if (task.partition.watermark > watermark) this.#observeAdvance(message);
    this.#measureLag();
    return true;
  }

  /** To be called every second. Heartbeats are sent only after everything stored has been read. */
  checkIdle(isLive: boolean): void {
    this.#measureLag();
    if (isLive) this.#heartbeat.checkIdle(this.partition.watermark);
    else this.#heartbeat.restart();
  }

  isCheckpointDue(): boolean {
    return this.#needs.clock.elapsed() - this.#savedMs >= this.#needs.checkpointMs;
  }

  /**
   * Saves a checkpoint if anything was read. A checkpoint implies that its output was written, so not while
   * output is pending.
   */
  async checkpoint(): Promise<void> {
    const { task, store, output } = this.#parts;
    if (!output.isEmpty) return;
    this.#savedMs = this.#needs.clock.elapsed();
    if (this.#readPosition() === this.#savedPosition) return;
    await this.#save();
    for (const stream of task.streams) await store.commitPosition(stream, task.readUpTo(stream));
  }

  /**
   * A poll carries its interval. After a restart, a heartbeat carries the idle timeout of the previous owner,
   * which may know of polls long ago.
   */
  #observeIdle(message: Pick<StoredMessage, 'header'> | undefined, isRestart = false): void {
    if (this.#parts.task.pipeline === 'flows') return;
    const interval = Number(message?.header(headerNames.interval) ?? 0);
    const idleTimeout = Number(message?.header(headerNames.idle) ?? 0);
    if (interval > 0) this.#observeInterval(interval);
    else if (isRestart && idleTimeout > 0) this.#idleTimeout.restore(idleTimeout);
  }

  #observeInterval(intervalMs: number): void {
    this.#idleTimeout.observeInterval(intervalMs);
    const { log, windowSeconds } = this.#needs;
    if (this.#pollIntervals.isNewlyTooLong(intervalMs))
      log.warn(
        { partition: this.#parts.number, pollSeconds: intervalMs / 1_000, windowSeconds },
        'poll interval exceeds window',
      );
  }

  #observeAdvance(message: StoredMessage): void {
    this.#heartbeatDelayMs = Number(message.header(headerNames.idle) ?? 0);
    if (this.#heartbeatDelayMs === 0) this.#heartbeat.observeData(message.timeMs - this.partition.watermark);
  }

  #measureLag(): void {
    const { watermark } = this.partition;
    if (watermark > 0)
      this.#parts.meter.lag(this.#needs.clock.now().getTime() - watermark - this.#heartbeatDelayMs);
  }

  /**
   * Applies changes of configuration and silences, and stores them before a window that they affect can
   * close, so that a replay applies them at the same window. Returns false if it was aborted in the middle.
   */
  async #reconfigure(): Promise<boolean> {
    const silenced = this.#updateSilences();
    const configured = this.#configuration.update() ? await this.#configure() : false;
    if (configured === undefined) return false;
    if (!configured && !silenced) return true;
    const { output, signal, task, number } = this.#parts;
    if (configured)
      this.#needs.log.info({ partition: number, pipeline: task.pipeline }, 'configuration changed');
    // A checkpoint implies that its output was written. If aborted, the next owner applies the change.
    await output.flush(signal);
    if (!output.isEmpty) return false;
    await this.#save();
    return true;
  }

  /**
   * Start of the first window without written output: a replay must not decide an earlier one differently.
   * Seconds since 1970.
   */
  get #notBefore(): number {
    return this.#parts.output.newestWindow(this.#parts.task.pipeline) + this.#needs.windowSeconds;
  }

  /** Whether anything changes for the alarms of this partition. */
  #updateSilences(): boolean {
    const silences = this.#configuration.updateSilences();
    return silences !== undefined && this.partition.setSilences(silences, this.#notBefore);
  }

  /** Whether anything changes; undefined if it was aborted in the middle. */
  #configure(): Promise<boolean | undefined> {
    const { task, signal } = this.#parts;
    const { inventory, definitions } = this.#configuration;
    const steps = task.partition.configureSteps(inventory, definitions, this.#notBefore);
    return runCooperatively(steps, { clock: this.#needs.clock, signal });
  }

  async #load(): Promise<void> {
    const checkpoint = await this.#parts.store.load();
    if (checkpoint === undefined) return;
    const problem = checkpoint.ok ? await this.#tryRestore(checkpoint.state) : checkpoint.reason;
    if (problem === undefined) return;
    this.#needs.log.warn(
      { partition: this.#parts.number, pipeline: this.#parts.task.pipeline, reason: problem },
      'checkpoint unusable',
    );
  }

  /** Not interrupted by shutdown: a partly restored state must not be saved. */
  async #tryRestore(state: PipelineStates[Name]): Promise<string | undefined> {
    const { clock } = this.#needs;
    try {
      await runCooperatively(this.#parts.task.restoreSteps(state), { clock, signal: neverAborted });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : 'unreadable';
    }
  }

  async #push(stream: InputStream, message: StoredMessage): Promise<boolean> {
    const header = readHeader(message.header, ...inputLayouts[stream]);
    if (!header.ok) {
      await this.#park(stream, message, header.cause);
      return true;
    }
    const { seq: sequence, timeMs: receivedAt } = message;
    const origin = { sequence, receivedAt, idleUntil: idleUntil(header.value, receivedAt) };
    const { task, output, signal } = this.#parts;
    const { clock } = this.#needs;
    try {
      const rows = header.layout === detailedFlows ? withoutDetails(message.data) : message.data;
      const isDone = await runCooperatively(toCompletion(task.pushSteps(stream, rows, origin)), {
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

  async #park(stream: InputStream, message: StoredMessage, cause: string): Promise<void> {
    const { meter, number } = this.#parts;
    meter.deadLetter();
    this.#needs.log.warn(
      { partition: number, stream: streams[stream].name, seq: message.seq, reason: cause },
      'dead letter parked',
    );
    await parkDeadLetter(this.#needs.bus, { stream, message, cause });
  }

  #readPosition(): string {
    const { task } = this.#parts;
    return task.streams.map((stream) => task.readUpTo(stream)).join(' ');
  }

  async #save(): Promise<void> {
    const { task, store, meter } = this.#parts;
    this.#savedPosition = this.#readPosition();
    meter.checkpoint(await store.save(task.state(), this.#needs.clock));
  }
}
