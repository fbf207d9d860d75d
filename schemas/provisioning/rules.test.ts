import { describe, expect, it } from 'vitest';
import { importActions, isPartlyApplied, obstacleTo } from './rules.ts';

const run = {
  state: 'ready',
  mode: 'file',
  linesInError: 0,
  hasSource: true,
  isLast: true,
  failure: null,
} as const;
const possible = (change: Partial<Parameters<typeof obstacleTo>[1]>) =>
  importActions.filter((action) => obstacleTo(action, { ...run, ...change }) === undefined);

describe('an import', () => {
  it.for([
    ['queued', ['cancel']],
    ['running', ['cancel']],
    ['ready', ['plan', 'apply', 'cancel', 'repeat']],
    ['held', ['plan', 'apply', 'cancel', 'repeat']],
    ['finished', ['repeat', 'undo']],
    ['failed', ['plan', 'repeat']],
    ['cancelled', ['plan', 'repeat']],
    ['undone', ['repeat']],
  ] as const)('that is %s can be handled with %j', ([state, actions]) => {
    expect(possible({ state })).toEqual(actions);
  });

  it('with lines in error is applied line by line only', () => {
    expect(obstacleTo('apply', { ...run, linesInError: 2 })).toBe('inError');
    expect(obstacleTo('apply', { ...run, linesInError: 2, mode: 'lines' })).toBeUndefined();
  });

  it('that is not the last is not taken back', () => {
    expect(obstacleTo('undo', { ...run, state: 'finished', isLast: false })).toBe('notLast');
  });

  it('whose undo has failed, since its elements have changed, is not offered to be undone again', () => {
    const failed = { ...run, state: 'finished', failure: { code: 'IMPORT_UNDO_CHANGED' } } as const;
    expect(obstacleTo('undo', failed)).toBe('changedSince');
    expect(obstacleTo('undo', { ...failed, failure: { code: 'EVERY_CUSTOMER_REQUIRED' } })).toBeUndefined();
  });

  it.each([
    ['finished', 0, false],
    ['finished', 1, true],
    ['failed', 1, false],
    ['ready', 1, false],
  ] as const)('that is %s with %i lines in error is partly applied: %o', (state, linesInError, isPart) => {
    expect(isPartlyApplied({ state, linesInError })).toBe(isPart);
  });

  it('whose file is no longer kept is neither compared nor repeated', () => {
    expect(obstacleTo('repeat', { ...run, state: 'failed', hasSource: false })).toBe('noFile');
    expect(obstacleTo('plan', { ...run, state: 'failed', hasSource: false })).toBe('noFile');
  });
});
