/** Pixels that the name of a dial takes below it. */
const NAME_PX = 32;
const GAP_PX = 8;
/** A narrower dial has no room for its value. */
const MIN_WIDTH_PX = 104;

interface Box {
  readonly width: number;
  readonly height: number;
}

/** The side of the largest square in a cell of a grid with this number of columns. */
function dialSide(count: number, columns: number, { width, height }: Box): number {
  const rows = Math.ceil(count / columns);
  const cellWidth = (width - GAP_PX * (columns - 1)) / columns;
  const cellHeight = (height - GAP_PX * (rows - 1)) / rows;
  return Math.min(cellWidth, cellHeight - NAME_PX);
}

/** Returns the number of columns with which dials are largest in a box; of equal numbers the least. */
export function dialColumns(count: number, box: Box): number {
  const most = Math.max(1, Math.min(count, Math.floor((box.width + GAP_PX) / (MIN_WIDTH_PX + GAP_PX))));
  let best = most;
  for (let columns = most - 1; columns >= 1; columns -= 1)
    if (dialSide(count, columns, box) >= dialSide(count, best, box)) best = columns;
  return best;
}
