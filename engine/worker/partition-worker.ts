import { AlarmCommand } from '#schemas/alerting/acknowledgement.ts';
import { partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { WindowNotices } from '../live/window-notices.ts';
import { currentDefinitions } from '../configuration/engine-configuration.ts';
import type { CheckpointStore } from '../checkpoint/checkpoint-store.ts';
import type { Pipeline } from '../configuration/sources.ts';
import type { ClosedWindow, PartitionOutput } from '../partition/partition-output.ts';
import { TrafficPublisher } from '../traffic/traffic-publisher.ts';
import { flowPipeline, samplePipeline, type InputStream } from './pipeline-task.ts';
import { PipelineWorker } from './pipeline-worker.ts';
import type { OutputQueue } from './output-queue.ts';
import { PartitionMeter } from './partition-meter.ts';
import { LiveViews } from './live-views.ts';
import { readMerged } from './read-merged.ts';
import { WindowTraces } from './window-traces.ts';
import { Mutex } from './mutex.ts';
import type { WorkerNeeds } from './worker-needs.ts';

/** Commands within this time are published together. */
const REFRESH_DELAY_MS = 20;

interface Parts {
  readonly number: number;
  readonly signal: AbortSignal;
  readonly output: OutputQueue;
  readonly stores: {
    readonly samples: CheckpointStore<'samples'>;
    readonly flows: CheckpointStore<'flows'>;
  };
}

/** Sequences to read from. */
interface StartPositions {
  readonly samples: number;
  readonly flows: readonly { readonly stream: InputStream; readonly fromSeq: number }[];
}

/** Returns the command of a message, or undefined if it cannot be parsed. */
function commandOf(data: Uint8Array): AlarmCommand | undefined {
  try {
    return AlarmCommand.parse(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return undefined;
  }
}

/** Owns one partition: both pipelines, commands, output and live views. */
export class PartitionWorker {
  readonly #needs: WorkerNeeds;
  readonly #parts: Parts;
  readonly #samples: PipelineWorker<'samples'>;
  readonly #flows: PipelineWorker<'flows'>;
  readonly #views: LiveViews;
  readonly #meter: PartitionMeter;
  readonly #notices: WindowNotices;
  readonly #traces: WindowTraces;
  #unshownWindow: ClosedWindow | undefined;
  /** Newest closed windows whose measures are not all published. */
  readonly #unpublished = new Map<Pipeline, Pick<ClosedWindow, 'start' | 'length'>>();
  /**
   * Stored commands at the start, and commands read. The partition is live once both match: replayed windows
   * are not shown again.
   */
  #commands = { target: 0, reached: 0 };
  #isLive = false;
  #isInterrupted = false;
  #isRefreshScheduled = false;
  readonly #mutex = new Mutex();

  constructor(needs: WorkerNeeds, parts: Parts) {
    const { number, output, stores, signal } = parts;
    const belongs = (customer: number): boolean => partitionOf(customer, needs.partitions) === number;
    this.#needs = needs;
    this.#parts = parts;
    this.#meter = new PartitionMeter(needs.metrics, number);
    this.#traces = new WindowTraces({ ...needs, partition: number });
    const of = (pipeline: Pipeline) => ({
      belongs,
      inventory: needs.inventory.current,
      ...currentDefinitions(needs),
      output: this.#outputOf(pipeline),
    });
    const samples = samplePipeline(needs, of('samples'));
    const traffic = new TrafficPublisher({ ...needs, signal, isLive: () => this.#isLive });
    const flows = flowPipeline(needs, of('flows'), traffic.slots);
    const common = { output, number, signal };
    const meterOf = (pipeline: Pipeline) => new PartitionMeter(needs.metrics, number, pipeline);
    this.#samples = new PipelineWorker(needs, {
      ...common,
      meter: meterOf('samples'),
      task: samples,
      store: stores.samples,
    });
    this.#flows = new PipelineWorker(needs, {
      ...common,
      meter: meterOf('flows'),
      task: flows,
      store: stores.flows,
    });
    const seen = { ...needs, partition: number, belongs, signal };
    this.#notices = new WindowNotices({
      ...seen,
      customers: () => [...needs.inventory.current.customers.keys()].filter(belongs),
    });
    this.#views = new LiveViews(seen, [samples.partition, flows.partition], needs.inventory.current);
  }

  /** Returns the number of the newest window decided in a pipeline. */
  decidedWindow(pipeline: Pipeline): number {
    return (pipeline === 'samples' ? this.#samples : this.#flows).partition.decidedWindow;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  async restore(): Promise<StartPositions> {
    const { bus } = this.#needs;
    const samples = await this.#samples.restore();
    const flows = await this.#flows.restore();
    const last = await bus.lastMessage(streams.commands.name, subjectOf('commands', this.#parts.number));
    this.#commands = { target: last?.seq ?? 0, reached: this.#commandsConsumed() };
    await this.#goLiveWhenCaughtUp();
    return { samples: samples[0]?.fromSeq ?? 1, flows };
  }

  /** Reads samples, flows and commands, one message at a time. */
  async run({ samples, flows }: StartPositions): Promise<void> {
    await Promise.all([
      this.#read('samples', samples, (message) => this.#consume(this.#samples, 'samples', message)),
      this.#readFlows(flows),
      this.#read('commands', this.#commands.reached + 1, (message) => this.#consumeCommand(message)),
    ]);
  }

  /**
   * To be called every second: acknowledgements expire, silences start and end, and the watermark moves
   * without samples too.
   */
  checkIdle(): void {
    this.#samples.checkIdle(this.#isLive);
    this.#flows.checkIdle(this.#isLive);
    if (this.#isLive && this.#views.isRefreshDue) void this.#refreshMarksSoon(0);
  }

  async stop(): Promise<void> {
    await this.#parts.output.flush(this.#parts.signal);
    if (!this.#isInterrupted) {
      await this.#samples.checkpoint();
      await this.#flows.checkpoint();
    }
    this.#parts.output.close();
  }

  /** Runs one task at a time, and none after a window was interrupted: the next owner decides it again. */
  #exclusively(run: () => Promise<void>): Promise<void> {
    return this.#mutex.run(async () => {
      if (!this.#isInterrupted) await run();
    });
  }

  #outputOf(pipeline: Pipeline): PartitionOutput {
    const { output } = this.#parts;
    return {
      measures: (batch) => {
        output.add('measures', pipeline, batch);
      },
      events: (batch) => {
        output.add('alarms', pipeline, batch);
      },
      closed: (window) => {
        this.#unshownWindow = window;
        this.#unpublished.set(pipeline, window);
        if (this.#isLive) this.#traces.windowClosed({ pipeline, ...window });
        this.#meter.windowClosed(window);
      },
      skipped: (window) => {
        this.#unpublished.set(pipeline, window);
      },
      acknowledgements: (events) => {
        output.addEvents(events);
      },
    };
  }

  async #read(
    stream: 'samples' | 'commands',
    fromSeq: number,
    take: (message: StoredMessage) => Promise<void>,
  ): Promise<void> {
    const { number, signal } = this.#parts;
    const reading = { stream: streams[stream].name, subject: subjectOf(stream, number), fromSeq };
    for await (const message of this.#needs.bus.orderedReader({ ...reading, signal }))
      await this.#exclusively(() => take(message));
  }

  async #readFlows(from: StartPositions['flows']): Promise<void> {
    const { bus, clock } = this.#needs;
    const { number: partition, signal } = this.#parts;
    for await (const { stream, message } of readMerged({ bus, clock, partition, signal }, from))
      await this.#exclusively(() => this.#consume(this.#flows, stream, message));
  }

  async #consume(
    worker: PipelineWorker<'samples'> | PipelineWorker<'flows'>,
    stream: InputStream,
    message: StoredMessage,
  ): Promise<void> {
    this.#traces.observe(worker === this.#samples ? 'samples' : 'flows', message);
    this.#isInterrupted = !(await worker.consume(stream, message));
    await this.#traces.publishing(() => this.#publish(worker));
  }

  /** Shows, writes and announces what the newest message decided. */
  async #publish(worker: PipelineWorker<'samples'> | PipelineWorker<'flows'>): Promise<void> {
    if (this.#isInterrupted) return;
    // A window may have taken long: let leases be renewed before it is shown.
    if (this.#unshownWindow !== undefined) await this.#needs.clock.wait(0);
    if (this.#isLive) await this.#show();
    else await this.#goLiveWhenCaughtUp();
    await this.#parts.output.flush(this.#parts.signal);
    this.#notifyWindows();
    if (worker.isCheckpointDue()) await worker.checkpoint();
  }

  /**
   * Publishes notices of closed windows. After a replay the newest window is published once more; clients
   * ignore a known one.
   */
  #notifyWindows(): void {
    const { output } = this.#parts;
    if (!this.#isLive || !output.isEmpty) return;
    for (const [pipeline, { start, length }] of this.#unpublished) {
      const worker = pipeline === 'samples' ? this.#samples : this.#flows;
      const watermark = worker.partition.watermark;
      const traceparent = this.#traces.traceparentOf(pipeline, start);
      const measures = output.measuresSequence;
      this.#notices.windowClosed(pipeline, { start, length, watermark, measures, traceparent });
    }
    this.#unpublished.clear();
  }

  async #consumeCommand({ seq, timeMs, data }: StoredMessage): Promise<void> {
    const command = commandOf(data);
    if (command === undefined) {
      this.#meter.deadLetter();
      this.#needs.log.warn({ partition: this.#parts.number, seq }, 'command unreadable');
    } else
      for (const { partition } of [this.#samples, this.#flows])
        partition.applyCommand({ seq, at: timeMs, command });
    this.#commands.reached = seq;
    if (this.#isLive) void this.#refreshMarksSoon();
    else await this.#goLiveWhenCaughtUp();
    await this.#parts.output.flush(this.#parts.signal);
  }

  /**
   * Publishes marks shortly after a command, together with the commands that follow. Exclusively: in the
   * middle of a window the running alarms are unknown.
   */
  async #refreshMarksSoon(afterMs = REFRESH_DELAY_MS): Promise<void> {
    const { signal } = this.#parts;
    if (this.#isRefreshScheduled) return;
    this.#isRefreshScheduled = true;
    await this.#needs.clock.wait(afterMs, signal);
    await this.#exclusively(async () => {
      this.#isRefreshScheduled = false;
      if (!signal.aborted) await this.#views.refreshMarks();
    });
  }

  /** Both pipelines have consumed every command up to this sequence. */
  #commandsConsumed(): number {
    return Math.min(
      this.#samples.partition.acknowledgements.sequence,
      this.#flows.partition.acknowledgements.sequence,
    );
  }

  async #goLiveWhenCaughtUp(): Promise<void> {
    const { target, reached } = this.#commands;
    if (!this.#samples.hasCaughtUp || !this.#flows.hasCaughtUp || reached < target) return;
    this.#unshownWindow = undefined;
    await this.#views.open(this.#needs.inventory.current);
    this.#isLive = true;
  }

  async #show(): Promise<void> {
    if (this.#unshownWindow === undefined) return;
    this.#unshownWindow = undefined;
    let running = 0;
    for (const worker of [this.#samples, this.#flows])
      for (const _ of worker.partition.runningInstances()) running += 1;
    this.#meter.running(running);
    // The current inventory: a pipeline only loads it with its next message.
    await this.#views.show(this.#needs.inventory.current);
  }
}
