import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr: Like<typeof en> = {
  notes: 'Notes',
  none: 'Aucune note.',
  add: 'Ajouter une note',
  edit: 'Modifier la note de {{by}}',
  remove: 'Supprimer la note de {{by}}',
  addTitle: 'Note sur {{name}}',
  editTitle: 'Modifier la note',
  note: 'Note',
  hint: 'Toute personne qui voit l’élément la lit. Texte seul, 10 ko au plus.',
  save: 'Enregistrer',
  saved: 'Note enregistrée',
  removeTitle: 'Supprimer la note\u00A0?',
  removeConsequence: 'Son texte reste dans le journal d’audit.',
  removeAction: 'Supprimer',
  removed: 'Note supprimée',
  edited: 'modifiée {{time}}',
};
