import { DefaultSerializer, deserialize } from 'node:v8';
import type { FlowPartitionState } from '../flow/flow-partition.ts';
import type { PartitionState } from '../partition/partition.ts';

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

/** The state is copied: the partition may go on. */
export function encodeCheckpoint(state: LaneState): Uint8Array {
  // Behind the magic in the same buffer: there may be a gigabyte of it.
  const serializer = new DefaultSerializer();
  serializer.writeRawBytes(MAGIC);
  serializer.writeHeader();
  serializer.writeValue(state);
  return serializer.releaseBuffer();
}

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
