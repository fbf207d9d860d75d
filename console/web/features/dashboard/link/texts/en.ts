import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  copyLink: 'Copy link',
  copyLocked: 'Copy link with locked period',
  copied: 'Link copied. Users who can read this page can open it.',
  notCopied: 'The browser denied access to the clipboard. The link is {{link}}',
  reversed:
    'The period of this address is empty, or ends before it starts. The default period is shown instead.',
  unreadable: 'The period of this address is not valid. The default period is shown instead.',
} as const;

export const useLinkTexts = defineTexts('link', en, fr);
