import { z } from 'zod';

/** What is recorded: rows as they were decoded, datagrams as they came in, and the datagrams among them that carry templates. */
export const recordKinds = ['raw-flow', 'raw-data', 'template'] as const;
export const RecordKind = z.enum(recordKinds);
export type RecordKind = z.infer<typeof RecordKind>;

/** Why a recording ended. */
export const StopReason = z.enum(['asked', 'duration', 'size', 'disk']);
export type StopReason = z.infer<typeof StopReason>;

/** What is to be recorded of a site, on every collector. */
export interface Recording {
  readonly id: number;
  readonly site: number;
  readonly startedMs: number;
  /** It stops by itself then, or when a collector has written this much. */
  readonly endsMs: number;
  readonly maxBytes: number;
}

/** What a collector has recorded of one exporter. */
export const DebugRecord = z.object({
  /** Address, and the element of the device that it belongs to. */
  exporter: z.string(),
  device: z.int(),
  kind: RecordKind,
  /** Milliseconds since 1970: when the first and the newest datagram came in. */
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
