import { readHeader } from '#schemas/bus/header.ts';
import { partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { BacktestService } from '../backtest/backtest-service.ts';
import { CheckpointStore } from '../checkpoint/checkpoint-store.ts';
import type { EngineMetrics } from '../engine-metrics.ts';
import { createPartition } from '../partition/partition.ts';
import type { ClosedWindow } from '../partition/partition-output.ts';
import type { Partition } from '../partition/partition.ts';
import { commandOf } from './command-of.ts';
import { OutputQueue } from './output-queue.ts';
import { parkSample } from './park-sample.ts';
import { PartitionMeter } from './partition-meter.ts';
import { PartitionScreens } from './partition-screens.ts';
import { Turns } from './turns.ts';

export interface WorkerNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: EngineMetrics;
  readonly inventory: { readonly current: Inventory };
  readonly alarms: { readonly current: readonly AlarmDefinition[] };
  readonly silences: { readonly current: readonly Silence[] };
  /** Names this run of the engine. */
  readonly epoch: string;
  readonly partitions: number;
  readonly windowSeconds: number;
  readonly latenessMs: number;
  readonly checkpointMs: number;
  /** Answers backtests; without it nobody does. */
  readonly backtests?: BacktestService | undefined;
}

const LAG_MS = 1_000;

/** One partition of the samples: reads, computes, writes, and keeps its place. */
class PartitionWorker {
  readonly #needs: WorkerNeeds;
  readonly #number: number;
  readonly #signal: AbortSignal;
  readonly #partition: Partition;
  readonly #store: CheckpointStore;
  readonly #output: OutputQueue;
  readonly #screens: PartitionScreens;
  readonly #meter: PartitionMeter;
  /** What the configuration was made of; another object means that it was loaded again. */
  #inventory: Inventory;
  #alarms: readonly AlarmDefinition[];
  #savedMs = 0;
  #savedSequence = 0;
  #closed: ClosedWindow | undefined;
  /** Live from here on: a replay of what screens have seen already is not shown again. */
  #liveFrom = { sample: 0, command: 0 };
  #reached = { sample: 0, command: 0 };
  #isLive = false;
  readonly #turns = new Turns();

