import type { InstanceRef, Transition } from './alarm-instances.ts';

/** A transition of a running instance that no window decided. */
export const transitionWithoutValue = (
  { instances, slot }: InstanceRef,
  edge: Exclude<Transition['edge'], 'raise'>,
): Transition => ({
  instances,
  slot,
  edge,
  value: Number.NaN,
  numerator: Number.NaN,
  denominator: Number.NaN,
  since: instances.since[slot] ?? 0,
});
