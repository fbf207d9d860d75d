import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Share resources',
  lead: 'Templates shared with customer profiles',
  profiles: 'Customer profiles',
  profile: 'Profile',
  clients: 'Customers',
  templateCount: 'Templates',
  templatesOf: 'Templates for {{name}}',
  find: 'Find a template',
  kind: 'Kind',
  name: 'Name',
  has: 'Shared',
  hasOf: '{{name}} is shared with this profile',
  owner: 'Owner',
  sharedWith: 'Shared with',
  shareOf: 'Share {{name}}',
  noProfiles: 'No customer profile',
  noProfilesHint: 'Create customer profiles on the customers page.',
  noTemplates: 'No templates to share',
  noTemplatesHint: 'Create templates in their libraries, then share them with profiles here.',
  viaEveryone: 'Shared with every customer. Use “Share” to change this.',
  shareTitle: 'Share {{name}} with {{profile}}?',
  shareHint_one: 'Its customer can read it immediately.',
  shareHint_other: 'Its {{count}} customers can read it immediately.',
  share: 'Share',
  unshareTitle: 'Stop sharing {{name}} with {{profile}}?',
  unshareHint: 'Its customers lose access, and their running alarms from it are cleared.',
  unshare: 'Stop sharing',
  done: 'Sharing of {{name}} is saved.',
  cancel: 'Cancel',
} as const;

export const useSharingTexts = defineTexts('sharing', en, fr);