  constructor(
    needs: WorkerNeeds,
    place: { readonly number: number; readonly signal: AbortSignal },
    { store, output }: { readonly store: CheckpointStore; readonly output: OutputQueue },
  ) {
    const { windowSeconds, latenessMs, partitions } = needs;
    const belongs = (customer: number): boolean => partitionOf(customer, partitions) === place.number;
    this.#needs = needs;
    this.#number = place.number;
    this.#signal = place.signal;
    this.#store = store;
    this.#output = output;
    this.#meter = new PartitionMeter(needs.metrics, place.number);
    this.#inventory = needs.inventory.current;
    this.#alarms = needs.alarms.current;
    this.#partition = createPartition({
      windowSeconds,
      latenessMs,
      belongs,
      inventory: this.#inventory,
      alarms: this.#alarms,
      output: {
        measures: (batch) => {
          output.add('measures', batch);
        },
        events: (batch) => {
          output.add('alarms', batch);
        },
        closed: (window) => {
          this.#closed = window;
          this.#meter.closed(window);
        },
        acknowledgements: (events) => {
          output.addEvents(events);
        },
      },
    });
    const seen = { ...needs, partition: place.number, belongs, signal: place.signal };
    this.#screens = new PartitionScreens(seen, this.#partition, this.#inventory);
  }

  /** Number of the newest window decided. */
  get decided(): number {
    return this.#partition.decided;
  }

  /** Answers the sequence to read from. */
  async restore(): Promise<number> {
    const { log, clock, bus } = this.#needs;
    const readUpTo = await this.#load();
    const changed = this.#partition.configure(
      this.#inventory,
      this.#alarms,
      this.#output.newestWindow + this.#needs.windowSeconds,
    );
    this.#savedMs = clock.now().getTime();
    this.#savedSequence = this.#partition.readUpTo();
    if (changed) await this.#save();
    const newest = async (stream: 'samples' | 'commands') =>
      (await bus.lastMessage(streams[stream].name, subjectOf(stream, this.#number)))?.seq ?? 0;
    this.#liveFrom = { sample: await newest('samples'), command: await newest('commands') };
    this.#reached = { sample: readUpTo, command: this.#partition.acknowledgements.sequence };
    this.#goLiveWhenThere();
    log.info({ partition: this.#number, from: readUpTo + 1, to: this.#liveFrom.sample }, 'restored');
    return readUpTo + 1;
  }

  /** Samples and commands, one message at a time. */
  async run(fromSeq: number): Promise<void> {
    await Promise.all([
      this.#read('samples', fromSeq, (message) => this.#takeSamples(message)),
      this.#read('commands', this.#reached.command + 1, (message) => this.#takeCommand(message)),
    ]);
  }

  async #read(
    stream: 'samples' | 'commands',
    fromSeq: number,
    take: (message: StoredMessage) => Promise<void>,
  ): Promise<void> {
    const reading = { stream: streams[stream].name, subject: subjectOf(stream, this.#number), fromSeq };
    for await (const message of this.#needs.bus.orderedReader({ ...reading, signal: this.#signal }))
      await this.#turns.take(() => take(message));
  }

  async #takeSamples(message: StoredMessage): Promise<void> {
    await this.#reconfigure();
    await this.#take(message);
    this.#reached.sample = message.seq;
    if (this.#isLive) this.#show();
    else this.#goLiveWhenThere();
    await this.#output.flush(this.#signal);
    if (this.#needs.clock.now().getTime() - this.#savedMs >= this.#needs.checkpointMs)
      await this.#checkpoint();
  }

  async #takeCommand({ seq, timeMs, data }: StoredMessage): Promise<void> {
    const command = commandOf(data);
    if (command === undefined) {
      this.#meter.unreadable();
      this.#needs.log.warn({ partition: this.#number, seq }, 'a command cannot be read and is passed over');
    } else this.#partition.command({ seq, at: timeMs, command });
    this.#reached.command = seq;
    if (this.#isLive) void this.#screens.remarkSoon();
    else this.#goLiveWhenThere();
    await this.#output.flush(this.#signal);
  }

  /** Called every second: acknowledgements expire, silences begin and end, also while no sample comes. */
  look(): void {
    this.measureLag();
    if (this.#isLive) this.#screens.look();
  }

  /** Time passes without samples too. */
  measureLag(): void {
    const { newest } = this.#partition;
    if (newest > 0) this.#meter.lag(this.#needs.clock.now().getTime() - newest);
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  async stop(): Promise<void> {
    await this.#output.flush(this.#signal);
    await this.#checkpoint();
    this.#output.close();
  }

  async #load(): Promise<number> {
    const { log } = this.#needs;
    const checkpoint = await this.#store.load();
    if (checkpoint === undefined) return 0;
    const problem = checkpoint.ok ? this.#tryRestore(checkpoint.state) : checkpoint.reason;
    if (problem === undefined) return this.#partition.readUpTo();
    log.warn(
      { partition: this.#number, reason: problem },
      'the checkpoint cannot be used: starting from the oldest sample',
    );
    return 0;
  }

  #tryRestore(state: Parameters<Partition['restore']>[0]): string | undefined {
    try {
      this.#partition.restore(state);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : 'it cannot be read';
    }
  }

  /** A changed configuration is stored before a window that it decides can close, so that a replay changes over there too. */
  async #reconfigure(): Promise<void> {
    const { inventory, alarms, log } = this.#needs;
    if (this.#inventory === inventory.current && this.#alarms === alarms.current) return;
    this.#inventory = inventory.current;
    this.#alarms = alarms.current;
    if (!this.#partition.configure(this.#inventory, this.#alarms)) return;
    log.info({ partition: this.#number }, 'the configuration changed, in force from the next window');
    await this.#save();
  }

  async #take(message: StoredMessage): Promise<void> {
    const header = readHeader(message.header, samples);
    if (!header.ok) {
      await this.#park(message, header.cause);
      return;
    }
    try {
      this.#partition.push(message.data, { sequence: message.seq, receivedAt: message.timeMs });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      await this.#park(message, error.message);
    }
    this.#meter.taken(this.#partition.counts);
    this.measureLag();
  }

  async #park(message: StoredMessage, cause: string): Promise<void> {
    this.#meter.unreadable();
    this.#needs.log.warn({ partition: this.#number, seq: message.seq, cause }, 'a message was parked');
    await parkSample(this.#needs.bus, message, cause);
  }

  #goLiveWhenThere(): void {
    const { sample, command } = this.#reached;
    if (sample < this.#liveFrom.sample || command < this.#liveFrom.command) return;
    this.#isLive = true;
    this.#closed = undefined;
    this.#screens.open(this.#inventory);
  }

  #show(): void {
    if (this.#closed === undefined) return;
    this.#closed = undefined;
    let running = 0;
    for (const _ of this.#partition.running()) running += 1;
    this.#meter.running(running);
    this.#screens.show(this.#inventory);
  }

  async #checkpoint(): Promise<void> {
    // What a checkpoint says was computed must have been written.
    if (!this.#output.isEmpty) return;
    this.#savedMs = this.#needs.clock.now().getTime();
    const readUpTo = this.#partition.readUpTo();
    if (readUpTo === this.#savedSequence) return;
    await this.#save();
    await this.#store.release(readUpTo);
  }

  async #save(): Promise<void> {
    const state = this.#partition.state();
    this.#savedSequence = state.readUpTo;
    this.#meter.checkpoint(await this.#store.save(state));
  }
}

/** The work on one partition. */
export interface PartitionWork {
  /** Once it caught up with the samples that were there at its start. */
  readonly ready: () => boolean;
  /** Resolves when it was told to end; rejects when it cannot go on, with a SupersededError when another engine does. */
  readonly ended: Promise<void>;
  /** Writes what is left and keeps its place, after its signal was aborted. */
  readonly stop: () => Promise<void>;
  /** Writes nothing any more. */
  readonly abandon: () => void;
}

/** Starts the work on a partition from its checkpoint, until the signal is aborted. */
export async function startPartition(
  needs: WorkerNeeds,
  number: number,
  signal: AbortSignal,
): Promise<PartitionWork> {
  const output = await OutputQueue.open({
    ...needs,
    partition: number,
    onFull: (stream) => {
      needs.metrics.full.inc({ stream });
    },
  });
  const store = await CheckpointStore.open(needs.bus, number);
  const worker = new PartitionWorker(needs, { number, signal }, { store, output });
  needs.clock.every(
    LAG_MS,
    () => {
      worker.look();
    },
    signal,
  );
  const ended = worker.run(await worker.restore());
  needs.backtests?.answer({
    number,
    signal,
    belongs: (customer) => partitionOf(customer, needs.partitions) === number,
    decided: () => worker.decided,
  });
  return {
    ready: () => worker.isLive,
    ended,
    async stop() {
      await ended;
      await worker.stop();
    },
    abandon: () => {
      output.close();
    },
  };
}
