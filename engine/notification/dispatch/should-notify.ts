export interface NotifiableEvent {
  /** End of the window that decided, milliseconds since 1970. */
  readonly atMs: number;
}

export interface NotificationState {
  readonly nowMs: number;
  readonly maxAgeMs: number;
  /** A silence, or a maintenance window, held when the event happened. */
  readonly isSilenced: boolean;
}

/**
 * Whether an event is told to anybody outside. Nobody is woken by what is long over or silenced. An acknowledged alarm needs no
 * rule: it runs already, so that all that can come of it is that it clears, which is told.
 */
export const shouldNotify = (
  { atMs }: NotifiableEvent,
  { nowMs, maxAgeMs, isSilenced }: NotificationState,
): boolean => nowMs - atMs <= maxAgeMs && !isSilenced;
