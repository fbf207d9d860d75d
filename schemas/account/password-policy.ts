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

/** What a password must be. Characters are counted as code points of the text in normal form C. */
export const PasswordPolicy = z
  .strictObject({
    // OWASP ASVS 5.0, 6.2.1 and 6.2.9: eight at least, and 64 must be allowed.
    minCharacters: intInRange(8, 64),
    maxCharacters: intInRange(64, MAX_CHARACTERS),
    minLowercase: count,
    minUppercase: count,
    minDigits: count,
    minSymbols: count,
    minUniqueCharacters: count,
    /** The commonest passwords, the product's name and `words` are refused. */
    forbiddenWords: z.boolean(),
    /** Words that the provider forbids besides: his name, his products. */
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
  /** The same once more; left out where nobody types it twice. */
  readonly confirmation?: string;
  readonly username: string;
  /** It is the password in force. */
  readonly unchanged: boolean;
  /** It is among those that breaches told, where the installation has brought a list of them. */
  readonly breached?: boolean;
}

export interface PasswordFault {
  readonly code: ProblemCode;
  readonly params?: TextParameters;
  /** Which of the two entries it is about; the password when left out. */
  readonly field?: 'confirmation';
}

/** The form in which passwords are counted, compared and hashed. */
export const normalPassword = (password: string): string => password.normalize('NFC');

const minimums = [
  ['PASSWORD_LOWERCASE', 'minLowercase', /\p{Ll}/u],
  ['PASSWORD_UPPERCASE', 'minUppercase', /\p{Lu}/u],
  ['PASSWORD_DIGITS', 'minDigits', /\p{Nd}/u],
  // A mark belongs to its letter: it is no symbol of its own.
  ['PASSWORD_SYMBOLS', 'minSymbols', /[^\p{L}\p{N}\p{M}]/u],
] as const;

/** A name of one or two letters stands in too many words to be told apart from them. */
const MIN_NAME_LENGTH = 3;

function containsName(password: string, username: string): boolean {
  const whole = fold(username);
  const names = [whole, whole.split('@', 1)[0] ?? whole];
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

/** Every rule that a password breaks, all at once, in the order of the specification. `commonest` holds folded passwords. */
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
