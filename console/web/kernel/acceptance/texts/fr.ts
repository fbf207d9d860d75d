import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  running: 'Acceptation des propositions\u00A0: {{done}} sur {{total}}.',
  finished_one: '{{count}} proposition sur {{total}} a été acceptée ({{by}}, {{at}}).',
  finished_other: '{{count}} propositions sur {{total}} ont été acceptées ({{by}}, {{at}}).',
  cancelled_one:
    'Acceptation annulée\u00A0: {{count}} proposition sur {{total}} avait été acceptée ({{by}}, {{at}}).',
  cancelled_other:
    'Acceptation annulée\u00A0: {{count}} propositions sur {{total}} avaient été acceptées ({{by}}, {{at}}).',
  held_one:
    '{{count}} proposition reste ouverte\u00A0: son équipement est absent ou ne peut pas être déplacé, ou son adresse appartient à un autre équipement.',
  held_other:
    '{{count}} propositions restent ouvertes\u00A0: leurs équipements sont absents ou ne peuvent pas être déplacés, ou leurs adresses appartiennent à d’autres équipements.',
  failed_one: '{{count}} proposition n’a pas pu être acceptée et reste ouverte\u00A0:',
  failed_other: '{{count}} propositions n’ont pas pu être acceptées et restent ouvertes\u00A0:',
  failedProposal: '{{name}}\u00A0: {{reason}}',
  'stopped-account':
    'Le compte de {{by}} a été verrouillé ou supprimé. Ce qui a été accepté est conservé, les autres propositions restent ouvertes.',
  'stopped-token':
    'Le jeton d’API avec lequel {{by}} l’a lancée a été révoqué ou a expiré, ou {{by}} n’a plus le droit d’utiliser l’API. Ce qui a été accepté est conservé, les autres propositions restent ouvertes.',
  'stopped-permission':
    '{{by}} n’a plus le droit d’accepter des propositions. Ce qui a été accepté est conservé, les autres propositions restent ouvertes.',
  'stopped-reach':
    '{{by}} ne voit plus le client ou le site. Ce qui a été accepté est conservé, les autres propositions restent ouvertes.',
  unlisted: 'Proposition {{id}}',
  cancelAcceptance: 'Annuler l’acceptation',
  manyVanished: 'Beaucoup d’éléments ont disparu',
  include: 'Accepter aussi les disparus',
  exclude: 'Tout accepter sauf les disparus',
} satisfies Like<typeof en>;
