import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  targets: 'Cibles de notification',
  find: 'Rechercher une cible',
  kind: 'Type',
  'kind-webhook': 'Webhook',
  'kind-trap': 'Trap SNMP',
  'kind-mail': 'E-mail',
  failingSince: 'En échec depuis {{since}}',
  waiting: 'En attente',
  waitingHint: 'Des notifications sont en file et aucune n’a été tentée depuis une minute.',
  unused: 'Jamais utilisée',
  unusedHint: 'Rien n’a été remis depuis 30\u00A0jours.',
  delivering: 'Opérationnelle',
  paused: 'En pause',
  pausedHint: 'La cible est désactivée. Les événements survenus entre-temps ne sont pas envoyés.',
  lastDelivered: 'Dernière remise',
  day: 'Remises / échecs, 24\u00A0h',
  backlog: 'En file',
  unknown: 'inconnu',
  open: 'Paramètres et envois',
  test: 'Tester {{name}}',
  testTarget: 'Envoyer un test',
  close: 'Fermer',
  noTarget: 'Aucune cible de notification pour le moment',
  noTargetHint:
    'Ajoutez une messagerie, un service d’astreinte, une notification par e-mail ou une autre cible.',
  count_one: '{{count}} cible',
  count_other: '{{count}} cibles',
} as const satisfies Like<typeof en>;
