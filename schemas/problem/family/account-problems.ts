import type { ProblemDefinition } from '../definition.ts';

/** Sign-in, accounts and passwords. */
export const accountProblems = {
  LOGIN_REFUSED: {
    status: 401,
    en: 'Wrong username or password, or locked account. Too many tries lock the account.',
    fr: 'Identifiant ou mot de passe incorrect, ou compte verrouillé. Trop d’essais verrouillent le compte.',
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
    en: 'This account is locked because it was not used for too long.',
    fr: 'Ce compte est verrouillé car il n’a pas été utilisé depuis trop longtemps.',
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
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    en: 'Enter the code of your authenticator application to continue.',
    fr: 'Saisissez le code de votre application d’authentification pour continuer.',
  },
  SECOND_FACTOR_ENROLMENT_REQUIRED: {
    status: 403,
    en: 'Your role asks for a second factor. Set it up to continue.',
    fr: 'Votre rôle exige un second facteur. Configurez-le pour continuer.',
  },
  SECOND_FACTOR_WRONG: {
    status: 400,
    en: 'This code is not correct, or it was used already.',
    fr: 'Ce code est incorrect ou a déjà été utilisé.',
  },
  SECOND_FACTOR_REQUIRED_BY_ROLE: {
    status: 409,
    en: 'Your role asks for a second factor: it cannot be switched off.',
    fr: 'Votre rôle exige un second facteur\u00A0: il ne peut pas être désactivé.',
  },
  SECOND_FACTOR_ELSEWHERE: {
    status: 409,
    en: 'You sign in through an identity provider: the second factor is set up there.',
    fr: 'Vous vous connectez par un fournisseur d’identité\u00A0: le second facteur se configure chez lui.',
  },
  SIGN_IN_STEP_OVER: {
    status: 409,
    en: 'This sign-in took too long or was finished elsewhere. Sign in again.',
    fr: 'Cette connexion a pris trop de temps ou a été terminée ailleurs. Reconnectez-vous.',
  },
  RESET_LINK_EXPIRED: {
    status: 410,
    en: 'This reset link has expired. Request a new one.',
    fr: 'Ce lien de réinitialisation a expiré. Demandez-en un nouveau.',
  },
  TOKEN_SCOPE: {
    status: 403,
    en: 'This token does not cover this request.',
    fr: 'Ce jeton ne couvre pas cette requête.',
  },
  PASSWORDS_DIFFER: { status: 400, en: 'passwords are different', fr: 'les mots de passe sont différents' },
  CURRENT_PASSWORD_WRONG: {
    status: 400,
    en: 'The current password is not correct.',
    fr: 'Le mot de passe actuel est incorrect.',
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    en: 'The password needs at least {{min}} characters.',
    fr: 'Le mot de passe doit comporter au moins {{min}} caractères.',
  },
  PASSWORD_TOO_LONG: {
    status: 400,
    en: 'The password may have at most {{max}} characters.',
    fr: 'Le mot de passe peut comporter au plus {{max}} caractères.',
  },
  PASSWORD_LOWERCASE: {
    status: 400,
    en: 'Lowercase letters needed: {{min}}.',
    fr: 'Lettres minuscules nécessaires\u00A0: {{min}}.',
  },
  PASSWORD_UPPERCASE: {
    status: 400,
    en: 'Uppercase letters needed: {{min}}.',
    fr: 'Lettres majuscules nécessaires\u00A0: {{min}}.',
  },
  PASSWORD_DIGITS: { status: 400, en: 'Digits needed: {{min}}.', fr: 'Chiffres nécessaires\u00A0: {{min}}.' },
  PASSWORD_SYMBOLS: {
    status: 400,
    en: 'Non-alphanumeric characters needed: {{min}}.',
    fr: 'Caractères non alphanumériques nécessaires\u00A0: {{min}}.',
  },
  PASSWORD_UNIQUE_CHARACTERS: {
    status: 400,
    en: 'Different characters needed: {{min}}.',
    fr: 'Caractères différents nécessaires\u00A0: {{min}}.',
  },
  PASSWORD_FORBIDDEN_WORD: {
    status: 400,
    en: 'The password contains a forbidden word.',
    fr: 'Le mot de passe contient un mot interdit.',
  },
  PASSWORD_IS_DATE: {
    status: 400,
    en: 'The password may not be a date.',
    fr: 'Le mot de passe ne peut pas être une date.',
  },
  PASSWORD_CONTAINS_USERNAME: {
    status: 400,
    en: 'The password may not contain the username.',
    fr: 'Le mot de passe ne peut pas contenir l’identifiant.',
  },
  PASSWORD_UNCHANGED: {
    status: 400,
    en: 'The new password must differ from the old one.',
    fr: 'Le nouveau mot de passe doit être différent de l’ancien.',
  },
} as const satisfies Record<string, ProblemDefinition>;
