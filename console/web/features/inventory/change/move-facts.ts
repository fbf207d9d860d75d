import type { z } from 'zod';
import type { MoveExtent, moveDevices } from '#schemas/inventory/change/move-routes.ts';

/** Counts of a move in the order in which they are shown, by what becomes of them. */
export const moveCounts = {
  /** With the devices. */
  along: ['exporters', 'silencesThere'],
  ends: ['alarms', 'silences', 'clusters', 'dashboards', 'thresholds', 'attributions'],
  stays: ['pastAlarms'],
} as const satisfies Readonly<Record<string, readonly (keyof MoveExtent)[]>>;

const keys = Object.values(moveCounts).flat();

/** The extents of several customers as one. */
export function mergedMoveExtent(extents: readonly MoveExtent[]): MoveExtent {
  const all = extents.flatMap(({ children }) => children);
  const children = [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, each]) => ({
    kind,
    count: each.reduce((sum, { count }) => sum + count, 0),
  }));
  const counts = keys.map((key) => [key, extents.reduce((sum, extent) => sum + extent[key], 0)]);
  return { ...(Object.fromEntries(counts) as Omit<MoveExtent, 'children'>), children };
}

type Moved = z.output<typeof moveDevices.reply>['moved'];

/** The devices of a customer that were moved. */
export interface MovedPart {
  readonly customerId: number;
  readonly moved: Moved;
}

/** The moves that take devices back to where they were. */
export const returnsOf = ({ customerId: customer, moved }: MovedPart) =>
  [...Map.groupBy(moved, ({ from }) => from)].map(([site, devices]) => ({
    elements: devices.map(({ id, version }) => ({ id, version })),
    target: { customer, site },
  }));
