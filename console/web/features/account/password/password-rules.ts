import type { PasswordPolicy } from '#schemas/account/password-policy.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { useAccountTexts } from '../texts/en.ts';

type Text = ReturnType<typeof useAccountTexts>;

/** A password rule and the problem codes that report its violation. */
export interface PasswordRule {
  readonly codes: readonly ProblemCode[];
  readonly text: string;
}

/** The rules of a policy in the order of the specification; without rules that require nothing. */
export function passwordRules(policy: PasswordPolicy, text: Text): readonly PasswordRule[] {
  const { minCharacters: min, maxCharacters: max } = policy;
  const counted = [
    ['PASSWORD_LOWERCASE', policy.minLowercase, 'ruleLowercase'],
    ['PASSWORD_UPPERCASE', policy.minUppercase, 'ruleUppercase'],
    ['PASSWORD_DIGITS', policy.minDigits, 'ruleDigits'],
    ['PASSWORD_SYMBOLS', policy.minSymbols, 'ruleSymbols'],
  ] as const;
  const rules: PasswordRule[] = [
    { codes: ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG'], text: text('ruleCharacters', { min, max }) },
    ...counted.flatMap(([code, count, key]) =>
      count === 0 ? [] : [{ codes: [code], text: text(key, { count }) }],
    ),
  ];
  if (policy.minUniqueCharacters > 1)
    rules.push({
      codes: ['PASSWORD_UNIQUE_CHARACTERS'],
      text: text('ruleUnique', { min: policy.minUniqueCharacters }),
    });
  if (policy.forbiddenWords) rules.push({ codes: ['PASSWORD_FORBIDDEN_WORD'], text: text('ruleWord') });
  return [
    ...rules,
    { codes: ['PASSWORD_IS_DATE'], text: text('ruleDate') },
    { codes: ['PASSWORD_CONTAINS_USERNAME'], text: text('ruleName') },
    { codes: ['PASSWORD_UNCHANGED'], text: text('ruleUnchanged') },
    { codes: ['PASSWORDS_DIFFER'], text: text('ruleSame') },
  ];
}

interface Known {
  readonly password: string;
  readonly confirmation: string;
  /** Problems found here and by the server for the same password. */
  readonly broken: ReadonlySet<string>;
  readonly rejected: ReadonlySet<string>;
  /** The list of common passwords is loaded. */
  readonly isListed: boolean;
}

export type RuleState = 'met' | 'broken' | 'open';

/** Undecided rules: their input is empty, or only the server can decide. */
function isOpen({ codes }: PasswordRule, { password, confirmation, isListed }: Known): boolean {
  if (codes.includes('PASSWORDS_DIFFER')) return confirmation === '';
  if (password === '') return true;
  return codes.includes('PASSWORD_UNCHANGED') || (codes.includes('PASSWORD_FORBIDDEN_WORD') && !isListed);
}

export function ruleState(rule: PasswordRule, known: Known): RuleState {
  const { codes } = rule;
  if (known.password !== '' && codes.some((code) => known.rejected.has(code))) return 'broken';
  if (isOpen(rule, known)) return 'open';
  return codes.some((code) => known.broken.has(code)) ? 'broken' : 'met';
}
