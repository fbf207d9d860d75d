import { describe, expect, it } from 'vitest';
import { ruleState } from './password-rules.ts';

const known = {
  password: 'p',
  confirmation: 'p',
  broken: new Set<string>(),
  rejected: new Set<string>(),
  isListed: true,
};
const rule = (
  code: 'PASSWORD_IS_DATE' | 'PASSWORDS_DIFFER' | 'PASSWORD_UNCHANGED' | 'PASSWORD_FORBIDDEN_WORD',
) => ({
  codes: [code],
  text: '',
});

describe('a rule of a new password', () => {
  it('is open until something is typed', () => {
    expect(ruleState(rule('PASSWORD_IS_DATE'), { ...known, password: '' })).toBe('open');
    expect(ruleState(rule('PASSWORDS_DIFFER'), { ...known, confirmation: '' })).toBe('open');
  });
  it('is met or broken by the policy', () => {
    expect(ruleState(rule('PASSWORD_IS_DATE'), known)).toBe('met');
    expect(ruleState(rule('PASSWORD_IS_DATE'), { ...known, broken: new Set(['PASSWORD_IS_DATE']) })).toBe(
      'broken',
    );
  });
  it('that only the server can decide is open until the server rejects it', () => {
    expect(ruleState(rule('PASSWORD_UNCHANGED'), known)).toBe('open');
    expect(
      ruleState(rule('PASSWORD_UNCHANGED'), { ...known, rejected: new Set(['PASSWORD_UNCHANGED']) }),
    ).toBe('broken');
    expect(ruleState(rule('PASSWORD_FORBIDDEN_WORD'), { ...known, isListed: false })).toBe('open');
  });
});
