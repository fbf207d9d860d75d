import { z } from 'zod';
import { AlarmRow, AlertCounts, SiteAlert } from '../alerting/alert.ts';
import { WindowNotice } from './window-notice.ts';
import { resourceKindNames } from '../resource/kind.ts';
import type { ProblemCode } from '../problem/catalogue.ts';

/**
 * Live protocol. A room is a topic of a customer. The snapshot by REST carries `epoch` and `seq`; a delta applies when its
 * `epoch` is that of the snapshot and its `seq` the next one. A gap or another epoch asks for a new snapshot.
 */
export const LivePosition = z.strictObject({
  /** Changes when the numbering starts anew. */
  epoch: z.string(),
  seq: z.number().int().nonnegative(),
  /** Ingest time of the newest sample behind this state, milliseconds. */
  at: z.number(),
});
export type LivePosition = z.infer<typeof LivePosition>;

/** Topic `alert`: what the alerting screen of a customer shows. */
export const AlertDelta = LivePosition.extend({
  customer: z.number(),
  counts: AlertCounts.optional(),
  sites: z.array(SiteAlert).optional(),
  /** Alarms raised or changed, and the ids of those that cleared. */
  set: z.array(AlarmRow).optional(),
  remove: z.array(z.string()).optional(),
});
export type AlertDelta = z.infer<typeof AlertDelta>;

/** Topic `count`: the counts of a customer, and those by alarm for the breakdown. */
export const CountDelta = LivePosition.extend({
  customer: z.number(),
  counts: AlertCounts,
  byAlarm: z.array(z.strictObject({ alarm: z.number(), name: z.string(), count: z.number() })),
});
export type CountDelta = z.infer<typeof CountDelta>;

export const topics = {
  alert: { needs: 'ALERT.read', delta: AlertDelta },
  count: { needs: 'ALERT.read', delta: CountDelta },
  /** Steps of time that are over. It says nothing of what was measured: who sees some sites only gets it too. */
  window: { needs: 'DASHBOARD.read', delta: WindowNotice },
} as const;
export type Topic = keyof typeof topics;

export const Room = z.strictObject({
  topic: z.enum(['alert', 'count', 'window']),
  customer: z.number().int().positive(),
});
export type Room = z.infer<typeof Room>;

/** Says nothing of which one: who reads again gets what he may see. */
export const ResourceChange = z.strictObject({ kind: z.enum(resourceKindNames) });
export type ResourceChange = z.infer<typeof ResourceChange>;

/** Socket.IO events. `join` answers with the room's current position, or with a problem code and nothing joined. */
export interface ClientEvents {
  join: (room: Room, answer: (reply: JoinReply) => void) => void;
  leave: (room: Room) => void;
}
export type JoinReply =
  | { readonly ok: true; readonly position: LivePosition }
  | { readonly ok: false; readonly code: ProblemCode };
export interface ServerEvents {
  alert: (delta: AlertDelta) => void;
  count: (delta: CountDelta) => void;
  window: (notice: WindowNotice) => void;
  /** The user's rights changed: read the session again. Rooms that are no longer allowed were left already. */
  rights: () => void;
  /** Resources of a kind changed, or whom they are shared with: what is shown of them is read again. */
  resource: (change: ResourceChange) => void;
  /** The announcement to everybody became another. */
  announcement: () => void;
  /** The session ended (signed out elsewhere, expired, locked). */
  ended: () => void;
}
