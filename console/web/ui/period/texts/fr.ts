import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  period: 'Période',
  any: 'Toutes les dates',
  since: 'Depuis le {{time}}',
  until: 'Jusqu’au {{time}}',
  lastDays: 'Derniers {{duration}}',
  lastMinutes: 'Dernières {{duration}}',
  today: 'Aujourd’hui',
  yesterday: 'Hier',
  lastNight: 'La nuit dernière',
  month: 'Ce mois-ci',
  custom: 'Période personnalisée',
  from: 'Du',
  to: 'Au',
  openHint: 'Laissez un champ vide pour une période sans début ou sans fin.',
  cancel: 'Annuler',
  apply: 'Appliquer',
  invalid: 'La fin doit suivre le début.',
  unreadable: 'Saisissez les deux dates.',
  outside: 'Saisissez des dates de 1970 à 2105.',
  isLatest: 'C’est la dernière période.',
  earlier: 'Plus tôt',
  later: 'Plus tard',
  reset: 'Réinitialiser le zoom',
  timeZone: 'Fuseau horaire',
} satisfies Like<typeof en>;
