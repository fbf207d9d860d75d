import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  up: 'Move {{name}} up',
  down: 'Move {{name}} down',
  position: 'Position of {{name}}',
  moved: '{{name}} is at position {{position}} of {{count}}.',
  isFirst: 'Already first',
  isLast: 'Already last',
  save: 'Save order',
} as const;

export const useOrderTexts = defineTexts('order', en, fr);
