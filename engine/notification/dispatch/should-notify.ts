export interface NotifiableEvent {
  /** End of the window that decided, milliseconds since 1970. */
  readonly atMs: number;
}

export interface NotificationState {
  readonly nowMs: number;
  readonly maxAgeMs: number;
  /**
   * Of a raise, whether a silence or a maintenance window held when it happened; of a clear, whether its raise was held back: the
   * clear of a raise that was told is always told, or whoever was told would keep a dead alarm.
   */
  readonly isHeld: boolean;
}

/**
 * Whether an event is told to anybody outside now. Nobody is woken by what is long over or silenced; what still runs when its
 * silence ends is told then. An acknowledged alarm needs no rule: it runs already, so that all that can come of it is that it
 * clears, which is told.
 */
export const shouldNotify = (
  { atMs }: NotifiableEvent,
  { nowMs, maxAgeMs, isHeld }: NotificationState,
): boolean => nowMs - atMs <= maxAgeMs && !isHeld;
