import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  copyLink: 'Copy link',
  copyLocked: 'Copy link with locked period',
  copied: 'Link copied.',
  itsReaders: 'Users who can read this page can open it.',
  onlyYou: 'This page is private: only you can open the link. Make it public under “Name and folder”.',
  isPrivate: 'This page is private.',
  readers_one: '{{count}} user can open it: {{list}}.',
  readers_other: '{{count}} users can open it: {{list}}.',
  readersAtLeast_one: '{{count}} user whom you see can open it: {{list}}.',
  readersAtLeast_other: '{{count}} users whom you see can open it: {{list}}.',
  moreRoles_one: '{{count}} more role',
  moreRoles_other: '{{count}} more roles',
  notCopied: 'The browser denied access to the clipboard. The link is {{link}}',
  reversed:
    'The period of this address is empty, or ends before it starts. The default period is shown instead.',
  unreadable: 'The period of this address is not valid. The default period is shown instead.',
} as const;

export const useLinkTexts = defineTexts('link', en, fr);
