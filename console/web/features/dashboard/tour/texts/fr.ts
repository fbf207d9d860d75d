import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  tour: 'Visite\u00A0: votre premier tableau de bord',
  step: 'Étape {{number}} sur {{count}}',
  invite: 'Vous n’avez pas encore de tableau de bord. La visite en construit un avec vous en deux minutes.',
  start: 'Commencer la visite',
  skip: 'Terminer la visite',
  next: 'Suivant',
  finish: 'Terminer',
  new: 'Créez un tableau de bord\u00A0: choisissez Nouveau.',
  create:
    'Nommez-le, par exemple «\u00A0Liaisons WAN du jour\u00A0», puis choisissez Créer. Il est vide au départ.',
  add: 'Ajoutez un widget\u00A0: une chronologie est un bon début.',
  settings:
    'Choisissez un KPI sous KPI, et sous Lignes ce que représente une courbe. La page montre chaque changement aussitôt, avec de vraies valeurs.',
  save: 'Enregistrez\u00A0: les autres utilisateurs du client le voient désormais. Les versions antérieures sont conservées.',
  stop: 'Quittez l’édition pour le voir comme ses lecteurs.',
  read: 'Voilà votre tableau de bord. La période et les filtres sont au-dessus\u00A0; l’adresse contient tout, un lien copié montre donc la même chose.',
} satisfies Like<typeof en>;
