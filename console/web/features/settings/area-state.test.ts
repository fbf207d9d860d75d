import { describe, expect, it } from 'vitest';
import { areaStateOf } from './area-state.ts';

describe('a settings area is', () => {
  it.each([
    ['INITIAL', 'pending', 'idle', 'idle'],
    ['PENDING', 'pending', 'fetching', 'idle'],
    ['DONE', 'success', 'idle', 'idle'],
    ['ERROR', 'error', 'idle', 'idle'],
    ['REFRESH', 'success', 'idle', 'pending'],
    ['DONE', 'success', 'idle', 'success'],
    ['ERROR', 'success', 'idle', 'error'],
  ] as const)('%s when loading is %s (%s) and saving is %s', (state, status, fetchStatus, saving) => {
    expect(areaStateOf({ load: { status, fetchStatus }, save: { status: saving } })).toBe(state);
  });
});
