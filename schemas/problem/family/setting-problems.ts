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
    en: 'Unknown placeholder {{name}}.',
    fr: 'Le paramètre {{name}} est inconnu.',
  },
  WEBHOOK_TARGETS_IN_URL: {
    status: 400,
    en: 'The list {{name}} is not usable in the URL.',
    fr: 'La liste {{name}} n’est pas utilisable dans l’URL.',
  },
  WEBHOOK_PLACEHOLDER_UNCLOSED: {
    status: 400,
    en: 'This placeholder has no closing braces: {{name}}',
    fr: 'Ce paramètre n’est pas fermé par deux accolades\u00A0: {{name}}',
  },
  WEBHOOK_PLACEHOLDER_IN_HOST: {
    status: 400,
    en: 'The placeholder {{name}} cannot be part of the host.',
    fr: 'Le paramètre {{name}} ne peut pas faire partie de l’hôte.',
  },
  WEBHOOK_HEADER_REFUSED: {
    status: 400,
    en: 'The header {{name}} cannot be set.',
    fr: 'L’en-tête {{name}} ne peut pas être défini.',
  },
  WEBHOOK_HEADER_TWICE: {
    status: 400,
    en: 'Duplicate header {{name}}.',
    fr: 'En-tête {{name}} en double.',
  },
  WEBHOOK_HEADER_VALUE: {
    status: 400,
    en: 'The value of the header {{name}} contains invalid characters.',
    fr: 'La valeur de l’en-tête {{name}} contient des caractères interdits.',
  },
  WEBHOOK_CHANNEL_MISSING: {
    status: 400,
    en: 'Enter the channel of {{name}} that receives the messages.',
    fr: 'Indiquez le canal de {{name}} qui reçoit les messages.',
  },
  WEBHOOK_SECRET_INVALID: {
    status: 400,
    en: 'This does not look like a secret of {{name}}: check what you copied.',
    fr: 'Ceci ne ressemble pas à un secret de {{name}}\u00A0: vérifiez ce que vous avez copié.',
  },
  WEBHOOK_SECRET_MISSING: {
    status: 400,
    en: 'Enter the secret of {{name}}: none is stored for this address.',
    fr: 'Saisissez le secret de {{name}}\u00A0: aucun n’est enregistré pour cette adresse.',
  },
  WEBHOOK_HEADER_UNKNOWN: {
    status: 400,
    en: 'No value is stored for the header {{name}}: enter one.',
    fr: 'Aucune valeur n’est enregistrée pour l’en-tête {{name}}\u00A0: saisissez-en une.',
  },
  LIVEWIRE_PLACEHOLDER_UNKNOWN: {
    status: 400,
    en: 'Unknown placeholder {{name}}. Known: {{known}}',
    fr: 'Le paramètre {{name}} est inconnu. Paramètres connus\u00A0: {{known}}',
  },
  RESTRICTED_NOT_OWN: {
    status: 403,
    en: 'Targets that receive restricted alarms require the permission to read restricted resources.',
    fr: 'Les cibles notifiées des alarmes restreintes requièrent le droit de lire les ressources à accès restreint.',
  },
  MAIL_SERVER_MISSING: {
    status: 409,
    en: 'No mail server is set up. Set one up in Settings, SMTP, or ask an administrator.',
    fr: 'Aucun serveur de messagerie n’est configuré. Configurez-en un dans Paramètres, SMTP, ou demandez à un administrateur.',
  },
  SMTP_LINE_MALFORMED: {
    status: 400,
    en: 'Line {{line}} is not key=value.',
    fr: 'La ligne {{line}} n’est pas de la forme clé=valeur.',
  },
  SMTP_KEY_UNKNOWN: {
    status: 400,
    en: 'Line {{line}}: unknown key {{key}}. Valid keys: {{known}}.',
    fr: 'Ligne {{line}}\u00A0: la clé {{key}} est inconnue. Clés connues\u00A0: {{known}}.',
  },
  SMTP_KEY_TWICE: {
    status: 400,
    en: 'Line {{line}}: duplicate key {{key}}.',
    fr: 'Ligne {{line}}\u00A0: la clé {{key}} figure déjà plus haut.',
  },
  SMTP_VALUE_INVALID: {
    status: 400,
    en: 'Line {{line}}: {{key}} must be {{expected}}.',
    fr: 'Ligne {{line}}\u00A0: valeur attendue pour {{key}}\u00A0: {{expected}}.',
  },
  SMTP_PASSWORD_UNKNOWN: {
    status: 400,
    en: 'No password is stored for this login: enter one.',
    fr: 'Aucun mot de passe n’est enregistré pour cet identifiant\u00A0: saisissez-en un.',
  },
  TRAP_SECRET_UNKNOWN: {
    status: 400,
    en: 'No value is stored for this receiver: enter one.',
    fr: 'Aucune valeur n’est enregistrée pour ce récepteur\u00A0: saisissez-en une.',
  },
  TRAP_PRIVACY_ALONE: {
    status: 400,
    en: 'Privacy requires authentication.',
    fr: 'Le chiffrement requiert l’authentification.',
  },
  ANNOUNCEMENT_EMPTY: {
    status: 400,
    en: 'Please fill out a message to broadcast.',
    fr: 'Veuillez saisir un message à diffuser.',
  },
  AGENT_UNDERSCORE: {
    status: 400,
    en: 'Underscores are not allowed.',
    fr: 'Le tiret bas n’est pas autorisé.',
  },
  AGENT_DATE_FORMAT: {
    status: 400,
    en: 'Enter the expiration date as DD/MM/YYYY.',
    fr: 'Indiquez la date d’expiration au format JJ/MM/AAAA.',
  },
  AGENT_DATE_INVALID: { status: 400, en: 'This date does not exist.', fr: 'Cette date n’existe pas.' },
  AGENT_DATE_PAST: {
    status: 400,
    en: 'The expiration date cannot be in the past.',
    fr: 'La date d’expiration ne peut pas être passée.',
  },
  AGENT_SOURCE_INVALID: {
    status: 400,
    en: 'Enter an IP address or a network such as 192.0.2.0/24.',
    fr: 'Indiquez une adresse IP ou un réseau comme 192.0.2.0/24.',
  },
  AGENT_ID_TAKEN: {
    status: 409,
    en: 'Another agent has this ID.',
    fr: 'Un autre agent a cet identifiant.',
  },
  AGENT_SOURCE_TAKEN: {
    status: 409,
    en: 'The agent {{agent}} has the same source: the flows could not be distinguished.',
    fr: 'L’agent {{agent}} a la même source\u00A0: les flux ne pourraient pas être distingués.',
  },
  AGENT_INDEX_INVALID: {
    status: 400,
    en: 'The index must have exactly {{length}} characters.',
    fr: 'L’index doit comporter exactement {{length}} caractères.',
  },
  OIDC_ISSUER_WELL_KNOWN: {
    status: 400,
    en: 'Enter the issuer, without /.well-known/openid-configuration.',
    fr: 'Saisissez l’émetteur (issuer), sans /.well-known/openid-configuration.',
  },
  OIDC_SLUG_INVALID: {
    status: 400,
    en: 'Use up to 40 lower-case letters, digits and hyphens.',
    fr: 'Utilisez au plus 40 lettres minuscules, chiffres et tirets.',
  },
  OIDC_SLUG_TAKEN: {
    status: 400,
    en: 'Another provider has this address.',
    fr: 'Un autre fournisseur a déjà cette adresse.',
  },
  OIDC_ISSUER_TAKEN: {
    status: 400,
    en: 'Another provider has this issuer.',
    fr: 'Un autre fournisseur a déjà cet émetteur.',
  },
  OIDC_SECRET_OF_OTHER: {
    status: 400,
    en: 'Enter the secret again: issuer or client ID have changed.',
    fr: 'Saisissez à nouveau le secret\u00A0: l’émetteur ou l’identifiant du client a changé.',
  },
  OIDC_TOO_MANY: {
    status: 400,
    en: 'There can be at most {{max}} OpenID Connect providers.',
    fr: 'Il ne peut y avoir plus de {{max}} fournisseurs OpenID Connect.',
  },
  SAML_EXTRA_URL_REQUIRED: {
    status: 400,
    en: 'A property uses extra attributes: enter the URL of the extra attributes.',
    fr: 'Une propriété utilise les attributs supplémentaires\u00A0: indiquez leur URL.',
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
