import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  open: 'Livewire',
  noAddress:
    'Les propriétés de cet équipement ne donnent pas d’adresse Livewire. Vérifiez son nom et son adresse dans l’inventaire.',
} satisfies Like<typeof en>;
