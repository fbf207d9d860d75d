import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  copyLink: 'Copier le lien',
  copyLocked: 'Copier le lien avec la période figée',
  copied: 'Le lien est copié. Ceux qui peuvent lire cette page peuvent l’ouvrir.',
  notCopied: 'Le navigateur ne laisse pas cette page copier. Le lien est {{link}}',
  reversed:
    'La période de cette adresse est vide, ou se termine avant de commencer. La période par défaut est affichée à la place.',
  unreadable: 'La période de cette adresse n’est pas valide. La période par défaut est affichée à la place.',
} satisfies Like<typeof en>;
