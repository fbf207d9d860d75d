import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  running: 'Acceptation des propositions\u00A0: {{done}} sur {{total}}.',
  finished_one: '{{count}} proposition sur {{total}} a été acceptée ({{by}}, {{at}}).',
  finished_other: '{{count}} propositions sur {{total}} ont été acceptées ({{by}}, {{at}}).',
  cancelled_one: 'Annulée après {{count}} proposition acceptée sur {{total}} ({{by}}, {{at}}).',
  cancelled_other: 'Annulée après {{count}} propositions acceptées sur {{total}} ({{by}}, {{at}}).',
  held_one:
    '{{count}} reste ouverte\u00A0: son équipement manque ou ne peut pas être déplacé, ou son adresse appartient à un autre équipement.',
  held_other:
    '{{count}} restent ouvertes\u00A0: leurs équipements manquent ou ne peuvent pas être déplacés, ou leurs adresses appartiennent à d’autres équipements.',
  failed_one: '{{count}} n’a pas pu être acceptée et reste ouverte\u00A0:',
  failed_other: '{{count}} n’ont pas pu être acceptées et restent ouvertes\u00A0:',
  failedProposal: '{{name}}\u00A0: {{reason}}',
  'stopped-account':
    'Le compte de {{by}} a été verrouillé ou supprimé. Ce qui a été accepté est conservé, les autres propositions restent ouvertes.',
  'stopped-permission':
    '{{by}} n’a plus le droit d’accepter des propositions. Ce qui a été accepté est conservé, les autres propositions restent ouvertes.',
  'stopped-reach':
    '{{by}} ne voit plus le client ou le site. Ce qui a été accepté est conservé, les autres propositions restent ouvertes.',
  cancel: 'Annuler',
  manyVanished: 'Beaucoup d’éléments ont disparu',
  include: 'Les accepter aussi',
  exclude: 'Accepter le reste',
} satisfies Like<typeof en>;
