import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  titleHintOfType: 'Vide\u00A0: nommé d’après son type',
  comparison: 'Comparer à',
  comparison_none: 'Rien',
  comparison_previous: 'La période précédente',
  comparison_day: 'La même période la veille',
  comparison_week: 'La même période une semaine plus tôt',
  comparison_month: 'La même période un mois plus tôt',
  marks: 'Repères en arrière-plan',
  marksHint: 'Des éléments affichés, pour les utilisateurs qui voient les alarmes',
  marks_alarms: 'Alarmes',
  marks_silences: 'Mises en silence et maintenance',
  marks_definitions: 'Définitions modifiées',
  listed: 'Éléments',
  selectedElements: 'Éléments sélectionnés',
  ownFilters: 'Filtres de ce dashlet',
  workingHint: 'Pas de calcul des valeurs',
  axis_left: 'Axe de gauche',
  axis_right: 'Axe de droite',
  axis_axis: 'Axe',
  scale: 'Échelle',
  scale_linear: 'Linéaire',
  scale_logarithmic: 'Logarithmique',
} satisfies Like<typeof en>;
