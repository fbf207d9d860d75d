import type { JoinedValues } from '#web/kernel/kpi/source-step.ts';

type Side = 'left' | 'right';
type Values = readonly (number | null)[];

interface Stacked {
  readonly side: Side;
  readonly values: Values;
}

/** Values on top of those of the lines before, by side of their axis. A gap stays a gap and adds nothing to the next line. */
export function stackedValues(lines: readonly Stacked[]): readonly Values[] {
  const heights = { left: [] as number[], right: [] as number[] };
  return lines.map(({ side, values }) =>
    values.map((value, step) => {
      if (value === null) return null;
      const height = (heights[side][step] ?? 0) + value;
      heights[side][step] = height;
      return height;
    }),
  );
}

/**
 * Upper edges of the areas of a stack. In a gap of its line an area has no height, so that the next one stands on what is below: an edge
 * with a gap would cut the area above it. Null where no line of the axis has a value.
 */
export function stackEdges(lines: readonly Stacked[]): readonly Values[] {
  const heights = { left: [] as number[], right: [] as number[] };
  const isKnown = (side: Side, step: number): boolean =>
    lines.some((line) => line.side === side && (line.values[step] ?? null) !== null);
  return lines.map(({ side, values }) =>
    values.map((value, step) => {
      if (!isKnown(side, step)) return null;
      const height = (heights[side][step] ?? 0) + (value ?? 0);
      heights[side][step] = height;
      return height;
    }),
  );
}

/** Areas of a stack and the edge at which each ends, by their places: filled down to the axis, their colours would mix. */
export function stackBands(
  lines: readonly { readonly side: Side; readonly kind: string }[],
): readonly (readonly [upper: number, lower: number])[] {
  return lines.flatMap(({ side, kind }, index) => {
    if (kind !== 'fill') return [];
    const lower = lines.findIndex(
      (line, other) => other > index && line.kind === 'fill' && line.side === side,
    );
    return lower === -1 ? [] : [[index, lower] as const];
  });
}

/** The place of the value that the line shows at a place; null in a gap. */
export function shownPlace(values: JoinedValues, place: number): number | null {
  let own = place;
  while (own > 0 && values[own] === undefined) own -= 1;
  return (values[own] ?? null) === null ? null : own;
}
