import { describe, expect, it } from 'vitest';
import { problemText } from '#schemas/problem/problem.ts';
import { ApiProblem } from '../api/api-problem.ts';
import { serverFaults } from './server-faults.ts';

const inputs = ['name', 'recipientId', 'formulas'];
const aProblem = (code: ApiProblem['code'], errors: ApiProblem['errors'] = []) =>
  new ApiProblem({ code, status: 422, errors });

describe('faults the server reports', () => {
  it('are shown at the input of their path, below whatever the body wraps the draft in', () => {
    const errors = [
      { path: 'body.recipientId', code: 'EXPORTER_COLLISION', params: { address: '10.0.0.1' } },
      { path: 'body.draft.formulas.0.formula', code: 'REQUIRED' },
    ];
    expect(
      serverFaults(aProblem('VALIDATION', errors), { inputs, fieldByCode: {}, language: 'en' }),
    ).toMatchObject({
      faults: [
        { path: 'recipientId', message: problemText('EXPORTER_COLLISION', 'en', { address: '10.0.0.1' }) },
        { path: 'formulas.0.formula', message: problemText('REQUIRED', 'en') },
      ],
      problem: undefined,
    });
  });

  it('without a code have the text of the problem', () => {
    const { faults } = serverFaults(aProblem('CONFLICT', [{ path: 'body.name' }]), {
      inputs,
      fieldByCode: {},
      language: 'fr',
    });
    expect(faults).toEqual([{ path: 'name', message: problemText('CONFLICT', 'fr') }]);
  });

  it('without a path are shown at the input of their code', () => {
    expect(
      serverFaults(aProblem('CONFLICT'), { inputs, fieldByCode: { CONFLICT: 'name' }, language: 'en' }),
    ).toEqual({
      faults: [{ path: 'name', message: problemText('CONFLICT', 'en') }],
      problem: undefined,
    });
  });

  it('that belong to no input are shown above the form', () => {
    const general = problemText('VALIDATION', 'en');
    const unknown = [{ path: 'body.other', code: 'REQUIRED' }];
    expect(
      serverFaults(aProblem('VALIDATION', unknown), { inputs, fieldByCode: {}, language: 'en' }),
    ).toEqual({
      faults: [],
      problem: general,
    });
    expect(
      serverFaults(aProblem('VALIDATION', [{ path: 'body.name' }]), {
        inputs,
        fieldByCode: {},
        language: 'en',
      }).problem,
    ).toBe(general);
  });
});
