import type { ProblemDefinition } from '../definition.ts';

/** Passwords, second factors and sign-in steps: loaded on demand, unlike the problems of every page. */
export const passwordProblems = {
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
  PASSWORD_BREACHED: {
    status: 400,
    en: 'This password appeared in a data breach: choose another one.',
    fr: 'Ce mot de passe figure dans une fuite de données\u00A0: choisissez-en un autre.',
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
  PASSWORD_MINIMUMS_TOO_HIGH: {
    status: 400,
    en: 'The minimums require more characters than the maximum allows.',
    fr: 'Les minimums exigent plus de caractères que le maximum n’en autorise.',
  },
  PASSWORD_UPDATE_TOO_EARLY: {
    status: 400,
    en: 'Passwords would require a change as soon as they are set.',
    fr: 'Tout mot de passe devrait être changé dès sa création.',
  },
  SECOND_FACTOR_WRONG: {
    status: 400,
    en: 'This code is incorrect or was already used.',
    fr: 'Ce code est incorrect ou a déjà été utilisé.',
  },
  SECOND_FACTOR_REQUIRED_BY_ROLE: {
    status: 409,
    en: 'Your role requires a second factor: it cannot be disabled.',
    fr: 'Votre rôle exige un second facteur\u00A0: il ne peut pas être désactivé.',
  },
  PASSWORD_ELSEWHERE: {
    status: 409,
    en: 'This account signs in through an identity provider: change its password there.',
    fr: 'Ce compte se connecte par un fournisseur d’identité\u00A0: changez son mot de passe auprès de celui-ci.',
  },
  SECOND_FACTOR_ELSEWHERE: {
    status: 409,
    en: 'You sign in through an identity provider: set up the second factor there.',
    fr: 'Vous vous connectez par un fournisseur d’identité\u00A0: configurez le second facteur auprès de celui-ci.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    en: 'Enter the code from your authenticator app to continue.',
    fr: 'Saisissez le code de votre application d’authentification pour continuer.',
  },
  SECOND_FACTOR_ENROLMENT_REQUIRED: {
    status: 403,
    en: 'Your role requires a second factor. Set it up to continue.',
    fr: 'Votre rôle exige un second facteur. Configurez-le pour continuer.',
  },
  SIGN_IN_STEP_OVER: {
    status: 409,
    en: 'This sign-in expired or was completed elsewhere. Sign in again.',
    fr: 'Cette connexion a expiré ou a été terminée ailleurs. Reconnectez-vous.',
  },
} as const satisfies Record<string, ProblemDefinition>;
