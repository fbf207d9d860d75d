import { DefaultSerializer, deserialize } from 'node:v8';
import { systemIds } from '#platform/id/id.ts';
import type { FlowPartitionState } from '../flow/flow-partition.ts';
import type { PartitionState } from '../partition/partition.ts';
import type { Steps } from '#platform/clock/steps.ts';

/** State of each pipeline. */
export interface PipelineStates {
  readonly samples: PartitionState;
  readonly flows: FlowPartitionState;
}
type PipelineState = PipelineStates[keyof PipelineStates];

/**
 * A checkpoint: `TTC`, a version byte, then the state in V8's structured clone format, which later versions
 * of V8 can read. The version changes with the meaning of `PartitionState`. The store adds compression,
 * chunks and digest.
 */
const VERSION = 10;
const MAGIC = Buffer.from([0x54, 0x54, 0x43, VERSION]);

export type Checkpoint<State extends PipelineState> =
  | { readonly ok: true; readonly state: State }
  | { readonly ok: false; readonly reason: string };

/** The version byte matches, so checking that the parts exist is enough. */
const isState = (value: unknown): value is PipelineState =>
  typeof value === 'object' && value !== null && 'windowSeconds' in value && 'evaluator' in value;

/** Arrays from this size on are copied in steps. */
const LARGE_BYTES = 256 * 1_024;
/** Bytes copied in one step: about a millisecond. */
const BYTES_PER_STEP = 4 * 2 ** 20;

/** Serializes the state with a random marker in place of each large array. */
class Skeleton extends DefaultSerializer {
  readonly mark = systemIds.bytes(16);
  readonly large: Uint8Array[] = [];

  override writeRawBytes(view: NodeJS.ArrayBufferView): void {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    if (bytes.length >= LARGE_BYTES) this.large.push(bytes);
    super.writeRawBytes(bytes.length >= LARGE_BYTES ? this.mark : bytes);
  }
}

/** Splits the skeleton at the markers and inserts the large arrays. */
function piecesOf(skeleton: Buffer, { mark, large }: Skeleton): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const bytes of large) {
    const to = skeleton.indexOf(mark, from);
    pieces.push(skeleton.subarray(from, to), bytes);
    from = to + mark.length;
  }
  return [...pieces, skeleton.subarray(from)];
}

/** Copies the state step by step: it must not change before the last step. */
export function* encodeCheckpointSteps(state: PipelineState): Steps<Uint8Array> {
  const serializer = new Skeleton();
  serializer.writeHeader();
  serializer.writeValue(state);
  const pieces = [MAGIC, ...piecesOf(serializer.releaseBuffer(), serializer)];
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += BYTES_PER_STEP) {
      const part = piece.subarray(from, from + BYTES_PER_STEP);
      joined.set(part, to);
      to += part.length;
      if (piece.length >= LARGE_BYTES) yield undefined;
    }
  return joined;
}

/** Returns the reason if the bytes are not a checkpoint of this version. */
export function decodeCheckpoint<State extends PipelineState>(bytes: Uint8Array): Checkpoint<State> {
  const head = Buffer.from(bytes.subarray(0, MAGIC.length));
  if (!head.subarray(0, -1).equals(MAGIC.subarray(0, -1))) return { ok: false, reason: 'not a checkpoint' };
  if (!head.equals(MAGIC)) return { ok: false, reason: `version ${String(head.at(-1))} is unknown` };
  try {
    const state: unknown = deserialize(bytes.subarray(MAGIC.length));
    // Each pipeline has its own key.
    return isState(state) ? { ok: true, state: state as State } : { ok: false, reason: 'unexpected content' };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'unreadable' };
  }
}
