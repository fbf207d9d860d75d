import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = { open: 'Ouvrir dans l’explorateur' } satisfies Like<typeof en>;
