import { z } from 'zod';

/** Kinds of records: decoded rows, received datagrams, and datagrams with templates. */
export const recordKinds = ['raw-flow', 'raw-data', 'template'] as const;
export const RecordKind = z.enum(recordKinds);
export type RecordKind = z.infer<typeof RecordKind>;

/** Why a recording ended. */
export const StopReason = z.enum(['asked', 'duration', 'size', 'disk']);
export type StopReason = z.infer<typeof StopReason>;

/** A recording of the flows of a site, on every collector. */
export interface Recording {
  readonly id: number;
  readonly site: number;
  readonly startedMs: number;
  /** Stops at this time, or once a collector has written `maxBytes`. */
  readonly endsMs: number;
  readonly maxBytes: number;
}

/** Records of one exporter on one collector. */
export const DebugRecord = z.object({
  /** Address of the exporter, and the element id of its device. */
  exporter: z.string(),
  device: z.int(),
  kind: RecordKind,
  /** Arrival of the first and the newest datagram, milliseconds since 1970. */
  firstMs: z.number(),
  lastMs: z.number(),
  /** By day, `2026-11-21` in UTC. */
  bytesByDay: z.record(z.string(), z.number()),
  totalBytes: z.number(),
});
export type DebugRecord = z.infer<typeof DebugRecord>;

/** State of a recording on one collector: kept in the bucket `debug` under `<recording>.<collector>`. */
export const RecordingState = z.object({
  recording: z.int(),
  site: z.int(),
  collector: z.string(),
  state: z.enum(['running', 'stopped']),
  reason: StopReason.optional(),
  records: z.array(DebugRecord),
});
export type RecordingState = z.infer<typeof RecordingState>;
