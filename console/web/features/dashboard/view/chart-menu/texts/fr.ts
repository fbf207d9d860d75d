import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  annotate: 'Ajouter une annotation…',
  createAlarm: 'Créer une alarme à partir d’ici…',
  compare: 'Comparer à',
  compare_none: 'Rien',
  compare_previous: 'La période précédente',
  compare_day: 'Les mêmes heures, la veille',
  compare_week: 'Les mêmes heures, une semaine plus tôt',
  compare_month: 'Les mêmes heures, un mois plus tôt',
  compareOther: 'Un autre élément…',
  compareStop: 'Ne plus comparer à {{name}}',
  compareTitle: 'Comparer {{title}}',
  compareHint: 'Il est tracé dans le même graphique jusqu’à ce que vous quittiez la page.',
  compareNow: 'Comparer',
  chooseElement: 'Choisissez d’abord un élément.',
  noOther: 'Aucun autre élément ne correspond',
  cancel: 'Annuler',
  explore: 'Ouvrir dans l’explorateur',
  alarmOf:
    'Elle surveille {{kpi}} sur tous les éléments que le KPI concerne, pas seulement ceux de ce graphique.',
  alarmThreshold: 'Le seuil proposé est {{operator}} {{value}}, d’après ce que montre ce graphique.',
} satisfies Like<typeof en>;
