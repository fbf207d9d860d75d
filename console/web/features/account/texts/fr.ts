import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Connexion',
  form: 'Connexion',
  claim: 'Chaque flux visible. Chaque alarme entendue.',
  username: 'Identifiant',
  password: 'Mot de passe',
  signIn: 'Se connecter',
  signInWith: 'Se connecter avec {{provider}}',
  or: 'ou',
  usernameMissing: 'Saisissez votre identifiant',
  passwordMissing: 'Saisissez votre mot de passe',
  expired: 'Votre session est terminée. Reconnectez-vous pour reprendre là où vous en étiez.',
  tryAgain: 'Réessayer',
} satisfies Like<typeof en>;
