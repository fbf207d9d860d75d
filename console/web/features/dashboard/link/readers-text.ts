import type { z } from 'zod';
import type { documentReaders } from '#schemas/dashboard/link-routes.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import type { Language } from '#web/lib/text.ts';
import type { en } from './texts/en.ts';

type Readers = z.output<(typeof documentReaders)['dashboard']['reply']>;

/** Roles that are named. */
const NAMED = 3;

/** Who will be able to open a link to a document, in a sentence. */
export function readersText(
  { visibility, isComplete, roles }: Readers,
  { text, language }: { readonly text: Translate<typeof en>; readonly language: Language },
): string {
  const count = roles.reduce((sum, { users }) => sum + users, 0);
  const named = roles
    .slice(0, NAMED)
    .map(({ name, users }) => `${shownBuiltIn('role', name, language)} (${String(users)})`);
  const more = roles.length > NAMED ? [text('moreRoles', { count: roles.length - NAMED })] : [];
  const list = [...named, ...more].join(', ');
  if (visibility === 'private' && count <= 1) return text('onlyYou');
  const key = isComplete ? 'readers' : 'readersAtLeast';
  return `${visibility === 'private' ? `${text('isPrivate')} ` : ''}${text(key, { count, list })}`;
}
