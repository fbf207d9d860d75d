import type { ProblemDefinition } from '../definition.ts';

/** Passwords, second factors and the steps of a sign-in: fetched when one comes, unlike what any page can meet. */
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
    en: 'Known from a data breach: choose another one.',
    fr: 'Connu d’une fuite de données\u00A0: choisissez-en un autre.',
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
    en: 'The minimums ask for more characters than the maximum allows.',
    fr: 'Les minimums exigent plus de caractères que le maximum n’en autorise.',
  },
  PASSWORD_UPDATE_TOO_EARLY: {
    status: 400,
    en: 'A password would have to be changed as soon as it is set.',
    fr: 'Un mot de passe devrait être changé dès sa création.',
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
  PASSWORD_ELSEWHERE: {
    status: 409,
    en: 'This account signs in through an identity provider: its password is changed there.',
    fr: 'Ce compte se connecte par un fournisseur d’identité\u00A0: son mot de passe se change chez lui.',
  },
  SECOND_FACTOR_ELSEWHERE: {
    status: 409,
    en: 'You sign in through an identity provider: the second factor is set up there.',
    fr: 'Vous vous connectez par un fournisseur d’identité\u00A0: le second facteur se configure chez lui.',
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
  SIGN_IN_STEP_OVER: {
    status: 409,
    en: 'This sign-in took too long or was finished elsewhere. Sign in again.',
    fr: 'Cette connexion a pris trop de temps ou a été terminée ailleurs. Reconnectez-vous.',
  },
} as const satisfies Record<string, ProblemDefinition>;
