import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Annonce',
  save: 'Enregistrer',
  announcementSaved: 'L’annonce est enregistrée',
  announcementEnabled: 'Afficher sur la page de connexion',
  announcementHint: 'Visible sans être connecté. N’y mettez rien de confidentiel.',
  message: 'Message',
  messageHint: 'Liens vers des pages de cette console\u00A0: [libellé](/alert?customer=3).',
  messageFr: 'Message en français',
  messageFrHint:
    'Affiché aux utilisateurs dont la console est en français. Vide\u00A0: ils voient le message ci-dessus.',
  format: 'Format',
  'format-banner': 'Bandeau',
  'format-popup': 'Fenêtre',
  showPopup: 'Afficher la fenêtre',
  preview: 'Aperçu',
  noPreview: 'Rien n’est affiché.',
} satisfies Like<typeof en>;
