import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr: Like<typeof en> = {
  title: 'Premiers pas',
  lead: 'D’une installation vide à la supervision',
  progress: '{{done}} sur {{count}} faites',
  settled: 'Il ne reste rien à faire. Cette page reste dans le menu, sous Support.',
  checklist: 'Étapes',
  skipAll: 'Passer ce qui reste',
  skipTitle: 'Passer les étapes restantes\u00A0?',
  skipConsequence:
    'Elles sont marquées comme inutiles, et cette page n’est plus la première après la connexion.',
  skipAction: 'Passer',
  'state-open': 'À faire',
  'state-done': 'Fait',
  'state-not-needed': 'Inutile',
  markNotNeeded: 'Inutile',
  markNotNeededOf: '{{step}}\u00A0: inutile',
  unmark: 'Annuler',
  unmarkOf: '{{step}}\u00A0: annuler',
  markDone: 'Fait',
  markDoneOf: '{{step}}\u00A0: fait',

  'step-network': 'Décrire le réseau',
  'step-polling': 'Les équipements répondent à la collecte',
  'step-flows': 'Les flux arrivent',
  'step-alarms': 'Des alarmes sont définies',
  'step-notifications': 'Les notifications ont une cible',
  'step-users': 'Les utilisateurs peuvent se connecter',
  'step-backup': 'Des sauvegardes sont faites',

  networkFound: '{{customers}}, {{sites}}, {{devices}}',
  customers_one: '{{count}} client',
  customers_other: '{{count}} clients',
  sites_one: '{{count}} site',
  sites_other: '{{count}} sites',
  devices_one: '{{count}} équipement',
  devices_other: '{{count}} équipements',
  networkHint:
    'Ajoutez un équipement par le formulaire, importez un fichier, laissez une découverte chercher les équipements, ou démarrez avec un fichier de réseau\u00A0:',
  addDevice: 'Ajouter un équipement',
  importFile: 'Importer un fichier',
  discover: 'Découvrir des équipements',
  listNetwork: 'Inventaire',

  pollingNone: 'Aucun équipement n’a encore d’accès SNMP.',
  pollingUnknown: 'Aucun processus de collecte ne répond.',
  pollingFound: 'Équipements qui répondent\u00A0: {{responding}} sur {{polled}}.',
  pollingWaiting_one: '{{count}} équipement attend sa première interrogation.',
  pollingWaiting_other: '{{count}} équipements attendent leur première interrogation.',
  pollingFailure: '{{name}}\u00A0: {{reason}}',
  polledDevices: 'Équipements interrogés',

  flowsNone:
    'Aucun exporteur de l’inventaire n’a envoyé de flux pendant les cinq dernières minutes. Envoyez NetFlow ou IPFIX au port UDP 2055, sFlow au port 6343.',
  flowsUnknown: 'Les statistiques des flux ne peuvent pas être lues.',
  flowsFound_one: '{{count}} exporteur a envoyé des flux pendant les cinq dernières minutes.',
  flowsFound_other: '{{count}} exporteurs ont envoyé des flux pendant les cinq dernières minutes.',
  unknownExporters_one:
    '{{count}} adresse envoie des flux sans appartenir à un équipement\u00A0; ils sont comptés, pas enregistrés\u00A0:',
  unknownExporters_other:
    '{{count}} adresses envoient des flux sans appartenir à un équipement\u00A0; ils sont comptés, pas enregistrés\u00A0:',
  adopt: 'Adopter {{address}}',
  exporters: 'Exporteurs',

  alarmsNone: 'Aucune définition d’alarme n’est active\u00A0: rien n’est signalé, quoi qu’il arrive.',
  alarmsFound_one: '{{count}} définition d’alarme active',
  alarmsFound_other: '{{count}} définitions d’alarmes actives',
  cockpits: 'Profils d’alarmes',

  targetsNone:
    'Les alarmes ne s’affichent qu’à l’écran. Ajoutez un webhook, un e-mail ou un récepteur de traps.',
  targetsFound_one: '{{count}} cible active',
  targetsFound_other: '{{count}} cibles actives',
  targets: 'Cibles des notifications',

  usersNone: 'Le premier administrateur est le seul utilisateur.',
  usersFound_one: '{{count}} utilisateur',
  usersFound_other: '{{count}} utilisateurs',
  providersFound_one: '{{count}} fournisseur de connexion',
  providersFound_other: '{{count}} fournisseurs de connexion',
  users: 'Utilisateurs',
  saml: 'SAML',
  oidc: 'OpenID Connect',

  backupHint:
    'Sauvegardez à intervalles réguliers, sans arrêter le produit. Conservez la clé des secrets ailleurs.',
  backupLast: 'Dernière sauvegarde {{time}}, {{size}}',
  backupStale:
    'Elle a plus de {{days}} jours\u00A0: faites-en une autre, puis sauvegardez à intervalles réguliers.',
  backupMarked: 'Un administrateur l’a marqué comme fait.',
  command: 'Commande',
};
