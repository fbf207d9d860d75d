import { z } from 'zod';
import { API, route } from '../route.ts';

export const FillLevel = z.enum(['ok', 'warning', 'critical']);
export type FillLevel = z.infer<typeof FillLevel>;

const WARNING_FROM = 0.7;
const CRITICAL_FROM = 0.9;

/** How near a stream is to refusing messages. A full one makes collectors and pollers wait, and in the end give rows up. */
export function fillLevel(bytes: number, maxBytes: number): FillLevel {
  if (bytes >= CRITICAL_FROM * maxBytes) return 'critical';
  return bytes >= WARNING_FROM * maxBytes ? 'warning' : 'ok';
}

/** A stream was full and refused messages. Times in milliseconds since 1970. */
export const StreamAlarm = z.strictObject({
  /** It still does. */
  isActive: z.boolean(),
  since: z.number(),
  /** The newest refusal. */
  until: z.number(),
  /** Messages refused, each time that they were offered. */
  refused: z.int(),
  /** Rows that were given up: they are lost. */
  dropped: z.int(),
  /** The processes that were refused. */
  processes: z.array(z.string()),
});
export type StreamAlarm = z.infer<typeof StreamAlarm>;

export const StreamFill = z.strictObject({
  stream: z.string(),
  messages: z.number().int(),
  bytes: z.number(),
  maxBytes: z.number(),
  level: FillLevel,
  /** A full stream refuses new messages, or gives up its oldest ones. */
  discard: z.enum(['new', 'old']),
  /** Messages that gave way to newer ones: of dead letters, whose content is lost; 0 of other streams. */
  dropped: z.int(),
  /** The last time that it refused messages, since the server started; null: it refused none. */
  alarm: StreamAlarm.nullable(),
});
export type StreamFill = z.infer<typeof StreamFill>;

const reply = z.strictObject({ streams: z.array(StreamFill) });

export const readHealth = route({
  method: 'GET',
  path: `${API}/mt/health`,
  scope: 'admin',
  needs: 'SUPPORT.MONITORING.read',
  summary: 'How full the streams between the processes are',
  reply,
  problems: ['UNAVAILABLE'],
});

/** The same for who looks after the collectors. */
export const listStreams = route({
  method: 'GET',
  path: `${API}/mt/monitoring-collect/stream`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SUPPORT.COLLECT.read',
  summary: 'How full the streams are that collectors and pollers write to, and what they refused',
  reply,
  problems: ['UNAVAILABLE'],
});
