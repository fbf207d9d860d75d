import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Livewire',
  save: 'Save',
  saved: 'The Livewire address is saved',
  url: 'URL',
  urlHint:
    'Opened in a new tab from a device, its parts and its alarms. Placeholders in braces are replaced by properties of the device. Leave empty to hide Livewire.',
  placeholders: 'Insert a placeholder',
  preview: 'Preview with a device',
  chooseDevice: 'Choose a device',
  noDevice: 'No device matches',
  noAddress: 'The properties of this device do not yield an address.',
} as const;

export const useLivewireTabTexts = defineTexts('livewire-tab', en, fr);
