import type { ProblemDefinition } from '../definition.ts';

/** Validation messages of forms. */
export const formProblems = {
  REQUIRED: { status: 400, en: 'This field is required', fr: 'Ce champ est obligatoire' },
  TOO_SHORT: {
    status: 400,
    en: 'Too short: at least {{min}} characters',
    fr: 'Trop court\u00A0: au moins {{min}} caractères',
  },
  TOO_LONG: {
    status: 400,
    en: 'Too long: at most {{max}} characters',
    fr: 'Trop long\u00A0: au plus {{max}} caractères',
  },
  NOT_A_NUMBER: { status: 400, en: 'This is not a number', fr: 'Ce n’est pas un nombre' },
  OUT_OF_RANGE: {
    status: 400,
    en: 'Enter a value from {{min}} to {{max}}',
    fr: 'Saisissez une valeur de {{min}} à {{max}}',
  },
  INPUT_INVALID: { status: 400, en: 'This value is not valid', fr: 'Cette valeur n’est pas valide' },
  EMAIL_INVALID: { status: 400, en: 'Invalid email address', fr: 'Adresse e-mail invalide' },
  /** Of one of several addresses. */
  RECIPIENT_INVALID: {
    status: 400,
    en: 'Invalid email address: {{address}}',
    fr: 'Adresse e-mail invalide\u00A0: {{address}}',
  },
  RECIPIENT_REQUIRED: {
    status: 400,
    en: 'Provide at least one recipient.',
    fr: 'Indiquez au moins un destinataire.',
  },
  RECIPIENT_FIXED: {
    status: 409,
    en: 'The address {{address}} cannot be removed.',
    fr: 'L’adresse {{address}} ne peut pas être supprimée.',
  },
  NAME_TAKEN: { status: 409, en: 'Already present', fr: 'Déjà présent' },
  NOT_UNIQUE: { status: 409, en: 'This value must be unique', fr: 'Cette valeur doit être unique' },
  IPV4_INVALID: { status: 400, en: 'This is not an IPv4 address.', fr: 'Ce n’est pas une adresse IPv4.' },
  URL_INVALID: { status: 400, en: 'This URL is not valid.', fr: 'Cette URL n’est pas valide.' },
  EXPORTER_COLLISION: {
    status: 400,
    en: 'The exporter {{address}} of this customer already identifies another customer in this sub-network.',
    fr: 'L’exporteur {{address}} de ce client désigne déjà un autre client dans ce sous-réseau.',
  },
  CLIENT_ID_TAKEN: {
    status: 409,
    en: 'This customer ID is already in use.',
    fr: 'Cet identifiant client est déjà utilisé.',
  },
  CLIENT_ID_CHARACTERS: {
    status: 400,
    en: 'The customer ID contains illegal characters: use letters, digits, dot, hyphen and underscore, beginning with a letter or digit.',
    fr: 'L’identifiant client contient des caractères interdits\u00A0: utilisez des lettres, des chiffres, le point, le tiret et le tiret bas, en commençant par une lettre ou un chiffre.',
  },
  CLIENT_ID_UNCONFIRMED: {
    status: 400,
    en: 'Enter the customer ID to confirm the deletion.',
    fr: 'Saisissez l’identifiant du client pour confirmer la suppression.',
  },
  PAYLOAD_TOO_MANY_VALUES: {
    status: 413,
    en: 'The request has more than {{max}} values.',
    fr: 'La requête contient plus de {{max}} valeurs.',
  },
  PAYLOAD_TOO_MANY_NAMES: {
    status: 413,
    en: 'The request has fields of more than {{max}} different names.',
    fr: 'La requête contient des champs de plus de {{max}} noms différents.',
  },
  LOOK_ALIKE_LETTERS: {
    status: 400,
    en: 'Use plain letters of one alphabet: others can look like those of another name.',
    fr: 'Utilisez les lettres simples d’un seul alphabet\u00A0: d’autres peuvent imiter un autre nom.',
  },
  INVISIBLE_CHARACTER: {
    status: 400,
    en: 'Invisible characters, such as zero-width ones, are not allowed.',
    fr: 'Les caractères invisibles, de largeur nulle par exemple, ne sont pas autorisés.',
  },
  WHITESPACE_REFUSED: {
    status: 400,
    en: 'Whitespace is not allowed.',
    fr: 'Les espaces ne sont pas autorisés.',
  },
  START_AFTER_END: {
    status: 400,
    en: 'The start date must not exceed the end date.',
    fr: 'La date de début ne doit pas dépasser la date de fin.',
  },
  THRESHOLDS_INVALID: { status: 400, en: 'invalid threshold values', fr: 'valeurs de seuil invalides' },
  THRESHOLD_INCORRECT: { status: 400, en: 'incorrect threshold value', fr: 'valeur de seuil incorrecte' },
  SELECTION_TOO_LARGE: {
    status: 400,
    en: 'cannot select more than {{max}} elements',
    fr: 'impossible de sélectionner plus de {{max}} éléments',
  },
  UNSAVED_MODIFICATIONS: {
    status: 409,
    en: 'Please save your modifications first',
    fr: 'Veuillez d’abord enregistrer vos modifications',
  },
  NOT_CONFIRMED: {
    status: 409,
    en: 'Save not confirmed by user. Cancelling.',
    fr: 'Enregistrement non confirmé par l’utilisateur. Annulation.',
  },
  REGEX_SLOW: {
    status: 400,
    en: 'This regular expression takes very long for some texts: avoid repeated groups that repeat themselves',
    fr: 'Cette expression régulière est très lente pour certains textes : évitez les groupes répétés qui se répètent eux-mêmes',
  },
  FRAME_PATTERN_SCHEME: {
    status: 400,
    en: 'This expression can match no address: iframes show addresses of HTTP and HTTPS only',
    fr: 'Cette expression ne peut correspondre à aucune adresse\u00A0: les iframes n’affichent que des adresses HTTP ou HTTPS',
  },
  REGEX_INVALID: {
    status: 400,
    en: 'This regular expression is not valid',
    fr: 'Cette expression régulière n’est pas valide',
  },
  TIMEZONE_UNKNOWN: { status: 400, en: 'Unknown time zone.', fr: 'Fuseau horaire inconnu.' },
} as const satisfies Record<string, ProblemDefinition>;
