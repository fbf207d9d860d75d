import type { Strategy } from '../kpi.ts';
import type { Over, QuantityKind } from './quantity.ts';

/** How a KPI is aggregated over elements. */
interface VolumeSum {
  readonly kind: QuantityKind;
  readonly over: Over;
  readonly strategy: Strategy;
}

/** Whether volumes add up over elements, and their time counts once. */
export const sharesTime = ({ kind, over, strategy }: VolumeSum): boolean =>
  kind === 'rate' && over === 'sum' && strategy !== 'before any aggregation';

/** For how long the elements of a key were observed in one window, seconds. */
export interface ObservedTimes {
  readonly longest: number;
  readonly shortest: number;
  /** Length of the window. */
  readonly length: number;
}

/**
 * The time by which the volumes of several elements are divided in one window: that of the element observed longest. After a missed poll an
 * element has the growth and the time of several windows in one. Elements that were polled have counted the windows before, so that more
 * time than the window has counts only where every element has it.
 */
export const sharedTime = ({ longest, shortest, length }: ObservedTimes): number =>
  Math.min(longest, Math.max(shortest, length));
