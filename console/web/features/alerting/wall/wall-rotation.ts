import { SECOND_MS } from '#schemas/time/duration.ts';

/** What a wall can show, in turn. */
export const wallViews = ['customers', 'alarms', 'sites'] as const;
export type WallView = (typeof wallViews)[number];

interface Choice {
  /** Chosen views; none chooses all. */
  readonly show: readonly WallView[];
  /** Whether the wall shows several customers together. */
  readonly cross: boolean;
}

/** Views of a wall, in order. A wall of one customer has no list of customers. */
export function viewsOf({ show, cross }: Choice): readonly [WallView, ...WallView[]] {
  const possible = wallViews.filter((view) => cross || view !== 'customers');
  const [first = 'alarms', ...others] = possible.filter((view) => show.length === 0 || show.includes(view));
  return [first, ...others];
}

/** The view at `now`, milliseconds. Walls side by side turn together, since they turn by the clock of the server. */
export function viewAt(
  views: readonly [WallView, ...WallView[]],
  { every, now }: { readonly every: number; readonly now: number },
): WallView {
  return views[Math.floor(now / (every * SECOND_MS)) % views.length] ?? views[0];
}
