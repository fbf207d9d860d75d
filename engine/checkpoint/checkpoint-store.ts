import type { StreamKey } from '#schemas/bus/stream.ts';
import { buckets, streams, subjectOf } from '#schemas/bus/stream.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Checkpoints } from '#platform/bus/checkpoints.ts';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint-format.ts';
import type { Checkpoint } from './checkpoint-format.ts';
import type { PartitionState } from '../partition/partition.ts';

const STREAM: StreamKey = 'samples';
const READER = 'engine';

/** Where the state of a partition is kept, and how far the stream has been read for good. */
export class CheckpointStore {
  readonly #bus: Bus;
  readonly #checkpoints: Checkpoints;
  readonly #positions: Bucket;
  readonly #partition: number;

  private constructor(
    bus: Bus,
    { checkpoints, positions }: { checkpoints: Checkpoints; positions: Bucket },
    partition: number,
  ) {
    this.#bus = bus;
    this.#checkpoints = checkpoints;
    this.#positions = positions;
    this.#partition = partition;
  }

  static async open(bus: Bus, partition: number): Promise<CheckpointStore> {
    const checkpoints = await bus.checkpoints(buckets.checkpoints);
    const positions = await bus.bucket(buckets.positions);
    return new CheckpointStore(bus, { checkpoints, positions }, partition);
  }

  /** Undefined when there is none yet. */
  async load(): Promise<Checkpoint | undefined> {
    try {
      const bytes = await this.#checkpoints.load(this.#key());
      return bytes === undefined ? undefined : decodeCheckpoint(bytes);
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : 'it cannot be read' };
    }
  }

  /** Answers the bytes before compression. */
  async save(state: PartitionState): Promise<number> {
    const bytes = encodeCheckpoint(state);
    await this.#checkpoints.save(this.#key(), bytes);
    return bytes.length;
  }

  /** Tells how far this reader is, and removes what every reader has committed. */
  async release(readUpTo: number): Promise<void> {
    await this.#positions.put(this.#positionKey(READER), String(readUpTo));
    let committed = readUpTo;
    for (const reader of streams[STREAM].readers) {
      const entry = reader === READER ? undefined : await this.#positions.get(this.#positionKey(reader));
      if (reader !== READER)
        committed = Math.min(
          committed,
          entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value)),
        );
    }
    if (committed > 0)
      await this.#bus.purgeUpTo({
        stream: streams[STREAM].name,
        subject: subjectOf(STREAM, this.#partition),
        seq: committed,
      });
  }

  #key(): string {
    return `engine.${String(this.#partition)}`;
  }

  #positionKey(reader: string): string {
    return `${STREAM}.${String(this.#partition)}.${reader}`;
  }
}
