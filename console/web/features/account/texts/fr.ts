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
  tryAgain: 'Réessayer',
} satisfies Like<typeof en>;
