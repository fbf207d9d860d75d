import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  running: 'Acceptation des propositions\u00A0: {{done}} sur {{total}}.',
  finished_one: '{{count}} proposition sur {{total}} a été acceptée ({{by}}, {{at}}).',
  finished_other: '{{count}} propositions sur {{total}} ont été acceptées ({{by}}, {{at}}).',
  cancelled_one: 'Annulée après {{count}} proposition acceptée sur {{total}} ({{by}}, {{at}}).',
  cancelled_other: 'Annulée après {{count}} propositions acceptées sur {{total}} ({{by}}, {{at}}).',
  held_one: '{{count}} reste ouverte\u00A0: son équipement manque ou ne peut pas être déplacé.',
  held_other: '{{count}} restent ouvertes\u00A0: leurs équipements manquent ou ne peuvent pas être déplacés.',
  failed_one: '{{count}} n’a pas pu être acceptée et reste ouverte\u00A0:',
  failed_other: '{{count}} n’ont pas pu être acceptées et restent ouvertes\u00A0:',
  failedProposal: '{{name}}\u00A0: {{reason}}',
  cancel: 'Annuler',
  manyVanished: 'Beaucoup d’éléments ont disparu',
  include: 'Les accepter aussi',
  exclude: 'Accepter le reste',
} satisfies Like<typeof en>;
