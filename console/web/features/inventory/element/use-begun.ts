import { startTransition, useEffect, useState } from 'react';
import type { ElementGraph } from '#schemas/dashboard/element/element-document.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import type { DashletData } from '../../dashboard/data/dashlet-data.ts';
import type { DataPage } from '../../dashboard/data/data-page.ts';
import { isNothing, useGraphData } from './use-graph-data.ts';

/** After this time the other parts of a page do not wait for its graphs any longer. */
const LATE_MS = 1_500;

const settled: ReadonlySet<string> = new Set(['ready', 'failed', 'missing']);

/**
 * Whether one of the graphs has something to show, or all are known. Where none has a value they disappear at once: what is below must not be
 * drawn before, and then move up.
 */
export const isFirstShown = (read: readonly DashletData[]): boolean =>
  read.some((one) => settled.has(one.is) && !isNothing(one)) || read.every(({ is }) => settled.has(is));

/**
 * Whether a graph has come, or failed, and was drawn. Browsers have few connections to a server, and one thread: what is below the graphs is
 * requested and drawn after the first of them, in a transition, which lets the others go first. Once it is true it stays.
 */
export function useBegun(page: DataPage, graphs: readonly ElementGraph[]): boolean {
  const isLate = useDelayed(true, LATE_MS);
  const hasCome = useGraphData(page, graphs, (ids) => isFirstShown(ids.map((id) => page.read(id))));
  const [begun, setBegun] = useState(false);
  const isDue = hasCome || isLate;
  useEffect(() => {
    if (!isDue) return undefined;
    // The frame in which the graph is drawn, and the one after it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setBegun(true)));
    });
    return () => cancelAnimationFrame(frame);
  }, [isDue]);
  return begun;
}

interface GraphsNow {
  /** Graphs that have no value, as far as that is known. */
  readonly empty: ReadonlySet<string>;
  /** Whether what is below the graphs is drawn. */
  readonly isBegun: boolean;
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

/**
 * The graphs that are left out, after those that were. Without a value they make room for the next ones only until something is drawn below them:
 * what a user reads does not move up, and a graph that has a value at last is shown. Returns the same set while it is equal.
 */
export function graphsLeftOut(
  before: ReadonlySet<string>,
  { empty, isBegun }: GraphsNow,
): ReadonlySet<string> {
  const next = isBegun ? new Set([...before].filter((each) => empty.has(each))) : empty;
  return isSame(before, next) ? before : next;
}
