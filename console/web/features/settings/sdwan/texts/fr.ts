import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'SD-WAN',
  save: 'Enregistrer',
  saved: 'Les paramètres SD-WAN sont enregistrés',
  patterns: 'Motifs',
  tlocExclusion: 'TLOC exclus',
  tlocExclusionHint:
    'Expression régulière sur adresse système:couleur, par exemple :lte$. Les tunnels dont une extrémité correspond ne sont ni proposés ni mesurés.',
  loopback: 'Loopback liée à une interface',
  loopbackHint:
    'Expression régulière sur la description d’une loopback. Son premier groupe est l’interface physique, dont elle reprend l’état et le débit\u00A0: bind (\\S+)',
  ipsec: 'Tunnels IPsec d’IOS XE',
  ipsecHint:
    'Expression régulière sur les noms d’interfaces qui sont des tunnels et ne sont pas mesurées comme liaisons\u00A0: ^Tunnel1\\d+$',
  networks: 'Réseaux sous-jacents',
  networksHint: 'Les tunnels portent le réseau de la couleur de leurs extrémités.',
  internet: 'Réseau de toutes les autres couleurs',
  network: 'Réseau {{number}}',
  colors: 'Couleurs du réseau {{number}}',
  addNetwork: 'Ajouter un réseau',
  removeNetwork: 'Retirer {{name}}',
} satisfies Like<typeof en>;
