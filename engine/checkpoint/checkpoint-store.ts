import { buckets, streams, subjectOf, type StreamDefinition, type StreamKey } from '#schemas/bus/stream.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { CheckpointDamagedError, type Checkpoints } from '#platform/bus/checkpoints.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { runCooperatively } from '#platform/clock/steps.ts';
import {
  decodeCheckpoint,
  encodeCheckpointSteps,
  type Checkpoint,
  type PipelineStates,
} from './checkpoint-format.ts';

const READER = 'engine';
const neverAborted = new AbortController().signal;

interface CheckpointKey<Lane> {
  readonly pipeline: Lane;
  readonly partition: number;
}

/** Stores the checkpoints of a pipeline of a partition and the committed positions of its streams. */
export class CheckpointStore<Lane extends keyof PipelineStates> {
  readonly #bus: Bus;
  readonly #checkpoints: Checkpoints;
  readonly #positions: Bucket;
  readonly #checkpoint: CheckpointKey<Lane>;

  private constructor(
    bus: Bus,
    { checkpoints, positions }: { checkpoints: Checkpoints; positions: Bucket },
    place: CheckpointKey<Lane>,
  ) {
    this.#bus = bus;
    this.#checkpoints = checkpoints;
    this.#positions = positions;
    this.#checkpoint = place;
  }

  static async open<Lane extends keyof PipelineStates>(
    bus: Bus,
    place: CheckpointKey<Lane>,
  ): Promise<CheckpointStore<Lane>> {
    const checkpoints = await bus.checkpoints(buckets.checkpoints);
    const positions = await bus.bucket(buckets.positions);
    return new CheckpointStore(bus, { checkpoints, positions }, place);
  }

  /** Returns undefined if there is none yet. Rejects if the store cannot be read. */
  async load(): Promise<Checkpoint<PipelineStates[Lane]> | undefined> {
    try {
      const bytes = await this.#checkpoints.load(this.#key());
      return bytes === undefined ? undefined : decodeCheckpoint(bytes);
    } catch (error) {
      if (!(error instanceof CheckpointDamagedError)) throw error;
      return { ok: false, reason: error.message };
    }
  }

  /**
   * Returns the size before compression. The state must not change until it resolves. Not interrupted by
   * shutdown.
   */
  async save(state: PipelineStates[Lane], clock: Clock): Promise<number> {
    const bytes = await runCooperatively(encodeCheckpointSteps(state), { clock, signal: neverAborted });
    if (bytes === undefined) throw new Error('checkpoint encoding was interrupted');
    await this.#bus.hold.during(() => this.#checkpoints.save(this.#key(), bytes));
    return bytes.length;
  }

  /** Commits the position of this reader in a stream, and purges what all readers have committed. */
  async commitPosition(stream: StreamKey, readUpTo: number): Promise<void> {
    await this.#positions.put(this.#positionKey(stream, READER), String(readUpTo));
    const { name, readers }: StreamDefinition = streams[stream];
    // A follower only commits its position: the readers purge.
    if (!readers.includes(READER)) return;
    let committed = readUpTo;
    for (const reader of readers) {
      const entry =
        reader === READER ? undefined : await this.#positions.get(this.#positionKey(stream, reader));
      if (reader !== READER)
        committed = Math.min(
          committed,
          entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value)),
        );
    }
    const subject = subjectOf(stream, this.#checkpoint.partition);
    if (committed > 0) await this.#bus.purgeUpTo({ stream: name, subject, seq: committed });
  }

  /**
   * Resets positions beyond `last` after the stream was recreated, so that no one purges by a position of the
   * old stream.
   */
  async resetPositions(stream: StreamKey, last: number): Promise<void> {
    const { readers, followers = [] }: StreamDefinition = streams[stream];
    for (const reader of [...readers, ...followers]) {
      const entry = await this.#positions.get(this.#positionKey(stream, reader));
      if (entry !== undefined && Number(new TextDecoder().decode(entry.value)) > last)
        await this.#positions.put(this.#positionKey(stream, reader), '0');
    }
  }

  #key(): string {
    const { pipeline, partition } = this.#checkpoint;
    return pipeline === 'samples' ? `engine.${String(partition)}` : `engine.${pipeline}.${String(partition)}`;
  }

  #positionKey(stream: StreamKey, reader: string): string {
    return `${stream}.${String(this.#checkpoint.partition)}.${reader}`;
  }
}
