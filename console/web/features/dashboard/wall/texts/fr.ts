import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Mur de tableaux de bord',
  open: 'Afficher sur un mur d’écrans…',
  openTitle: 'Afficher sur un mur d’écrans',
  openHint:
    'Sans menus et en grands caractères, à tour de rôle, tant que vous êtes connecté. Échap quitte l’affichage.',
  dashboards: 'Tableaux de bord en alternance',
  every: 'Secondes par tableau de bord',
  range: 'De {{min}} à {{max}} secondes',
  start: 'Démarrer',
  cancel: 'Annuler',
  chooseFirst: 'Choisissez d’abord un tableau de bord.',
  nothing: 'Aucun tableau de bord à afficher',
  position: '{{number}} sur {{count}}',
  linkLost: 'Connexion perdue. L’écran affiche la dernière situation connue.',
  unreadable: 'Ce tableau de bord ne peut pas être affiché pour le moment. L’écran réessaie de lui-même.',
  until: '{{name}}, valable jusqu’au {{date}}',
  tokenOver: 'Le jeton d’affichage de ce mur n’est plus valable',
  tokenHint:
    'Il a expiré, a été révoqué, ou son créateur a perdu le droit. Créez-en un autre depuis un tableau de bord, sous Afficher sur un mur d’écrans.',
  token: 'Écran sans utilisateur',
  tokenIntro:
    'Un jeton d’affichage montre ces tableaux de bord, et rien d’autre, sur un écran sans session ouverte. Il se révoque dans votre compte.',
  tokenName: 'Nom de l’écran',
  tokenDays: 'Valable',
  days_one: '{{count}} jour',
  days_other: '{{count}} jours',
  makeAddress: 'Créer un lien',
  address: 'Adresse du mur',
  addressHint:
    'Affichée une seule fois. Toute personne qui l’a voit ces tableaux de bord jusqu’à sa révocation.',
  nameFirst: 'Nommez d’abord l’écran.',
  mayTurnOff: 'L’écran peut s’éteindre\u00A0: ce navigateur ne le garde pas allumé.',
} satisfies Like<typeof en>;
