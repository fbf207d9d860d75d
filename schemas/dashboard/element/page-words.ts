import type { Language } from '../../time/locale.ts';

/** Titles and labels of the graphs of element pages; without one a graph is named after its KPI. */
const french = {
  Applications: 'Applications',
  'Applications by volume': 'Applications par volume',
  Availability: 'Disponibilité',
  'Busiest interfaces, inbound': 'Interfaces les plus chargées, entrée',
  'Busiest interfaces, outbound': 'Interfaces les plus chargées, sortie',
  'Conversations by volume': 'Conversations par volume',
  'CPU and memory': 'CPU et mémoire',
  'Delay and jitter': 'Délai et gigue',
  CPU: 'CPU',
  Delay: 'Délai',
  Devices: 'Équipements',
  'Errors and discards': 'Erreurs et rejets',
  Inbound: 'Entrée',
  'Inbound bandwidth': 'Bande passante entrante',
  'Inbound discards': 'Rejets en entrée',
  'Inbound errors': 'Erreurs en entrée',
  In: 'Entrée',
  'In %': 'Entrée\u00A0%',
  'In errors': 'Erreurs entrée',
  Jitter: 'Gigue',
  Lines: 'Liaisons',
  Loss: 'Pertes',
  Memory: 'Mémoire',
  Network: 'Réseau',
  Now: 'Maintenant',
  Offered: 'Présenté',
  Out: 'Sortie',
  'Out %': 'Sortie\u00A0%',
  'Out errors': 'Erreurs sortie',
  Outbound: 'Sortie',
  'Outbound bandwidth': 'Bande passante sortante',
  'Outbound discards': 'Rejets en sortie',
  'Outbound errors': 'Erreurs en sortie',
  'Over the period': 'Sur la période',
  Packets: 'Paquets',
  Response: 'Réponse',
  Quality: 'Qualité',
  'Response time': 'Temps de réponse',
  Drops: 'Rejets',
  Sent: 'Émis',
  'Sites by volume': 'Sites par volume',
  'Throughput by application': 'Débit par application',
  'Throughput by site': 'Débit par site',
  Traffic: 'Trafic',
  Tunnels: 'Tunnels',
  Updates: 'Mises à jour',
  Utilisation: 'Utilisation',
  Uptime: 'En service depuis',
  'WAN traffic': 'Trafic WAN',
  'Worst WAN access': 'Accès WAN le plus chargé',
} as const;

export type PageWord = keyof typeof french;
export type PageWords = (word: PageWord) => string;

export const pageWords =
  (language: Language): PageWords =>
  (word) =>
    language === 'fr' ? french[word] : word;
