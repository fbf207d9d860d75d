import type { StreamDefinition, StreamKey } from '#schemas/bus/stream.ts';
import { buckets, streams, subjectOf } from '#schemas/bus/stream.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { CheckpointDamagedError } from '#platform/bus/checkpoints.ts';
import type { Checkpoints } from '#platform/bus/checkpoints.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { interruptibly } from '#platform/clock/interruptibly.ts';
import { decodeCheckpoint, makingCheckpoint } from './checkpoint-format.ts';
import type { Checkpoint, LaneStates } from './checkpoint-format.ts';

const READER = 'engine';
const neverAborted = new AbortController().signal;

interface Place<Lane> {
  readonly lane: Lane;
  readonly partition: number;
}

/** Where the state of a lane of a partition is kept, and how far its streams have been read for good. */
export class CheckpointStore<Lane extends keyof LaneStates> {
  readonly #bus: Bus;
  readonly #checkpoints: Checkpoints;
  readonly #positions: Bucket;
  readonly #place: Place<Lane>;

  private constructor(
    bus: Bus,
    { checkpoints, positions }: { checkpoints: Checkpoints; positions: Bucket },
    place: Place<Lane>,
  ) {
    this.#bus = bus;
    this.#checkpoints = checkpoints;
    this.#positions = positions;
    this.#place = place;
  }

  static async open<Lane extends keyof LaneStates>(
    bus: Bus,
    place: Place<Lane>,
  ): Promise<CheckpointStore<Lane>> {
    const checkpoints = await bus.checkpoints(buckets.checkpoints);
    const positions = await bus.bucket(buckets.positions);
    return new CheckpointStore(bus, { checkpoints, positions }, place);
  }

  /** Undefined when there is none yet. Rejects when it could not be asked for: nothing is known of it then. */
  async load(): Promise<Checkpoint<LaneStates[Lane]> | undefined> {
    try {
      const bytes = await this.#checkpoints.load(this.#key());
      return bytes === undefined ? undefined : decodeCheckpoint(bytes);
    } catch (error) {
      if (!(error instanceof CheckpointDamagedError)) throw error;
      return { ok: false, reason: error.message };
    }
  }

  /** Answers the bytes before compression. The state must not change meanwhile. Whoever is told to end saves to the end. */
  async save(state: LaneStates[Lane], clock: Clock): Promise<number> {
    const bytes = await interruptibly(makingCheckpoint(state), { clock, signal: neverAborted });
    if (bytes === undefined) throw new Error('a checkpoint was left in its middle');
    await this.#checkpoints.save(this.#key(), bytes);
    return bytes.length;
  }

  /** Tells how far this reader is in a stream, and removes what every reader has committed where it is one of them. */
  async release(stream: StreamKey, readUpTo: number): Promise<void> {
    await this.#positions.put(this.#positionKey(stream, READER), String(readUpTo));
    const { name, readers }: StreamDefinition = streams[stream];
    // Of a follower the position is enough: those that are waited for remove.
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
    const subject = subjectOf(stream, this.#place.partition);
    if (committed > 0) await this.#bus.purgeUpTo({ stream: name, subject, seq: committed });
  }

  /** The stream was made anew and holds messages up to `last`: a position beyond is one of the stream before, and nobody may purge by it. */
  async withdraw(stream: StreamKey, last: number): Promise<void> {
    const { readers, followers = [] }: StreamDefinition = streams[stream];
    for (const reader of [...readers, ...followers]) {
      const entry = await this.#positions.get(this.#positionKey(stream, reader));
      if (entry !== undefined && Number(new TextDecoder().decode(entry.value)) > last)
        await this.#positions.put(this.#positionKey(stream, reader), '0');
    }
  }

  #key(): string {
    const { lane, partition } = this.#place;
    return lane === 'samples' ? `engine.${String(partition)}` : `engine.${lane}.${String(partition)}`;
  }

  #positionKey(stream: StreamKey, reader: string): string {
    return `${stream}.${String(this.#place.partition)}.${reader}`;
  }
}
