import { fold } from './fold.ts';

/** French ones that the list, made from breaches of English and Russian sites, lacks. */
const french = [
  'motdepasse',
  'monmotdepasse',
  'azertyuiop',
  'azertyuiopqsdfghjklm',
  'jetaimemonamour',
] as const;

/**
 * The 50,000 commonest passwords, folded. Fetched when it is first asked for: it weighs too much for a page that only
 * signs people in.
 */
export async function commonestPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...french].map(fold));
}
