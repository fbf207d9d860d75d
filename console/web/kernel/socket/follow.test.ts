import { describe, expect, it } from 'vitest';
import { catchUp, follow } from './follow.ts';

const at = (seq: number, epoch = 'a') => ({ epoch, seq });

describe('following a room', () => {
  it('applies the next delta and ignores those it has', () => {
    expect(follow(at(4), at(5))).toBe('apply');
    expect(follow(at(4), at(4))).toBe('ignore');
    expect(follow(at(4), at(2))).toBe('ignore');
  });

  it('requests a new snapshot after a gap', () => {
    expect(follow(at(4), at(6))).toBe('resync');
  });

  it('requests a new snapshot when the sequence restarted', () => {
    expect(follow(at(4), at(5, 'b'))).toBe('resync');
  });

  it('applies waiting deltas until one is missing', () => {
    const state = { position: at(1), seen: [] as number[] };
    const reached = catchUp(state, [at(1), at(2), at(3), at(5)], (now, deltas) => ({
      position: deltas.at(-1)!,
      seen: [...now.seen, ...deltas.map(({ seq }) => seq)],
    }));
    expect(reached.state.seen).toEqual([2, 3]);
    expect(reached.resync).toBe(true);
  });
});
