import { DefaultSerializer, deserialize } from 'node:v8';
import { systemIds } from '#platform/id/id.ts';
import type { FlowPartitionState } from '../flow/flow-partition.ts';
import type { PartitionState } from '../partition/partition.ts';
import { runThrough } from '../partition/steps.ts';
import type { StepsTo } from '../partition/steps.ts';

/** What each lane keeps. */
export interface LaneStates {
  readonly samples: PartitionState;
  readonly flows: FlowPartitionState;
}
type LaneState = LaneStates[keyof LaneStates];

/**
 * A checkpoint: `TTC`, a version byte, then the state in V8's structured clone format, which later versions of V8 read too.
 * The version changes with the meaning of `PartitionState`. Compression, parts and digest are the store's.
 */
const VERSION = 4;
const MAGIC = Buffer.from([0x54, 0x54, 0x43, VERSION]);

export type Checkpoint<State extends LaneState> =
  | { readonly ok: true; readonly state: State }
  | { readonly ok: false; readonly reason: string };

/** Written by this version of ourselves: its parts need no more than to be there. */
const isState = (value: unknown): value is LaneState =>
  typeof value === 'object' && value !== null && 'windowSeconds' in value && 'evaluator' in value;

/** Arrays from this size on are copied in steps. */
const LARGE_BYTES = 256 * 1_024;
/** Bytes copied in one step: about a millisecond. */
const COPIED_AT_ONCE = 4 * 2 ** 20;

/** Leaves large arrays out, and a mark of its own where each belongs. */
class Skeleton extends DefaultSerializer {
  readonly mark = systemIds.bytes(16);
  readonly large: Uint8Array[] = [];

  override writeRawBytes(view: NodeJS.ArrayBufferView): void {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    if (bytes.length >= LARGE_BYTES) this.large.push(bytes);
    super.writeRawBytes(bytes.length >= LARGE_BYTES ? this.mark : bytes);
  }
}

/** The skeleton in the pieces that the marks divide it into. */
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

/** The state is copied, in steps: it must not change before the last of them. */
export function* makingCheckpoint(state: LaneState): StepsTo<Uint8Array> {
  const serializer = new Skeleton();
  serializer.writeHeader();
  serializer.writeValue(state);
  const pieces = [MAGIC, ...piecesOf(serializer.releaseBuffer(), serializer)];
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += COPIED_AT_ONCE) {
      const part = piece.subarray(from, from + COPIED_AT_ONCE);
      whole.set(part, to);
      to += part.length;
      if (piece.length >= LARGE_BYTES) yield undefined;
    }
  return whole;
}

export const encodeCheckpoint = (state: LaneState): Uint8Array => runThrough(makingCheckpoint(state));

/** Anything that is not a checkpoint of this version is refused with the reason. */
export function decodeCheckpoint<State extends LaneState>(bytes: Uint8Array): Checkpoint<State> {
  const head = Buffer.from(bytes.subarray(0, MAGIC.length));
  if (!head.subarray(0, -1).equals(MAGIC.subarray(0, -1)))
    return { ok: false, reason: 'it is no checkpoint' };
  if (!head.equals(MAGIC)) return { ok: false, reason: `version ${String(head.at(-1))} is not known` };
  try {
    const state: unknown = deserialize(bytes.subarray(MAGIC.length));
    // Each lane stores under a key of its own.
    return isState(state)
      ? { ok: true, state: state as State }
      : { ok: false, reason: 'it holds something else' };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'it cannot be read' };
  }
}
