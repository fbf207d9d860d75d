import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Agents',
  find: 'Rechercher un agent',
  add: 'Ajouter un agent',
  newAgent: 'Nouvel agent',
  editOf: 'Modifier {{name}}',
  create: 'Créer',
  save: 'Enregistrer',
  saved: '{{name}} est enregistré.',
  removed: '{{name}} est supprimé.',
  remove: 'Supprimer',
  removeTitle: 'Supprimer {{name}}\u00A0?',
  removeConsequence:
    'Les flux de {{source}} ne sont plus enregistrés\u00A0: leurs exporteurs sont comptés comme inconnus. Les flux déjà reçus sont conservés.',
  none: 'Aucun agent',
  noneHint:
    'Un agent exporte des flux sans figurer dans l’inventaire. Son adresse source les attribue à un client.',
  agentId: 'Identifiant de l’agent',
  customer: 'Organisation cible',
  chooseCustomer: 'Choisir un client',
  noCustomer: 'Aucun client ne correspond',
  networkMarker: 'Marqueur de réseau',
  networkMarkerHint: 'Les flux appartiennent au site de ce nom, ou au client sans site.',
  index: 'Index',
  indexHint: '{{length}} caractères, tirés au hasard.',
  source: 'IP source',
  sourceHint:
    'Une adresse ou un réseau\u00A0: 192.0.2.7, 192.0.2.0/24. Le préfixe le plus long l’emporte, après les équipements de l’inventaire.',
  expires: 'Date d’expiration',
  expiresHint: 'JJ/MM/AAAA, à minuit UTC.',
  site: 'Site',
  noSite: 'aucun de ce nom',
  lastSeen: 'Dernière réception',
  never: 'Rien en {{days}} jours',
  records: 'Enregistrements en {{days}} jours',
  expired: 'expiré',
} satisfies Like<typeof en>;
