import type { LivePosition } from '#schemas/socket/live.ts';

/** Windows last five minutes unless a position says otherwise, and are decided soon after their end. */
const WINDOW_S = 300;

/**
 * The time at which History opens, seconds since 1970: the end of the last complete window. At the present time the window is still open
 * and no alarm has a value.
 */
export function historyStart(window: LivePosition['window'], nowMs: number): number {
  if (window !== undefined) return window.start + window.length;
  return (Math.floor(nowMs / 1_000 / WINDOW_S) - 1) * WINDOW_S;
}
