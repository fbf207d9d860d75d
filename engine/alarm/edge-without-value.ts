import type { AlarmInstances, Edge } from './alarm-instances.ts';

export interface RunningInstance {
  readonly instances: AlarmInstances;
  readonly slot: number;
}

/** What becomes of a running instance without a window having decided it. */
export const edgeWithoutValue = (
  { instances, slot }: RunningInstance,
  edge: Exclude<Edge['edge'], 'raise'>,
): Edge => ({
  instances,
  slot,
  edge,
  value: Number.NaN,
  numerator: Number.NaN,
  denominator: Number.NaN,
  since: instances.since[slot] ?? 0,
});
