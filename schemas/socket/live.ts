import { z } from 'zod';
import { AlarmRow, AlertCounts, DecidedWindow, DefinitionCount, SiteAlert } from '../alerting/alert.ts';
import type { FlowsNotice, FlowsReply, WatchedFlows } from '../debug/tail.ts';
import type { DocumentEditors, EditedDocument, EditReply } from './editing.ts';
import type { RealtimeReading, WatchChange, WatchedElement, WatchReply } from '../realtime/realtime.ts';
import { TrafficNotice } from '../flowmap/traffic-notice.ts';
import { WindowNotice } from './window-notice.ts';
import type { ModuleName } from '../menu/modules.ts';
import type { Permission } from '../permission/catalogue.ts';
import { resourceKindNames } from '../resource/kind.ts';
import type { ProblemCode } from '../problem/catalogue.ts';

/**
 * Live protocol. A room is a topic of a customer. The REST snapshot carries `epoch` and `seq`; a delta applies if it has the same
 * `epoch` and the next `seq`. A gap or another epoch requires a resync.
 */
export const LivePosition = z.strictObject({
  /** Changes when the numbering restarts. */
  epoch: z.string(),
  seq: z.number().int().nonnegative(),
  /** Ingest time of the newest sample in this state, milliseconds. */
  at: z.number(),
  /** The newest window decided by every pipeline; absent while there is none. */
  window: DecidedWindow.optional(),
});
export type LivePosition = z.infer<typeof LivePosition>;

/** The position that a delta leads to. */
export const positionOf = ({ epoch, seq, at, window }: LivePosition): LivePosition => ({
  epoch,
  seq,
  at,
  ...(window === undefined ? {} : { window }),
});

/** Topic `alert`: deltas of the alerting screen of a customer. */
export const AlertDelta = LivePosition.extend({
  customer: z.number(),
  counts: AlertCounts.optional(),
  sites: z.array(SiteAlert).optional(),
  /** Raised or changed alarms, and the ids of cleared ones. */
  set: z.array(AlarmRow).optional(),
  remove: z.array(z.string()).optional(),
});
export type AlertDelta = z.infer<typeof AlertDelta>;

/** Topic `count`: counts of a customer, and counts by alarm for the breakdown. */
export const CountDelta = LivePosition.extend({
  customer: z.number(),
  counts: AlertCounts,
  byAlarm: z.array(DefinitionCount),
});
export type CountDelta = z.infer<typeof CountDelta>;

export const topics = {
  alert: { needs: 'ALERT.read', module: 'alerting', delta: AlertDelta },
  count: { needs: 'ALERT.read', module: 'alerting', delta: CountDelta },
  /** Closed windows, without measured values: also sent to users restricted to sites, and to home pages, which every user has. */
  window: { needs: 'HOME.read', module: 'kpi', delta: WindowNotice },
  /** New rates of traffic, without them: also sent to users restricted to sites. */
  traffic: { needs: 'FLOWMAP.read', module: 'flowmap', delta: TrafficNotice },
} as const satisfies Record<string, { needs: Permission; module: ModuleName; delta: z.ZodType }>;
export type Topic = keyof typeof topics;

export const Room = z.strictObject({
  topic: z.enum(['alert', 'count', 'window', 'traffic']),
  customer: z.number().int().positive(),
});
export type Room = z.infer<typeof Room>;

/** Without ids: clients refetch the resources they can access. */
export const ResourceChange = z.strictObject({ kind: z.enum(resourceKindNames) });
export type ResourceChange = z.infer<typeof ResourceChange>;

/** Annotations of a customer changed: clients refetch those that they can access. */
export const AnnotationChange = z.strictObject({ customer: z.number().int().positive() });
export type AnnotationChange = z.infer<typeof AnnotationChange>;

/**
 * Incidents of a customer have another owner, a new note, or a note less: clients read again what they show of them. Only places that the
 * user sees, as the start of the ids of their incidents.
 */
export const IncidentChange = z.strictObject({
  customer: z.number().int().positive(),
  places: z.array(z.string()).min(1),
});
export type IncidentChange = z.infer<typeof IncidentChange>;

/** Socket.IO events. `join` returns the current position of the room, or a problem code without joining. */
export interface ClientEvents {
  join: (room: Room, response: (reply: JoinReply) => void) => void;
  leave: (room: Room) => void;
  /** An element in real time: its readings follow until the time is over, or it is watched no longer. */
  watchElement: (request: WatchedElement, response: (reply: WatchReply) => void) => void;
  unwatchElement: (request: WatchedElement) => void;
  /** Decoded flows of a site as they arrive; those watched before are watched no longer. */
  watchFlows: (request: WatchedFlows, respond: (reply: FlowsReply) => void) => void;
  unwatchFlows: () => void;
  /** The page edits a document, and no other one; `editors` follow until `unedit`. */
  edit: (document: EditedDocument, respond: (reply: EditReply) => void) => void;
  unedit: () => void;
  /** The page of this connection is visible: the session does not become idle. Null when it is over. */
  watching: (response: (times: SessionTimes | null) => void) => void;
}
/** Idle and absolute end of a session, milliseconds since 1970. */
export interface SessionTimes {
  readonly idleUntil: number;
  readonly endsAt: number;
}
export type JoinReply =
  /** `now`: clock of the server, milliseconds since 1970; a browser may be an hour off. */
  | { readonly ok: true; readonly position: LivePosition; readonly now: number }
  | { readonly ok: false; readonly code: ProblemCode };
export interface ServerEvents {
  alert: (delta: AlertDelta) => void;
  count: (delta: CountDelta) => void;
  window: (notice: WindowNotice) => void;
  traffic: (notice: TrafficNotice) => void;
  /** An element that the page watches in real time was read, or is read no more. */
  reading: (reading: RealtimeReading) => void;
  watched: (change: WatchChange) => void;
  /** Decoded flows that the page watches, or their end. */
  flows: (notice: FlowsNotice) => void;
  /** Who edits the document that the page edits. */
  editors: (editors: DocumentEditors) => void;
  /** Permissions changed: refetch the session. The server already left forbidden rooms. */
  rights: () => void;
  /** Resources of a kind or their shares changed: refetch them. */
  resource: (change: ResourceChange) => void;
  /** KPIs were defined, renamed, deleted or given other formulas. */
  kpis: () => void;
  /** Annotations of a customer were added, changed or deleted. */
  annotation: (change: AnnotationChange) => void;
  /** Owners or notes of incidents that the user sees changed. */
  incident: (change: IncidentChange) => void;
  /** The announcement changed. */
  announcement: () => void;
  /** The session ended (signed out elsewhere, expired, locked). */
  ended: () => void;
}
