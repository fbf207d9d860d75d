import type { ReportItem } from '#schemas/report/item.ts';

export type SelectedItems = ReadonlySet<string>;
export const noSelection: SelectedItems = new Set();

/** Items with those of their groups. Locked ones are not selected on the page. */
export function withGroups(items: readonly ReportItem[], ids: Iterable<string>): SelectedItems {
  const chosen = new Set(ids);
  const groups = new Set(
    items.flatMap(({ id, group }) => (chosen.has(id) && group !== undefined ? [group] : [])),
  );
  return new Set(
    items
      .filter(({ id, group }) => chosen.has(id) || (group !== undefined && groups.has(group)))
      .map(({ id }) => id),
  );
}

/** The selection after a press on an item; with Shift it is added, or removed. */
export function pressed(
  items: readonly ReportItem[],
  { selection, id, adds }: { readonly selection: SelectedItems; readonly id: string; readonly adds: boolean },
): SelectedItems {
  const one = withGroups(items, [id]);
  if (!adds) return selection.has(id) ? selection : one;
  const isSelected = selection.has(id);
  return isSelected
    ? new Set([...selection].filter((each) => !one.has(each)))
    : new Set([...selection, ...one]);
}

export type LayerMove = 'front' | 'forward' | 'backward' | 'back';

/** Items from the lowest layer to the highest, with the selected ones moved. */
export function relayered(
  items: readonly ReportItem[],
  selection: SelectedItems,
  move: LayerMove,
): readonly ReportItem[] {
  const chosen = items.filter(({ id }) => selection.has(id));
  const others = items.filter(({ id }) => !selection.has(id));
  if (move === 'front') return [...others, ...chosen];
  if (move === 'back') return [...chosen, ...others];
  const order = move === 'forward' ? items.toReversed() : [...items];
  for (let at = 1; at < order.length; at += 1) {
    const [one, other] = [order[at], order[at - 1]];
    if (one === undefined || other === undefined) continue;
    if (!selection.has(one.id) || selection.has(other.id)) continue;
    [order[at - 1], order[at]] = [one, other];
  }
  return move === 'forward' ? order.toReversed() : order;
}
