import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  ofDashlet: 'Download PNG',
  ofPage: 'Download page as PNG',
  working: 'Making the picture…',
  failed: 'The browser could not make the picture.',
  expired: 'Not exported: the values of {{title}} have expired and could not be refreshed.',
  waiting: 'The values of {{title}} are exported once they are there…',
  pending: 'Not exported: the values of {{title}} are not available yet. Try again in a moment.',
  unread: 'Not exported: the values of {{title}} could not be loaded. {{reason}}',
  cut: 'The file of {{title}} has the first {{rows}} rows. Narrow the filters for the others.',
  nothing: 'Not exported: {{title}} has no values.',
  someExpired_one: '{{count}} dashlet could not be refreshed. The picture says how old its values are.',
  someExpired_other: '{{count}} dashlets could not be refreshed. The picture says how old their values are.',
  webPage: 'A web page is not part of the picture:',
  until: 'Values up to {{time}}',
  noValues: 'No values',
  madeAt: 'Picture of {{time}}',
  zone: 'Time zone: {{zone}}',
} as const;

export const usePictureTexts = defineTexts('picture', en, fr);
