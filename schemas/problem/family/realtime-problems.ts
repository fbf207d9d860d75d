import type { ProblemDefinition } from '../definition.ts';

/** Elements that are watched in real time; a server is a poller here. */
export const realtimeProblems = {
  REALTIME_SERVER_LIST_EMPTY: {
    status: 503,
    en: 'The list of servers is empty: no poller is running.',
    fr: 'La liste des serveurs est vide\u00A0: aucun poller n’est en service.',
  },
  REALTIME_SERVER_NOT_FOUND: {
    status: 503,
    en: 'No server was found for this customer: at present no poller polls the device. Try again in a moment.',
    fr: 'Aucun serveur trouvé pour ce client\u00A0: aucun poller n’interroge l’équipement actuellement. Réessayez dans un instant.',
  },
  REALTIME_NOT_POLLED: {
    status: 409,
    en: 'No poller can read this element: its collection is off, or its device has no SNMP access.',
    fr: 'Aucun poller ne peut lire cet élément\u00A0: sa collecte est arrêtée, ou son équipement n’a pas d’accès SNMP.',
  },
  REALTIME_DEVICE_BUSY: {
    status: 429,
    en: 'Five elements of this device are already watched in real time. Try again when one of them is closed.',
    fr: 'Cinq éléments de cet équipement sont déjà suivis en temps réel. Réessayez dès que l’un d’eux est fermé.',
  },
  REALTIME_BUSY: {
    status: 429,
    en: '50 elements are already watched in real time. Try again when one of them is closed.',
    fr: '50 éléments sont déjà suivis en temps réel. Réessayez dès que l’un d’eux est fermé.',
  },
} as const satisfies Record<string, ProblemDefinition>;
