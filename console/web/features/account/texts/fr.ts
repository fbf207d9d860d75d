import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Connexion',
  form: 'Connexion',
  claim: 'Chaque flux visible, chaque alarme à temps.',
  username: 'Identifiant',
  password: 'Mot de passe',
  signIn: 'Se connecter',
  usernameMissing: 'Saisissez votre identifiant',
  passwordMissing: 'Saisissez votre mot de passe',
  expired: 'Votre session est terminée. Reconnectez-vous pour reprendre là où vous en étiez.',
  notSignedOut:
    'Le serveur n’a pas pu être prévenu de votre déconnexion\u00A0: votre session s’y terminera d’elle-même après 30\u00A0minutes. Fermez le navigateur si d’autres personnes utilisent cet ordinateur.',
  tryAgain: 'Réessayer',
} satisfies Like<typeof en>;
