import { describe, expect, it } from 'vitest';
import { importActions, obstacleTo } from './rules.ts';

const run = { state: 'ready', mode: 'file', linesInError: 0, hasSource: true, isLast: true } as const;
const possible = (change: Partial<Parameters<typeof obstacleTo>[1]>) =>
  importActions.filter((action) => obstacleTo(action, { ...run, ...change }) === undefined);

describe('an import', () => {
  it.for([
    ['queued', ['cancel']],
    ['running', ['cancel']],
    ['ready', ['plan', 'apply', 'cancel', 'repeat']],
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

  it('whose file is no longer kept is neither compared nor repeated', () => {
    expect(obstacleTo('repeat', { ...run, state: 'failed', hasSource: false })).toBe('noFile');
    expect(obstacleTo('plan', { ...run, state: 'failed', hasSource: false })).toBe('noFile');
  });
});
