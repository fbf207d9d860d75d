import type { ProblemDefinition } from '../definition.ts';

/** Sign-in, accounts and passwords. */
export const accountProblems = {
  LOGIN_REFUSED: {
    status: 401,
    en: 'Wrong username or password, or locked account. Too many tries lock the account.',
    fr: 'Identifiant ou mot de passe incorrect, ou compte verrouillé. Un trop grand nombre de tentatives verrouille le compte.',
  },
  LOGIN_FAILED: { status: 500, en: 'The sign-in failed.', fr: 'La connexion a échoué.' },
  LOGIN_UNAVAILABLE: {
    status: 503,
    en: 'Authentication is not possible right now.',
    fr: 'L’authentification est impossible pour le moment.',
  },
  LOGIN_PROVIDER_REFUSED: {
    status: 401,
    en: 'The identity provider did not confirm your identity.',
    fr: 'Le fournisseur d’identité n’a pas confirmé votre identité.',
  },
  LOGIN_CONTEXT_REFUSED: {
    status: 401,
    en: 'Your identity provider did not report the required authentication strength. Sign in there with your second factor or contact your administrator.',
    fr: 'Votre fournisseur d’identité n’a pas attesté le niveau d’authentification requis. Connectez-vous chez lui avec votre second facteur ou contactez votre administrateur.',
  },
  ACCOUNT_LOCKED_BY_ADMINISTRATOR: {
    status: 403,
    en: 'This account was locked by an administrator.',
    fr: 'Ce compte a été verrouillé par un administrateur.',
  },
  ACCOUNT_LOCKED_BY_RETRIES: {
    status: 403,
    en: 'This account is locked after too many login attempts.',
    fr: 'Ce compte est verrouillé après un trop grand nombre de tentatives de connexion.',
  },
  ACCOUNT_LOCKED_BY_INACTIVITY: {
    status: 403,
    en: 'This account is locked due to inactivity.',
    fr: 'Ce compte est verrouillé pour inactivité.',
  },
  ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY: {
    status: 403,
    en: 'This account is locked because its password has expired.',
    fr: 'Ce compte est verrouillé car son mot de passe a expiré.',
  },
  PASSWORD_UPDATE_REQUIRED: {
    status: 403,
    en: 'Change your password to continue; otherwise the account will be blocked.',
    fr: 'Changez votre mot de passe pour continuer\u00A0; sinon, le compte sera bloqué.',
  },
  TERMS_NOT_ACCEPTED: {
    status: 403,
    en: 'Accept the terms and conditions to continue.',
    fr: 'Acceptez les conditions générales pour continuer.',
  },
  RESET_LINK_EXPIRED: {
    status: 410,
    en: 'This reset link has expired. Request a new one.',
    fr: 'Ce lien de réinitialisation a expiré. Demandez-en un nouveau.',
  },
  TOKEN_SCOPE: {
    status: 403,
    en: 'The API token does not allow this request.',
    fr: 'Le jeton d’API n’autorise pas cette requête.',
  },
  PASSWORDS_DIFFER: { status: 400, en: 'passwords are different', fr: 'les mots de passe sont différents' },
} as const satisfies Record<string, ProblemDefinition>;
