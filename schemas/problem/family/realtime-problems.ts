import type { ProblemDefinition } from '../definition.ts';

/** Elements that are watched in real time; a server is a poller here. */
export const realtimeProblems = {
  REALTIME_SERVER_LIST_EMPTY: {
    status: 503,
    en: 'The list of servers is empty: no poller is running, so no device is polled. Try again in a minute. If that lasts, an administrator starts a poller: Health monitoring shows which ones run.',
    fr: 'La liste des serveurs est vide\u00A0: aucun interrogateur n’est en service, aucun équipement n’est donc interrogé. Réessayez dans une minute. Si cela dure, un administrateur démarre un interrogateur\u00A0: la page Supervision de la plateforme montre ceux qui tournent.',
  },
  REALTIME_SERVER_NOT_FOUND: {
    status: 503,
    en: 'No server was found for this customer: at present no poller polls the device. Try again in a minute. If that lasts, an administrator looks at the pollers in Health monitoring.',
    fr: 'Aucun serveur trouvé pour ce client\u00A0: aucun interrogateur n’interroge l’équipement actuellement. Réessayez dans une minute. Si cela dure, un administrateur vérifie les interrogateurs dans Supervision de la plateforme.',
  },
  REALTIME_NOT_POLLED: {
    status: 409,
    en: 'No poller can read this element: its collection is off, its device has no SNMP access, or its values come from flows or an SD-WAN manager. Its page in the inventory says which.',
    fr: 'Aucun interrogateur ne peut lire cet élément\u00A0: sa collecte est arrêtée, son équipement n’a pas d’accès SNMP, ou ses valeurs viennent des flux ou d’un gestionnaire SD-WAN. Sa fiche dans l’inventaire le précise.',
  },
  REALTIME_DEVICE_BUSY: {
    status: 429,
    en: 'To spare the device, all users together watch at most five of its elements in real time, and five are open. Close one of them, or try again: each ends after ten minutes.',
    fr: 'Pour ménager l’équipement, cinq de ses éléments au plus sont suivis en temps réel, tous utilisateurs confondus, et cinq le sont déjà. Fermez-en un, ou réessayez\u00A0: chaque suivi s’arrête au bout de dix minutes.',
  },
  REALTIME_BUSY: {
    status: 429,
    en: 'All users together already watch 50 elements in real time, the most at once. Close one of them, or try again: each ends after ten minutes.',
    fr: '50 éléments, le maximum, sont déjà suivis en temps réel, tous utilisateurs confondus. Fermez-en un, ou réessayez\u00A0: chaque suivi s’arrête au bout de dix minutes.',
  },
} as const satisfies Record<string, ProblemDefinition>;
