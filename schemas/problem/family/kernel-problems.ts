import type { ProblemDefinition } from '../definition.ts';

/** Problems of every route, and the general ones of the specification (section 8). */
export const kernelProblems = {
  UNAUTHENTICATED: { status: 401, en: 'Sign in to continue.', fr: 'Connectez-vous pour continuer.' },
  SESSION_EXPIRED: {
    status: 401,
    en: 'Your session has ended. Sign in again.',
    fr: 'Votre session est terminée. Reconnectez-vous.',
  },
  FORBIDDEN: {
    status: 403,
    en: 'You are not authorized to do this.',
    fr: 'Vous n’êtes pas autorisé à effectuer cette action.',
  },
  PAGE_FORBIDDEN: {
    status: 403,
    en: 'You are not authorized to access this page.',
    fr: 'Vous n’êtes pas autorisé à accéder à cette page.',
  },
  CSRF_INVALID: {
    status: 403,
    en: 'This request could not be verified. Reload the page and try again.',
    fr: 'Cette requête n’a pas pu être vérifiée. Rechargez la page et réessayez.',
  },
  ORIGIN_REFUSED: {
    status: 403,
    en: 'This cross-site request was rejected.',
    fr: 'Cette requête provenant d’un autre site a été rejetée.',
  },
  READ_ONLY: {
    status: 403,
    en: 'The server is read-only: changes cannot be applied.',
    fr: 'Le serveur est en lecture seule\u00A0: les modifications ne peuvent pas être appliquées.',
  },
  NOT_FOUND: {
    status: 404,
    en: 'This resource does not exist or you do not have access to it.',
    fr: 'Cette ressource n’existe pas, ou vous n’y avez pas accès.',
  },
  RESOURCE_MISSING: { status: 404, en: 'A resource is missing.', fr: 'Une ressource est manquante.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    en: 'This method is not allowed here.',
    fr: 'Cette méthode n’est pas autorisée ici.',
  },
  CONFLICT: {
    status: 409,
    en: 'This was changed by another user. Reload before saving.',
    fr: 'Un autre utilisateur a modifié cette ressource. Rechargez avant d’enregistrer.',
  },
  VALIDATION: {
    status: 400,
    en: 'some form inputs are not valid',
    fr: 'certains champs du formulaire ne sont pas valides',
  },
  MALFORMED: { status: 400, en: 'The request cannot be read.', fr: 'La requête est illisible.' },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    en: 'The request is too large: at most {{maxBytes}} bytes.',
    fr: 'La requête est trop volumineuse\u00A0: {{maxBytes}} octets au maximum.',
  },
  UNSUPPORTED_MEDIA: {
    status: 415,
    en: 'This content type is not supported.',
    fr: 'Ce type de contenu n’est pas pris en charge.',
  },
  RATE_LIMITED: {
    status: 429,
    en: 'Too many requests. Try again in {{seconds}} s.',
    fr: 'Trop de requêtes. Réessayez dans {{seconds}} s.',
  },
  TOO_MANY_ROOMS: {
    status: 429,
    en: 'Too many live subscriptions on this connection.',
    fr: 'Trop d’abonnements en direct sur cette connexion.',
  },
  REQUEST_CANCELLED: { status: 499, en: 'The request was cancelled.', fr: 'La requête a été annulée.' },
  SERVER_PROBLEM: {
    status: 500,
    en: 'Something went wrong on the server. Reload the page and report {{requestId}} if the problem persists.',
    fr: 'Une erreur est survenue sur le serveur. Rechargez la page et communiquez {{requestId}} si le problème persiste.',
  },
  UNEXPECTED: {
    status: 500,
    en: 'Something went wrong. Reload the page.',
    fr: 'Une erreur est survenue. Rechargez la page.',
  },
  UNAVAILABLE: {
    status: 503,
    en: 'Temporarily unavailable: {{tier}} does not respond.',
    fr: 'Momentanément indisponible\u00A0: {{tier}} ne répond pas.',
  },
  TIME_SERIES_UNREACHABLE: {
    status: 503,
    en: 'The time-series store (ClickHouse) cannot be reached. Values return once it responds; health monitoring shows its state.',
    fr: 'La base de séries temporelles (ClickHouse) est injoignable. Les valeurs reviendront dès qu’elle répondra\u00A0; la supervision de la plateforme affiche son état.',
  },
  DATABASE_UNREACHABLE: {
    status: 503,
    en: 'The database (PostgreSQL) does not respond: this is the last known state.',
    fr: 'La base de données (PostgreSQL) ne répond pas\u00A0: voici le dernier état connu.',
  },
  NETWORK_UNREACHABLE: {
    status: 503,
    en: 'The server cannot be reached. Check your connection.',
    fr: 'Le serveur est injoignable. Vérifiez votre connexion.',
  },
  TIMED_OUT: {
    status: 504,
    en: 'The server did not respond in time.',
    fr: 'Le serveur n’a pas répondu à temps.',
  },
  DOWNLOAD_FAILED: { status: 500, en: 'The download failed.', fr: 'Le téléchargement a échoué.' },
  BROWSER_UNSUPPORTED: {
    status: 400,
    en: 'This browser is not supported.',
    fr: 'Ce navigateur n’est pas pris en charge.',
  },
  TOO_MUCH_DATA: {
    status: 422,
    en: 'Too much data. Choose a shorter period or fewer elements.',
    fr: 'Trop de données. Choisissez une période plus courte ou moins d’éléments.',
  },
  CONTEXT_TOO_LARGE: {
    status: 422,
    en: 'The context is too large. Refine the filter.',
    fr: 'Le contexte est trop large. Affinez le filtre.',
  },
  TRANSLATION_OVERRIDE_FAILED: {
    status: 500,
    en: 'The translation overrides could not be loaded.',
    fr: 'Les traductions personnalisées n’ont pas pu être chargées.',
  },
} as const satisfies Record<string, ProblemDefinition>;
