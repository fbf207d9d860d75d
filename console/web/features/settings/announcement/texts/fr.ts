import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Annonce',
  save: 'Enregistrer',
  announcementSaved: 'L’annonce est enregistrée',
  announcementEnabled: 'Affichée à tous à la connexion',
  announcementHint:
    'Au-dessus du formulaire de connexion, donc visible sans être connecté\u00A0: n’y mettez rien de confidentiel.',
  message: 'Message',
  format: 'Format',
  'format-banner': 'Bandeau',
  'format-popup': 'Fenêtre',
  preview: 'Aperçu',
  noPreview: 'Rien n’est affiché.',
} satisfies Like<typeof en>;
