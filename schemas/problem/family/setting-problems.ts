import type { ProblemDefinition } from '../definition.ts';

/** Platform settings: SNMP to agents. */
export const settingProblems = {
  SETTINGS_SAVE_FAILED: {
    status: 500,
    en: 'The settings could not be saved.',
    fr: 'Les paramètres n’ont pas pu être enregistrés.',
  },
  SETTINGS_LOAD_FAILED: {
    status: 500,
    en: 'The settings could not be loaded.',
    fr: 'Les paramètres n’ont pas pu être chargés.',
  },
  WEBHOOK_JSON_INVALID: {
    status: 400,
    en: 'The JSON syntax of the payload is not valid.',
    fr: 'La syntaxe JSON du contenu n’est pas valide.',
  },
  WEBHOOK_PLACEHOLDER_UNKNOWN: {
    status: 400,
    en: 'The placeholder {{name}} is not known.',
    fr: 'Le paramètre {{name}} est inconnu.',
  },
  WEBHOOK_TARGETS_IN_URL: {
    status: 400,
    en: 'The targets placeholder is not usable in the URL.',
    fr: 'Le paramètre des cibles n’est pas utilisable dans l’URL.',
  },
  WEBHOOK_PLACEHOLDER_UNCLOSED: {
    status: 400,
    en: 'A placeholder begins here and does not end with two braces: {{name}}',
    fr: 'Un paramètre commence ici sans se terminer par deux accolades\u00A0: {{name}}',
  },
  WEBHOOK_PLACEHOLDER_IN_HOST: {
    status: 400,
    en: 'The placeholder {{name}} may not decide which host is called.',
    fr: 'Le paramètre {{name}} ne peut pas déterminer l’hôte appelé.',
  },
  WEBHOOK_HEADER_REFUSED: {
    status: 400,
    en: 'The header {{name}} cannot be set.',
    fr: 'L’en-tête {{name}} ne peut pas être défini.',
  },
  WEBHOOK_HEADER_TWICE: {
    status: 400,
    en: 'The header {{name}} is there twice.',
    fr: 'L’en-tête {{name}} figure deux fois.',
  },
  WEBHOOK_HEADER_VALUE: {
    status: 400,
    en: 'The value of the header {{name}} holds characters that a header cannot carry.',
    fr: 'La valeur de l’en-tête {{name}} contient des caractères interdits dans un en-tête.',
  },
  WEBHOOK_HEADER_UNKNOWN: {
    status: 400,
    en: 'No value is stored for the header {{name}}: give one.',
    fr: 'Aucune valeur n’est enregistrée pour l’en-tête {{name}}\u00A0: saisissez-en une.',
  },
  RESTRICTED_NOT_OWN: {
    status: 403,
    en: 'Only a user who may read restricted resources can keep a target that is told of restricted alarms.',
    fr: 'Seul un utilisateur autorisé à lire les ressources restreintes peut enregistrer une cible notifiée des alarmes restreintes.',
  },
  SMTP_LINE_MALFORMED: {
    status: 400,
    en: 'Line {{line}} is not key=value.',
    fr: 'La ligne {{line}} n’est pas de la forme clé=valeur.',
  },
  SMTP_KEY_UNKNOWN: {
    status: 400,
    en: 'Line {{line}}: the key {{key}} is not known. Known: {{known}}.',
    fr: 'Ligne {{line}}\u00A0: la clé {{key}} est inconnue. Clés connues\u00A0: {{known}}.',
  },
  SMTP_KEY_TWICE: {
    status: 400,
    en: 'Line {{line}}: the key {{key}} is there already.',
    fr: 'Ligne {{line}}\u00A0: la clé {{key}} figure déjà plus haut.',
  },
  SMTP_VALUE_INVALID: {
    status: 400,
    en: 'Line {{line}}: {{key}} must be {{expected}}.',
    fr: 'Ligne {{line}}\u00A0: valeur attendue pour {{key}}\u00A0: {{expected}}.',
  },
  SMTP_PASSWORD_UNKNOWN: {
    status: 400,
    en: 'No password is stored for this login: give one.',
    fr: 'Aucun mot de passe n’est enregistré pour cet identifiant\u00A0: saisissez-en un.',
  },
  TRAP_SECRET_UNKNOWN: {
    status: 400,
    en: 'No value is stored for this receiver: give one.',
    fr: 'Aucune valeur n’est enregistrée pour ce destinataire\u00A0: saisissez-en une.',
  },
  TRAP_PRIVACY_ALONE: {
    status: 400,
    en: 'There is no privacy without authentication.',
    fr: 'Il n’y a pas de chiffrement sans authentification.',
  },
  ANNOUNCEMENT_EMPTY: {
    status: 400,
    en: 'Please fill out a message to broadcast.',
    fr: 'Veuillez saisir un message à diffuser.',
  },
  AGENT_UNDERSCORE: {
    status: 400,
    en: 'An underscore is not allowed.',
    fr: 'Le tiret bas n’est pas autorisé.',
  },
  AGENT_DATE_FORMAT: {
    status: 400,
    en: 'Give the expiration date as DD/MM/YYYY.',
    fr: 'Indiquez la date d’expiration au format JJ/MM/AAAA.',
  },
  AGENT_DATE_INVALID: { status: 400, en: 'This date does not exist.', fr: 'Cette date n’existe pas.' },
  AGENT_DATE_PAST: {
    status: 400,
    en: 'The expiration date may not be in the past.',
    fr: 'La date d’expiration ne peut pas être passée.',
  },
  AGENT_INDEX_INVALID: {
    status: 400,
    en: 'The index has exactly {{length}} characters.',
    fr: 'L’index comporte exactement {{length}} caractères.',
  },
  SAML_EXTRA_URL_REQUIRED: {
    status: 400,
    en: 'A property is read from extra attributes: give the URL of the extra attributes.',
    fr: 'Une propriété est lue dans les attributs supplémentaires\u00A0: indiquez l’URL des attributs supplémentaires.',
  },
  SAML_MAPPING_MISSING: {
    status: 400,
    en: 'This mapping is mandatory: {{mapping}}.',
    fr: 'Cette correspondance est obligatoire\u00A0: {{mapping}}.',
  },
  SAML_NOT_SET_UP: {
    status: 409,
    en: 'Save the settings of the identity provider first.',
    fr: 'Enregistrez d’abord les paramètres du fournisseur d’identité.',
  },
  PRIVATE_KEY_UNREADABLE: {
    status: 400,
    en: 'The private key cannot be read, or does not belong to the certificate.',
    fr: 'La clé privée est illisible ou ne correspond pas au certificat.',
  },
  LICENSE_SAME: {
    status: 409,
    en: 'The new license is the same as the current one.',
    fr: 'La nouvelle licence est identique à la licence actuelle.',
  },
  LICENSE_EMPTY: { status: 400, en: 'The license is empty.', fr: 'La licence est vide.' },
  LICENSE_FORMAT_INVALID: {
    status: 400,
    en: 'The format of the license is not valid.',
    fr: 'Le format de la licence n’est pas valide.',
  },
  LICENSE_SIGNATURE_INVALID: {
    status: 400,
    en: 'The signature of the license is not valid.',
    fr: 'La signature de la licence n’est pas valide.',
  },
  LICENSE_INVALID: {
    status: 400,
    en: 'There is an issue in the license: {{issue}}',
    fr: 'La licence présente un problème\u00A0: {{issue}}',
  },
  LICENSE_EXPIRED: { status: 400, en: 'The license has expired.', fr: 'La licence a expiré.' },
  LICENSE_CERTIFICATE_MISSING: {
    status: 409,
    en: 'A license without a certificate cannot be saved.',
    fr: 'Une licence sans certificat ne peut pas être enregistrée.',
  },
  LICENSE_CERTIFICATE_MISMATCH: {
    status: 400,
    en: 'The license does not match its certificate.',
    fr: 'La licence ne correspond pas à son certificat.',
  },
  CERTIFICATE_UNREADABLE: {
    status: 400,
    en: 'The certificate cannot be parsed.',
    fr: 'Le certificat est illisible.',
  },
  CERTIFICATE_SIGNATURE_INVALID: {
    status: 400,
    en: 'The signature of the certificate is not valid.',
    fr: 'La signature du certificat n’est pas valide.',
  },
  CERTIFICATE_UNVERIFIED: {
    status: 400,
    en: 'The certificate could not be verified.',
    fr: 'Le certificat n’a pas pu être vérifié.',
  },
  CERTIFICATE_NOT_IN_FORCE: {
    status: 400,
    en: 'The certificate is not valid at this date.',
    fr: 'Le certificat n’est pas valide à cette date.',
  },
} as const satisfies Record<string, ProblemDefinition>;
