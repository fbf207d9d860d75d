import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  copyLink: 'Copier le lien',
  copyLocked: 'Copier le lien avec la période figée',
  copied: 'Le lien est copié.',
  itsReaders: 'Ceux qui peuvent lire cette page peuvent l’ouvrir.',
  onlyYou:
    'Cette page est privée\u00A0: vous seul pouvez ouvrir le lien. Rendez-la publique sous «\u00A0Nom et dossier\u00A0».',
  isPrivate: 'Cette page est privée.',
  readers_one: '{{count}} utilisateur peut l’ouvrir\u00A0: {{list}}.',
  readers_other: '{{count}} utilisateurs peuvent l’ouvrir\u00A0: {{list}}.',
  readersAtLeast_one: '{{count}} utilisateur que vous voyez peut l’ouvrir\u00A0: {{list}}.',
  readersAtLeast_other: '{{count}} utilisateurs que vous voyez peuvent l’ouvrir\u00A0: {{list}}.',
  moreRoles_one: '{{count}} autre rôle',
  moreRoles_other: '{{count}} autres rôles',
  notCopied: 'Le navigateur ne laisse pas cette page copier. Le lien est {{link}}',
  reversed:
    'La période de cette adresse est vide, ou se termine avant de commencer. La période par défaut est affichée à la place.',
  unreadable: 'La période de cette adresse n’est pas valide. La période par défaut est affichée à la place.',
} satisfies Like<typeof en>;
