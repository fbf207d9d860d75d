import { z } from 'zod';
import { API, route } from '../route.ts';
import { RejectionCause } from './stream-rejection.ts';

export const FillLevel = z.enum(['ok', 'warning', 'critical']);
export type FillLevel = z.infer<typeof FillLevel>;

const WARNING_FROM = 0.7;
const CRITICAL_FROM = 0.9;

/** Fill level of a stream. A full stream makes collectors and pollers wait and eventually drop rows. */
export function fillLevel(bytes: number, maxBytes: number): FillLevel {
  if (bytes >= CRITICAL_FROM * maxBytes) return 'critical';
  return bytes >= WARNING_FROM * maxBytes ? 'warning' : 'ok';
}

/** A period in which a stream did not take messages. Times are milliseconds since 1970. */
export const StreamAlarm = z.strictObject({
  /** Still rejecting. */
  isActive: z.boolean(),
  since: z.number(),
  /** Time of the newest rejection. */
  until: z.number(),
  /** Rejected messages, counted per attempt. */
  rejected: z.int(),
  /** Dropped rows. */
  dropped: z.int(),
  /** Why rows are not stored, as the newest report says. */
  cause: RejectionCause,
  /** Affected processes. */
  processes: z.array(z.string()),
});
export type StreamAlarm = z.infer<typeof StreamAlarm>;

export const StreamFill = z.strictObject({
  stream: z.string(),
  messages: z.number().int(),
  bytes: z.number(),
  maxBytes: z.number(),
  level: FillLevel,
  /** A full stream rejects new messages or drops its oldest. */
  discard: z.enum(['new', 'old']),
  /** Dropped dead letters; 0 for other streams. */
  dropped: z.int(),
  /** Last rejection since the server started; null: none. */
  alarm: StreamAlarm.nullable(),
});
export type StreamFill = z.infer<typeof StreamFill>;

const reply = z.strictObject({ streams: z.array(StreamFill) });

export const listStreams = route({
  method: 'GET',
  path: `${API}/mt/monitoring-collect/stream`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SUPPORT.COLLECT.read',
  summary: 'Fill level and rejections of the streams that collectors and pollers write to',
  reply,
  problems: ['UNAVAILABLE'],
});
