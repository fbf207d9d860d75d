import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  filter: 'Filtrer les lignes de {{title}}',
  title: 'Lignes de {{title}}',
  contains: '{{name}} contient',
  any: 'Toute valeur',
  operator: '{{name}}',
  value: 'Valeur de {{name}}',
  apply: 'Appliquer',
  all: 'Afficher toutes les lignes',
  noRow: 'Aucune ligne ne passe les filtres.',
  chip: '{{name}} {{condition}}',
  chipContains: '{{name}} contient «\u00A0{{text}}\u00A0»',
  hint: 'Le serveur filtre toutes les lignes avant de renvoyer les premières. Les dates et les heures ne se filtrent pas.',
} satisfies Like<typeof en>;
