import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Paramètres',
  noTab: 'Aucun paramètre ne vous est accessible',
  'tab-saml': 'SAML',
  'tab-saml-test': 'Tester une assertion',
  'tab-announcement': 'Annonce',
} satisfies Like<typeof en>;
