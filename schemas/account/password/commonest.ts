import { fold } from './fold.ts';

/** French passwords missing from the list, which comes from breaches of English and Russian sites. */
const french = [
  'motdepasse',
  'monmotdepasse',
  'azertyuiop',
  'azertyuiopqsdfghjklm',
  'jetaimemonamour',
] as const;

/** Returns the 50,000 most common passwords, folded. Loaded on first use: the list is too large for the sign-in page. */
export async function commonestPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...french].map(fold));
}
