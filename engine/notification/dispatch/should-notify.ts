/** What an operator has done about an alarm. */
export type Handling = 'none' | 'acknowledged' | 'silenced';

export interface NotifiableEvent {
  readonly edge: 'raise' | 'clear';
  /** End of the window that decided, milliseconds since 1970. */
  readonly atMs: number;
}

export interface NotificationState {
  readonly nowMs: number;
  readonly maxAgeMs: number;
  readonly handling: Handling;
}

/**
 * Whether an event is told to anybody outside. Nobody is woken by what is long over, by an alarm that somebody works on, or by
 * a silenced one; that an acknowledged alarm has cleared is told.
 */
export function shouldNotify(
  { edge, atMs }: NotifiableEvent,
  { nowMs, maxAgeMs, handling }: NotificationState,
): boolean {
  if (nowMs - atMs > maxAgeMs) return false;
  switch (handling) {
    case 'none':
      return true;
    case 'acknowledged':
      return edge === 'clear';
    case 'silenced':
      return false;
  }
}
