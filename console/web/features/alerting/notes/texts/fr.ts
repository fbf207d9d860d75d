import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr: Like<typeof en> = {
  notes: 'Notes',
  add: 'Ajouter une note…',
  titleOne: 'Note sur «\u00A0{{alarm}}\u00A0»',
  titleMany_one: 'Note sur {{count}} alarme',
  titleMany_other: 'Note sur {{count}} alarmes',
  note: 'Note',
  hint: 'Visible de tous ceux qui voient l’alarme. Vous pouvez la supprimer pendant dix minutes.',
  save: 'Ajouter la note',
  remove: 'Supprimer la note',
  removed_one: 'Note supprimée.',
  removed_other: '{{count}} notes supprimées.',
  added_one: 'Note ajoutée.',
  added_other: 'Note ajoutée à {{count}} alarmes.',
  ended_one: '{{count}} alarme n’est plus en cours.',
  ended_other: '{{count}} alarmes ne sont plus en cours.',
  full_one: '{{count}} alarme a déjà le nombre maximal de notes.',
  full_other: '{{count}} alarmes ont déjà le nombre maximal de notes.',
  unsent_one: '{{count}} alarme n’a pas pu être mise à jour. Réessayez.',
  unsent_other: '{{count}} alarmes n’ont pas pu être mises à jour. Réessayez.',
  more_one: '{{count}} autre',
  more_other: '{{count}} autres',
};
