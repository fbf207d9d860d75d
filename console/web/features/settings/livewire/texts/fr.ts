import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Livewire',
  save: 'Enregistrer',
  saved: 'L’adresse Livewire est enregistrée',
  url: 'URL',
  urlHint:
    'Ouverte dans un nouvel onglet depuis un équipement, ses composants et ses alarmes. Les paramètres entre accolades sont remplacés par les propriétés de l’équipement. Laissez vide pour masquer Livewire.',
  placeholders: 'Insérer un paramètre',
  preview: 'Aperçu avec un équipement',
  chooseDevice: 'Choisir un équipement',
  noDevice: 'Aucun équipement ne correspond',
  noAddress: 'Les propriétés de cet équipement ne donnent pas d’adresse.',
} satisfies Like<typeof en>;
