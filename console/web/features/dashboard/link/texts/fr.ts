import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  copyLink: 'Copier le lien',
  copyLocked: 'Copier le lien avec la période figée',
  copied: 'Le lien est copié. Ceux qui peuvent lire cette page peuvent l’ouvrir.',
  notCopied: 'Le navigateur ne laisse pas cette page copier. Le lien est {{link}}',
} satisfies Like<typeof en>;
