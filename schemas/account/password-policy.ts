import { z } from 'zod';
import { passwordDefaults } from '../limit/account.ts';
import { intInRange } from '../limit/int-in-range.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import type { TextParameters } from '../problem/definition.ts';
import { fold } from './password/fold.ts';
import { hasForbiddenWord } from './password/forbidden-word.ts';
import { isDate } from './password/is-date.ts';

const MAX_CHARACTERS = 1_000;
const count = intInRange(0, 64);

/** Requirements on passwords. Characters are code points of the text in Unicode normal form C. */
export const PasswordPolicy = z
  .strictObject({
    // OWASP ASVS 5.0, 6.2.1 and 6.2.9: at least eight characters, and 64 must be allowed.
    minCharacters: intInRange(8, 64),
    maxCharacters: intInRange(64, MAX_CHARACTERS),
    minLowercase: count,
    minUppercase: count,
    minDigits: count,
    minSymbols: count,
    minUniqueCharacters: count,
    /** Rejects the most common passwords, the name of the product and `words`. */
    forbiddenWords: z.boolean(),
    /** More forbidden words, such as the names of the provider and its products. */
    words: z.array(z.string().trim().min(4, 'TOO_SHORT').max(100, 'TOO_LONG')).max(500),
  })
  .refine(
    ({ minLowercase, minUppercase, minDigits, minSymbols, maxCharacters }) =>
      minLowercase + minUppercase + minDigits + minSymbols <= maxCharacters,
    { message: 'PASSWORD_MINIMUMS_TOO_HIGH', path: ['maxCharacters'] },
  );
export type PasswordPolicy = z.infer<typeof PasswordPolicy>;

const { expiryDays: _, ...defaults } = passwordDefaults;
export const defaultPasswordPolicy: PasswordPolicy = { ...defaults, words: [] };

export interface PasswordTry {
  readonly password: string;
  /** The password typed a second time; absent where it is typed once. */
  readonly confirmation?: string;
  readonly username: string;
  /** It equals the current password. */
  readonly unchanged: boolean;
  /** It is on the installation's list of breached passwords. */
  readonly breached?: boolean;
}

export interface PasswordFault {
  readonly code: ProblemCode;
  readonly params?: TextParameters;
  /** The field at fault; absent: the password. */
  readonly field?: 'confirmation';
}

/** The form in which passwords are counted, compared and hashed. */
export const normalPassword = (password: string): string => password.normalize('NFC');

const minimums = [
  ['PASSWORD_LOWERCASE', 'minLowercase', /\p{Ll}/u],
  ['PASSWORD_UPPERCASE', 'minUppercase', /\p{Lu}/u],
  ['PASSWORD_DIGITS', 'minDigits', /\p{Nd}/u],
  // A combining mark belongs to its letter and is not a symbol.
  ['PASSWORD_SYMBOLS', 'minSymbols', /[^\p{L}\p{N}\p{M}]/u],
] as const;

/** Shorter names occur inside too many ordinary words. */
const MIN_NAME_LENGTH = 3;

function containsName(password: string, username: string): boolean {
  const folded = fold(username);
  const names = [folded, folded.split('@', 1)[0] ?? folded];
  const inside = fold(password);
  return names.some((name) => Array.from(name).length >= MIN_NAME_LENGTH && inside.includes(name));
}

function* ofLength(policy: PasswordPolicy, characters: readonly string[]): Generator<PasswordFault> {
  const { minCharacters: min, maxCharacters: max, minUniqueCharacters } = policy;
  if (characters.length < min) yield { code: 'PASSWORD_TOO_SHORT', params: { min } };
  if (characters.length > max) yield { code: 'PASSWORD_TOO_LONG', params: { max } };
  for (const [code, name, kind] of minimums)
    if (characters.filter((character) => kind.test(character)).length < policy[name])
      yield { code, params: { min: policy[name] } };
  if (new Set(characters).size < minUniqueCharacters)
    yield { code: 'PASSWORD_UNIQUE_CHARACTERS', params: { min: minUniqueCharacters } };
}

/** Returns every rule that the password breaks, in the order of the specification. `commonest` holds folded passwords. */
export function passwordFaults(
  policy: PasswordPolicy,
  { password, confirmation, username, unchanged, breached = false }: PasswordTry,
  commonest: ReadonlySet<string>,
): readonly PasswordFault[] {
  const normal = normalPassword(password);
  const faults: PasswordFault[] = [...ofLength(policy, Array.from(normal))];
  if (policy.forbiddenWords && hasForbiddenWord(normal, commonest, policy.words))
    faults.push({ code: 'PASSWORD_FORBIDDEN_WORD' });
  if (isDate(normal)) faults.push({ code: 'PASSWORD_IS_DATE' });
  if (containsName(normal, username)) faults.push({ code: 'PASSWORD_CONTAINS_USERNAME' });
  if (unchanged) faults.push({ code: 'PASSWORD_UNCHANGED' });
  if (breached) faults.push({ code: 'PASSWORD_BREACHED' });
  if (confirmation !== undefined && normalPassword(confirmation) !== normal)
    faults.push({ code: 'PASSWORDS_DIFFER', field: 'confirmation' });
  return faults;
}
