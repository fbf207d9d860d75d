import { z } from 'zod';
import { debugRecord } from '../limit/collection.ts';
import { API, route } from '../route.ts';
import { MINUTE_MS } from '../time/duration.ts';
import { RecordingState } from './record.ts';

const MAX_RECORDING_BYTES = 10_000_000_000;

export const StartRecording = z.strictObject({
  site: z.number().int().positive(),
  /** Stops after this time, or at `maxBytes` on one collector. */
  minutes: z
    .number()
    .int()
    .min(1)
    .max(debugRecord.maxDurationMs / MINUTE_MS)
    .default(debugRecord.defaultDurationMs / MINUTE_MS),
  maxBytes: z.number().int().min(1_000_000).max(MAX_RECORDING_BYTES).default(debugRecord.maxBytes),
  comment: z.string().trim().max(500).default(''),
});
export type StartRecording = z.infer<typeof StartRecording>;

export const RecordingRow = z.strictObject({
  id: z.number(),
  customer: z.number(),
  site: z.number(),
  siteName: z.string(),
  /** Seconds since 1970. */
  startedAt: z.number(),
  endsAt: z.number(),
  stoppedAt: z.number().nullable(),
  startedBy: z.string().nullable(),
  maxBytes: z.number(),
  comment: z.string(),
  /** Running until it is stopped, expires, or ended on every collector. */
  state: z.enum(['running', 'stopped']),
  totalBytes: z.number(),
  /** State on each collector: records by exporter and kind, with first and last export and size per day. */
  collectors: z.array(RecordingState),
});
export type RecordingRow = z.infer<typeof RecordingRow>;

export const listRecordings = route({
  method: 'GET',
  path: `${API}/mt/debug`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'Debug recordings of the last week, newest first',
  reply: z.strictObject({ recordings: z.array(RecordingRow) }),
});

export const startRecording = route({
  method: 'POST',
  path: `${API}/mt/debug`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'Start recording the flows of a site on every collector',
  body: StartRecording,
  reply: z.strictObject({ id: z.number() }),
  problems: ['RESOURCE_MISSING', 'DEBUG_RUNNING'],
});

export const stopRecording = route({
  method: 'POST',
  path: `${API}/mt/debug/:id/stop`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'Stop a debug recording',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  reply: z.strictObject({ id: z.number() }),
  problems: ['RESOURCE_MISSING'],
});
