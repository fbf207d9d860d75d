import { SECOND_MS } from '#schemas/time/duration.ts';

/** The view at `now`, milliseconds. Walls side by side turn together, since they turn by the clock of the server. */
export function viewAt<View>(
  views: readonly [View, ...View[]],
  { every, now }: { readonly every: number; readonly now: number },
): View {
  return views[Math.floor(now / (every * SECOND_MS)) % views.length] ?? views[0];
}
