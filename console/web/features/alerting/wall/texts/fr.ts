import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Mur d’écrans',
  allCustomers: 'Tous les clients',
  'view-customers': 'Clients',
  'view-alarms': 'Alarmes',
  'view-sites': 'Sites',
  worst: 'Le plus touché\u00A0: {{name}}',
  linkLost: 'Connexion perdue. L’écran affiche la dernière situation connue.',
  tokenOver: 'Cet écran ne peut plus rien afficher\u00A0: son jeton a expiré ou a été révoqué.',
  tokenHint:
    'Créez un nouveau jeton d’affichage dans «\u00A0Mon compte\u00A0» et ouvrez son adresse sur cet écran.',
  unavailable: 'Rien à afficher pour le moment. L’écran réessaie de lui-même.',
  quietSites_one: '{{quiet}} site sur {{sites}} sans alarme',
  quietSites_other: '{{quiet}} sites sur {{sites}} sans alarme',
  lastRaised: 'Derniers déclenchements',
  map: 'Sites sur la carte',
  noAlarms: 'Aucune alarme en cours',
  noCustomers: 'Aucun client à afficher',
  more_one: 'et {{count}} autre',
  more_other: 'et {{count}} autres',
  unhandled: 'à traiter',
  acknowledged: 'acquittée',
  silenced: 'en silence',
  mayTurnOff: 'L’écran peut s’éteindre\u00A0: ce navigateur ne le garde pas allumé.',
  until: 'Écran «\u00A0{{name}}\u00A0», jusqu’au {{date}}',
  leave: 'Quitter l’affichage mural',
} satisfies Like<typeof en>;
