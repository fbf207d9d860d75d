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

export const StreamFill = z.strictObject({
  stream: z.string(),
  messages: z.number().int(),
  bytes: z.number(),
  maxBytes: z.number(),
  level: FillLevel,
  /** A full stream refuses new messages, or gives up its oldest ones. */
  discard: z.enum(['new', 'old']),
});
export type StreamFill = z.infer<typeof StreamFill>;

export const readHealth = route({
  method: 'GET',
  path: `${API}/mt/health`,
  scope: 'admin',
  needs: 'SUPPORT.MONITORING.read',
  summary: 'How full the streams between the processes are',
  reply: z.strictObject({ streams: z.array(StreamFill) }),
  problems: ['UNAVAILABLE'],
});
