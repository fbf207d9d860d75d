import { partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { WindowNotices } from '../live/window-notices.ts';
import { definedNow } from '../configuration/engine-configuration.ts';
import type { CheckpointStore } from '../checkpoint/checkpoint-store.ts';
import type { Lane } from '../measure/sources.ts';
import type { ClosedWindow, PartitionOutput } from '../partition/partition-output.ts';
import { commandOf } from './command-of.ts';
import { flowLane, sampleLane } from './lane.ts';
import type { LaneStream } from './lane.ts';
import { LaneWorker } from './lane-worker.ts';
import type { OutputQueue } from './output-queue.ts';
import { PartitionMeter } from './partition-meter.ts';
import { PartitionScreens } from './partition-screens.ts';
import { readMerged } from './read-merged.ts';
import { Turns } from './turns.ts';
import type { WorkerNeeds } from './worker-needs.ts';

/** Commands within this time change the screens together. */
const REMARK_MS = 20;

interface Parts {
  readonly number: number;
  readonly signal: AbortSignal;
  readonly output: OutputQueue;
  readonly stores: {
    readonly samples: CheckpointStore<'samples'>;
    readonly flows: CheckpointStore<'flows'>;
  };
}

/** Where to go on reading. */
interface Places {
  readonly samples: number;
  readonly flows: readonly { readonly stream: LaneStream; readonly fromSeq: number }[];
}

/** One partition of samples and flows: reads, computes, writes, and keeps its place. */
export class PartitionWorker {
  readonly #needs: WorkerNeeds;
  readonly #parts: Parts;
  readonly #samples: LaneWorker<'samples'>;
  readonly #flows: LaneWorker<'flows'>;
  readonly #screens: PartitionScreens;
  readonly #meter: PartitionMeter;
  readonly #notices: WindowNotices;
  #closed: ClosedWindow | undefined;
  /** Newest windows closed whose measures are not all published yet. */
  readonly #unpublished = new Map<Lane, Pick<ClosedWindow, 'start' | 'length'>>();
  /** Live from here on: a replay of what screens have seen already is not shown again. */
  #commands = { target: 0, reached: 0 };
  #isLive = false;
  #isTorn = false;
  #remarkDue = false;
  readonly #turns = new Turns();

  constructor(needs: WorkerNeeds, parts: Parts) {
    const { number, output, stores, signal } = parts;
    const belongs = (customer: number): boolean => partitionOf(customer, needs.partitions) === number;
    this.#needs = needs;
    this.#parts = parts;
    this.#meter = new PartitionMeter(needs.metrics, number);
    const of = (lane: Lane) => ({
      belongs,
      inventory: needs.inventory.current,
      ...definedNow(needs),
      output: this.#outputOf(lane),
    });
    const samples = sampleLane(needs, of('samples'));
    const flows = flowLane(needs, of('flows'));
    const common = { output, number, signal };
    const meterOf = (lane: Lane) => new PartitionMeter(needs.metrics, number, lane);
    this.#samples = new LaneWorker(needs, {
      ...common,
      meter: meterOf('samples'),
      work: samples,
      store: stores.samples,
    });
    this.#flows = new LaneWorker(needs, {
      ...common,
      meter: meterOf('flows'),
      work: flows,
      store: stores.flows,
    });
    const seen = { ...needs, partition: number, belongs, signal };
    this.#notices = new WindowNotices({
      ...seen,
      customers: () => [...needs.inventory.current.customers.keys()].filter(belongs),
    });
    this.#screens = new PartitionScreens(seen, [samples.partition, flows.partition], needs.inventory.current);
  }

  /** Number of the newest window decided of a lane. */
  decided(lane: Lane): number {
    return (lane === 'samples' ? this.#samples : this.#flows).partition.decided;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  async restore(): Promise<Places> {
    const { bus } = this.#needs;
    const samples = await this.#samples.restore();
    const flows = await this.#flows.restore();
    const last = await bus.lastMessage(streams.commands.name, subjectOf('commands', this.#parts.number));
    this.#commands = { target: last?.seq ?? 0, reached: this.#commandsTaken() };
    await this.#goLiveWhenThere();
    return { samples: samples[0]?.fromSeq ?? 1, flows };
  }

  /** Samples, flows and commands, one message at a time. */
  async run({ samples, flows }: Places): Promise<void> {
    await Promise.all([
      this.#read('samples', samples, (message) => this.#take(this.#samples, 'samples', message)),
      this.#readFlows(flows),
      this.#read('commands', this.#commands.reached + 1, (message) => this.#takeCommand(message)),
    ]);
  }

  /** Called every second: acknowledgements expire, silences begin and end, and time goes on, also while no sample comes. */
  look(): void {
    this.#samples.look(this.#isLive);
    this.#flows.look(this.#isLive);
    if (this.#isLive && this.#screens.isDue) void this.#remarkSoon(0);
  }

  async stop(): Promise<void> {
    await this.#parts.output.flush(this.#parts.signal);
    if (!this.#isTorn) {
      await this.#samples.checkpoint();
      await this.#flows.checkpoint();
    }
    this.#parts.output.close();
  }

  /** One thing after another; nothing once a window was left in its middle: the next owner decides it again. */
  #inTurn(run: () => Promise<void>): Promise<void> {
    return this.#turns.take(async () => {
      if (!this.#isTorn) await run();
    });
  }

  #outputOf(lane: Lane): PartitionOutput {
    const { output } = this.#parts;
    return {
      measures: (batch) => {
        output.add('measures', lane, batch);
      },
      events: (batch) => {
        output.add('alarms', lane, batch);
      },
      closed: (window) => {
        this.#closed = window;
        this.#unpublished.set(lane, window);
        this.#meter.closed(window);
      },
      passed: (window) => {
        this.#unpublished.set(lane, window);
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
      await this.#inTurn(() => take(message));
  }

  async #readFlows(from: Places['flows']): Promise<void> {
    const { bus, clock } = this.#needs;
    const { number: partition, signal } = this.#parts;
    for await (const { stream, message } of readMerged({ bus, clock, partition, signal }, from))
      await this.#inTurn(() => this.#take(this.#flows, stream, message));
  }

  async #take(
    lane: LaneWorker<'samples'> | LaneWorker<'flows'>,
    stream: LaneStream,
    message: StoredMessage,
  ): Promise<void> {
    this.#isTorn = !(await lane.take(stream, message));
    if (this.#isTorn) return;
    // A window may have taken long: leases are renewed before it is shown.
    if (this.#closed !== undefined) await this.#needs.clock.wait(0);
    if (this.#isLive) await this.#show();
    else await this.#goLiveWhenThere();
    await this.#parts.output.flush(this.#parts.signal);
    this.#announce();
    if (lane.isCheckpointDue()) await lane.checkpoint();
  }

  /** Of windows that a replay closed again the newest is told once more: whoever knows it passes it over. */
  #announce(): void {
    const { output } = this.#parts;
    if (!this.#isLive || !output.isEmpty) return;
    for (const [lane, { start, length }] of this.#unpublished) {
      const worker = lane === 'samples' ? this.#samples : this.#flows;
      const watermark = worker.partition.newest;
      this.#notices.closed(lane, { start, length, watermark, measures: output.measuresSequence });
    }
    this.#unpublished.clear();
  }

  async #takeCommand({ seq, timeMs, data }: StoredMessage): Promise<void> {
    const command = commandOf(data);
    if (command === undefined) {
      this.#meter.unreadable();
      this.#needs.log.warn(
        { partition: this.#parts.number, seq },
        'a command cannot be read and is passed over',
      );
    } else
      for (const { partition } of [this.#samples, this.#flows])
        partition.command({ seq, at: timeMs, command });
    this.#commands.reached = seq;
    if (this.#isLive) void this.#remarkSoon();
    else await this.#goLiveWhenThere();
    await this.#parts.output.flush(this.#parts.signal);
  }

  /** After a command, with those that come right behind it. In turn: in the middle of a window what runs is not known. */
  async #remarkSoon(afterMs = REMARK_MS): Promise<void> {
    const { signal } = this.#parts;
    if (this.#remarkDue) return;
    this.#remarkDue = true;
    await this.#needs.clock.wait(afterMs, signal);
    await this.#inTurn(async () => {
      this.#remarkDue = false;
      if (!signal.aborted) await this.#screens.remark();
    });
  }

  /** Every command up to this sequence is known to both lanes. */
  #commandsTaken(): number {
    return Math.min(
      this.#samples.partition.acknowledgements.sequence,
      this.#flows.partition.acknowledgements.sequence,
    );
  }

  async #goLiveWhenThere(): Promise<void> {
    const { target, reached } = this.#commands;
    if (!this.#samples.isThere || !this.#flows.isThere || reached < target) return;
    this.#closed = undefined;
    await this.#screens.open(this.#needs.inventory.current);
    this.#isLive = true;
  }

  async #show(): Promise<void> {
    if (this.#closed === undefined) return;
    this.#closed = undefined;
    let running = 0;
    for (const lane of [this.#samples, this.#flows]) for (const _ of lane.partition.running()) running += 1;
    this.#meter.running(running);
    // As it is now: a lane looks at it with its next message only.
    await this.#screens.show(this.#needs.inventory.current);
  }
}
