import type { LivePosition } from '#schemas/socket/live.ts';

type Numbered = Pick<LivePosition, 'epoch' | 'seq'>;

/**
 * What to do with a delta when the screen shows `position`.
 * `resync`: deltas are missing or the sequence restarted; a new snapshot is required.
 */
export function follow(position: Numbered, delta: Numbered): 'apply' | 'ignore' | 'resync' {
  if (delta.epoch !== position.epoch) return 'resync';
  if (delta.seq <= position.seq) return 'ignore';
  return delta.seq === position.seq + 1 ? 'apply' : 'resync';
}

/** Applies pending deltas in order until one is missing; in one pass, since each pass costs the size of the state. */
export function catchUp<S extends { readonly position: Numbered }, D extends Numbered>(
  state: S,
  deltas: readonly D[],
  apply: (state: S, deltas: readonly D[]) => S,
): { readonly state: S; readonly resync: boolean } {
  const next: D[] = [];
  let resync = false;
  let position = state.position;
  for (const delta of deltas) {
    const step = follow(position, delta);
    if (step === 'ignore') continue;
    resync = step === 'resync';
    if (resync) break;
    next.push(delta);
    position = delta;
  }
  return { state: next.length === 0 ? state : apply(state, next), resync };
}
