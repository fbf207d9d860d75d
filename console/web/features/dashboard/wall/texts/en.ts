import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Wall of dashboards',
  open: 'Show on a wall…',
  openTitle: 'Show on a wall',
  openHint:
    'Full screen, in large type and without menus, as long as you are signed in. Press Escape to leave.',
  dashboards: 'Rotate dashboards',
  every: 'Seconds per dashboard',
  range: 'From {{min}} to {{max}} seconds',
  start: 'Start',
  cancel: 'Cancel',
  chooseFirst: 'Choose a dashboard first.',
  nothing: 'No dashboard to show',
  position: '{{number}} of {{count}}',
  linkLost: 'Connection lost. This is the last known state.',
  unreadable: 'This dashboard cannot be shown at the moment. The wall retries automatically.',
  until: '{{name}}, valid until {{date}}',
  tokenOver: 'The display token of this wall is no longer valid',
  tokenHint:
    'It expired, was revoked, or its creator lost the permission. Create a new one from a dashboard, under Show on a wall.',
  token: 'Unattended screen',
  tokenIntro:
    'A display token shows these dashboards on a screen without a session, and nothing else. It can be revoked in your account.',
  tokenName: 'Name of the screen',
  tokenDays: 'Valid for',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
  makeAddress: 'Create link',
  address: 'Link of the wall',
  addressHint: 'Shown once. Anyone who has it sees these dashboards until it is revoked.',
  nameFirst: 'Name the screen first.',
  mayTurnOff: 'The screen may turn off: this browser does not keep it awake.',
} as const;

export const useWallDocumentTexts = defineTexts('wall-document', en, fr);
