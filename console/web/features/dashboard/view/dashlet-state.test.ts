import { describe, expect, it, vi } from 'vitest';
import { problemOf } from '#schemas/problem/problem.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { dashletState } from './dashlet-state.ts';

const narrow = { label: 'Choose: Site', run: () => undefined };
const stateOf = (code: ProblemCode, offered: typeof narrow | undefined = narrow) =>
  dashletState(
    { is: 'failed', problem: new ApiProblem(problemOf(code)), result: undefined },
    {
      language: 'en',
      broken: 'Broken',
      lostKpiHint: 'Choose another one.',
      noMatch: 'Deleted?',
      missingRight: 'You need a permission.',
      missing: () => ({ title: '' }),
      narrow: offered,
      retry: vi.fn<() => void>(),
    },
  );

describe('a dashlet that has no result', () => {
  it.each(['CONTEXT_TOO_LARGE', 'TOO_MUCH_DATA'] as const)('offers a filter for %s', (code) => {
    expect(stateOf(code)).toMatchObject({ is: 'empty', add: narrow });
    expect(stateOf(code, undefined)).not.toHaveProperty('retry');
  });

  it.each(['KPI_INCOMPATIBLE', 'DASHLET_UNPROCESSABLE', 'SERIES_TOO_LONG', 'NOT_OF_DOCUMENT'] as const)(
    'offers nothing for %s, which asking again would not cure',
    (code) => {
      expect(stateOf(code)).toMatchObject({ is: 'empty', title: 'Broken' });
    },
  );

  it('names the permission that the reader lacks', () => {
    expect(stateOf('FORBIDDEN')).toMatchObject({ is: 'empty', hint: 'You need a permission.' });
    expect(stateOf('SERIES_TOO_LONG')).not.toMatchObject({ hint: 'You need a permission.' });
  });

  it.each(['SERVER_PROBLEM', 'TIME_SERIES_UNREACHABLE'] as const)('offers to ask again after %s', (code) => {
    expect(stateOf(code)).toMatchObject({ is: 'error', retry: expect.any(Function) as unknown });
  });
});
