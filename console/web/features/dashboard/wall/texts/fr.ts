import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Mur de tableaux de bord',
  open: 'Afficher sur un mur d’écrans…',
  openTitle: 'Afficher sur un mur d’écrans',
  openHint:
    'Sans menus et en grands caractères, à tour de rôle, tant que vous êtes connecté. Échap quitte l’affichage.',
  dashboards: 'Tableaux de bord à tour de rôle',
  every: 'Secondes chacun',
  range: 'De {{min}} à {{max}} secondes',
  start: 'Démarrer',
  cancel: 'Annuler',
  chooseFirst: 'Choisissez d’abord un tableau de bord.',
  nothing: 'Aucun tableau de bord à afficher',
  position: '{{number}} sur {{count}}',
  linkLost: 'Connexion perdue. L’écran affiche la dernière situation connue.',
  unreadable: 'Ce tableau de bord ne peut pas être affiché pour le moment. L’écran réessaie de lui-même.',
  mayTurnOff: 'L’écran peut s’éteindre\u00A0: ce navigateur ne le garde pas allumé.',
} satisfies Like<typeof en>;
