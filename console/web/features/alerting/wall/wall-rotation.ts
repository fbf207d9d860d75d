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
