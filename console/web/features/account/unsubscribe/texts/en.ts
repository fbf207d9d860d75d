import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Unsubscribe',
  lead: 'Stop sending “{{name}}” to {{address}}?',
  action: 'Unsubscribe',
  unsubscribed: '“{{name}}” is no longer sent to {{address}}.',
  subscribed: '“{{name}}” is sent to {{address}} again.',
  again: 'Subscribe again',
  tryAgain: 'Try again',
} as const;

export const useUnsubscribeTexts = defineTexts('unsubscribe', en, fr);
