import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { RealtimeKind, RealtimeReading, WatchChange, WatchReply } from '#schemas/realtime/realtime.ts';

/** The element of a dialog. */
export interface RealtimeElement {
  readonly customer: number;
  readonly kind: string;
  readonly id: number;
  readonly name: string;
}

/** What the dialog shows of an element in real time. */
export type RealtimeState =
  | { readonly is: 'opening' }
  | { readonly is: 'rejected'; readonly code: ProblemCode }
  | RealtimeShown;

/** Readings, and whether more follow. */
export interface RealtimeShown {
  readonly is: 'shown';
  readonly kind: RealtimeKind;
  /** When it ends, milliseconds since 1970. */
  readonly endsAt: number;
  readonly readings: readonly RealtimeReading[];
  /**
   * `lost`: another poller takes over within seconds; `offline`: the connection of the page; `over`: by a problem, or after its
   * time (null).
   */
  readonly link: 'live' | 'lost' | 'offline' | { readonly over: ProblemCode | null };
}

export type RealtimeEvent =
  | { readonly is: 'opened'; readonly reply: WatchReply }
  | { readonly is: 'reading'; readonly reading: RealtimeReading }
  | { readonly is: 'changed'; readonly change: WatchChange }
  | { readonly is: 'disconnected' }
  | { readonly is: 'restarted' };

/** After a gap of the connection the server's readings fill it; those before stay. */
function merged(
  before: readonly RealtimeReading[],
  after: readonly RealtimeReading[],
): readonly RealtimeReading[] {
  const first = after[0]?.at ?? Number.POSITIVE_INFINITY;
  return [...before.filter(({ at }) => at < first), ...after];
}

function opened(state: RealtimeState, reply: WatchReply): RealtimeState {
  if (!reply.ok) return { is: 'rejected', code: reply.code };
  const { kind, endsAt, readings, lost = false } = reply;
  const before = state.is === 'shown' ? state.readings : [];
  return { is: 'shown', kind, endsAt, link: lost ? 'lost' : 'live', readings: merged(before, readings) };
}

function changed(state: RealtimeShown, change: WatchChange): RealtimeState {
  return { ...state, link: change.is === 'lost' ? 'lost' : { over: change.code } };
}

/** The next state. Readings that come before the reply are in it. */
export function nextRealtime(state: RealtimeState, event: RealtimeEvent): RealtimeState {
  if (event.is === 'opened') return opened(state, event.reply);
  if (event.is === 'restarted') return state.is === 'shown' ? { ...state, link: 'live' } : { is: 'opening' };
  if (state.is !== 'shown') return state;
  if (event.is === 'reading') return { ...state, link: 'live', readings: [...state.readings, event.reading] };
  if (event.is === 'changed') return changed(state, event.change);
  return typeof state.link === 'object' ? state : { ...state, link: 'offline' };
}
