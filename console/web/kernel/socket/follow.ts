import type { Position } from '#schemas/socket/live.ts';

type Numbered = Pick<Position, 'epoch' | 'seq'>;

/**
 * What to do with a delta when the screen shows `position`.
 * `resync`: deltas are missing, or the numbering began anew; only a new snapshot helps.
 */
export function follow(position: Numbered, delta: Numbered): 'apply' | 'ignore' | 'resync' {
  if (delta.epoch !== position.epoch) return 'resync';
  if (delta.seq <= position.seq) return 'ignore';
  return delta.seq === position.seq + 1 ? 'apply' : 'resync';
}

/** Applies waiting deltas in their order until one is missing. */
export function catchUp<S extends { readonly position: Numbered }, D extends Numbered>(
  state: S,
  deltas: readonly D[],
  apply: (state: S, delta: D) => S,
): { readonly state: S; readonly resync: boolean } {
  let reached = state;
  for (const delta of deltas) {
    const step = follow(reached.position, delta);
    if (step === 'resync') return { state: reached, resync: true };
    if (step === 'apply') reached = apply(reached, delta);
  }
  return { state: reached, resync: false };
}
