import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr: Like<typeof en> = {
  incident: 'Incident',
  'state-open': 'Ouvert',
  'state-owned': 'Pris en charge par {{owner}}',
  'state-acknowledged': 'Acquitté par {{owner}}',
  'state-resolved': 'Résolu',
  take: 'Prendre en charge',
  takeOver: 'Reprendre à {{owner}}',
  release: 'Rendre',
  taken: 'Vous avez pris l’incident en charge.',
  released: 'L’incident n’a plus de responsable.',
  addIncidentNote: 'Ajouter une note à l’incident…',
  noteTitle: 'Note sur l’incident',
  note: 'Note',
  noteHint: 'Tous ceux qui voient ses alarmes peuvent la lire. Elle reste attachée à l’incident.',
  saveNote: 'Ajouter la note',
  noted: 'Note ajoutée à l’incident.',
  happened: 'Déroulement',
  cut: 'Les événements antérieurs sont dans l’historique, les notes antérieures sur leurs alarmes.',
  owner: 'Responsable\u00A0: {{owner}}',
  noOwner: 'Plus de responsable',
  setBy: 'défini par {{by}}',
};
