import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Open {{name}}',
  all: 'All that is shown',
  running: 'Running alarms',
  events: 'Alarms of this period',
  inventory: 'Open its page',
  period: '{{from}} to {{to}}',
  open: 'Open {{name}}',
  nowhere: 'You do not have access to alarms or to the inventory.',
} as const;

export const useDrillTexts = defineTexts('drill', en, fr);
