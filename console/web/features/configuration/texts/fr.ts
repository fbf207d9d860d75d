import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Configuration',
  lead: 'Ce que chaque processus en service applique',
  find: 'Rechercher un processus, un nom ou une valeur',
  download: 'Télécharger',
  process: 'Processus',
  name: 'Nom',
  value: 'Valeur',
  type: 'Type',
  'type-text': 'texte',
  'type-number': 'nombre',
  'type-flag': 'vrai ou faux',
  'type-list': 'liste',
  'type-none': 'aucun',
  defaultValue: 'Valeur par défaut',
  from: 'Origine',
  set: 'définie',
  unset: 'par défaut',
  secret: 'secrète',
  none: 'Aucune valeur ne correspond',
} satisfies Like<typeof en>;
