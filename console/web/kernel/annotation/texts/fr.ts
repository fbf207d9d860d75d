import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  add: 'Ajouter une annotation',
  addTitle: 'Ajouter une annotation',
  editTitle: 'Modifier l’annotation',
  text: 'Texte',
  textHint: 'Visible sur les graphiques par tous ceux qui voient le client, ou le site concerné.',
  about: 'Concerne',
  customer: 'Tout le client',
  from: 'Heure',
  to: 'Fin',
  toHint: 'Vide\u00A0: un instant.',
  create: 'Ajouter',
  save: 'Enregistrer',
  created: 'Annotation ajoutée',
  saved: 'Annotation enregistrée',
  deleted: 'Annotation supprimée',
  edit: 'Modifier',
  delete: 'Supprimer',
  editOf: 'Modifier l’annotation de {{author}}',
  deleteOf: 'Supprimer l’annotation de {{author}}',
  deleteTitle: 'Supprimer l’annotation\u00A0?',
  ofElement: '{{element}}\u00A0: {{text}}',
  more_one: 'et {{count}} annotation plus ancienne',
  more_other: 'et {{count}} annotations plus anciennes',
} satisfies Like<typeof en>;
