export interface NotifiableEvent {
  /** End of the deciding window, milliseconds since 1970. */
  readonly atMs: number;
}

export interface NotificationState {
  readonly nowMs: number;
  readonly maxAgeMs: number;
  /**
   * For a raise: whether a silence or maintenance window was active, or another alarm explains it. For a clear: whether its raise was suppressed; the clear of a notified raise is always sent, otherwise its receiver would keep a dead alarm.
   */
  readonly isSuppressed: boolean;
}

/**
 * Whether an event is sent now. Old or silenced events are not; an alarm still running at the end of its
 * silence is sent then. Acknowledged alarms need no rule: they are already running, so only their clear can
 * follow, which is sent.
 */
export const shouldNotify = (
  { atMs }: NotifiableEvent,
  { nowMs, maxAgeMs, isSuppressed }: NotificationState,
): boolean => nowMs - atMs <= maxAgeMs && !isSuppressed;
