import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Se désabonner',
  lead: 'Ne plus envoyer «\u00A0{{name}}\u00A0» à {{address}}\u00A0?',
  action: 'Se désabonner',
  unsubscribed: '«\u00A0{{name}}\u00A0» n’est plus envoyée à {{address}}.',
  subscribed: '«\u00A0{{name}}\u00A0» est à nouveau envoyée à {{address}}.',
  again: 'S’abonner à nouveau',
  tryAgain: 'Réessayer',
} satisfies Like<typeof en>;
