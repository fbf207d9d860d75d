import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  open: 'Livewire',
  noAddress:
    'The properties of this device do not yield a Livewire address. Check its name and address in the inventory.',
} as const;

export const useLivewireTexts = defineTexts('livewire', en, fr);
