import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';

const READER = 'notification';

/**
 * Position up to which the alarms of a partition were dispatched. The writer reads it too and keeps later
 * messages in the stream.
 */
export class DispatchPosition {
  readonly #positions: Bucket;
  readonly #key: string;
  #seq: number;

  private constructor(positions: Bucket, key: string, seq: number) {
    this.#positions = positions;
    this.#key = key;
    this.#seq = seq;
  }

  static async open(
    { bus, positions }: { bus: Bus; positions: Bucket },
    partition: number,
  ): Promise<DispatchPosition> {
    const key = `${subjectOf('alarms', partition)}.${READER}`;
    const entry = await positions.get(key);
    const stored = entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value));
    const { lastSeq } = await bus.streamState(streams.alarms.name);
    // A recreated stream starts again with 1.
    return new DispatchPosition(positions, key, stored > lastSeq ? 0 : stored);
  }

  get seq(): number {
    return this.#seq;
  }

  async commit(seq: number): Promise<void> {
    await this.#positions.put(this.#key, String(seq));
    this.#seq = seq;
  }
}
