import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Define an alarm',
  action: 'Open the editor',
  cockpit: 'Cockpit',
  noCockpits: 'There is no cockpit that you may change.',
  cancel: 'Cancel',
} as const;

export const useAlarmStartTexts = defineTexts('alarm-start', en, fr);
