import { fold } from './fold.ts';

/** Words of this product, which attackers try first (OWASP ASVS 5.0, 6.1.2); the provider adds its own. */
const ownWords = ['telltale'] as const;
/** Shorter words occur in too many harmless sentences. */
const MIN_WORD_LENGTH = 4;

/** Substitutes for letters, as in `p@ssw0rd`; `1` and `!` stand for two letters each. */
const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};

const undisguised = (text: string, one: 'i' | 'l'): string =>
  text.replaceAll(/[@483605$7+21!|]/g, (sign) => (/[1!|]/.test(sign) ? one : (disguises[sign] ?? sign)));

const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
/** Removes what users append to satisfy a rule: `Password2026!`. */
const trunk = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
/** Returns the repeated unit of a text: `abc` for `abcabc`. */
const unit = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

/** Returns the forms of a password without its decoration. */
function kernels(password: string): ReadonlySet<string> {
  const folded = fold(password);
  const forms = [folded, trunk(folded)].flatMap((form) => [
    form,
    undisguised(form, 'i'),
    undisguised(form, 'l'),
  ]);
  return new Set(
    forms.flatMap((form) => [form, bare(form), trunk(form), unit(form), unit(trunk(form)), unit(bare(form))]),
  );
}

/**
 * Whether a password is one of the most common, decorated or not, or contains a word of the product or the provider. `commonest`
 * holds folded passwords.
 */
export function hasForbiddenWord(
  password: string,
  commonest: ReadonlySet<string>,
  providerWords: readonly string[],
): boolean {
  const forms = kernels(password);
  if ([...forms].some((form) => form !== '' && commonest.has(form))) return true;
  const words = [...ownWords, ...providerWords]
    .map((word) => bare(fold(word)))
    .filter((word) => word.length >= MIN_WORD_LENGTH);
  return words.some((word) => [...forms].some((form) => form.includes(word)));
}
