import type { ProblemDefinition } from '../definition.ts';

/** KPI library, pollers, roles, users and profiles. */
export const administrationProblems = {
  KPI_SAVE_FAILED: {
    status: 500,
    en: 'Could not save KPI, please try again',
    fr: 'Impossible d’enregistrer le KPI, veuillez réessayer',
  },
  FORMULA_SAVE_FAILED: {
    status: 500,
    en: 'Could not save Formula, please try again',
    fr: 'Impossible d’enregistrer la formule, veuillez réessayer',
  },
  FORMULA_INVALID: {
    status: 400,
    en: 'The formula is not valid at character {{position}}.',
    fr: 'La formule n’est pas valide au caractère {{position}}.',
  },
  OID_INVALID: { status: 400, en: 'OID is not in valid format', fr: 'Le format de l’OID n’est pas valide' },
  SCRIPT_INVALID: {
    status: 400,
    en: 'A script must have the form procedure(XXX).',
    fr: 'Un script s’écrit procedure(XXX).',
  },
  DEBUG_RUNNING: {
    status: 409,
    en: 'Site {{site}} is already being recorded.',
    fr: 'Le site {{site}} est déjà en cours d’enregistrement.',
  },
  DEBUG_FILE_MISSING: {
    status: 404,
    en: 'This file of the recording is no longer available: files are deleted after {{days}} days.',
    fr: 'Ce fichier de l’enregistrement n’est plus disponible\u00A0: les fichiers sont supprimés au bout de {{days}} jours.',
  },
  DEBUG_COLLECTOR_SILENT: {
    status: 503,
    en: 'The file is on the collector {{collector}}, which does not respond. Start it, then download the file.',
    fr: 'Le fichier est sur le collecteur {{collector}}, qui ne répond pas. Démarrez-le, puis téléchargez le fichier.',
  },
  DEBUG_TAIL_BUSY: {
    status: 429,
    en: 'Too many screens show live flows. Try again when another one is closed.',
    fr: 'Trop d’écrans affichent des flux en direct. Réessayez quand l’un d’eux sera fermé.',
  },
  COUNTER_IN_USE: {
    status: 409,
    en: 'KPIs depend on the counter {{counter}}, which would have no poller: {{kpis}}.',
    fr: 'Des KPI dépendent du compteur {{counter}}, qui n’aurait plus de relevé\u00A0: {{kpis}}.',
  },
  KPI_IN_USE: {
    status: 409,
    en: 'Alarms depend on this KPI: {{alarms}}.',
    fr: 'Des alarmes dépendent de ce KPI\u00A0: {{alarms}}.',
  },
  KPI_BUILT_IN: {
    status: 409,
    en: 'Library KPIs cannot be changed or deleted; their formulas can be overridden.',
    fr: 'Les KPI de la bibliothèque ne peuvent être ni modifiés ni supprimés\u00A0; leurs formules peuvent être surchargées.',
  },
  KPI_MAXIMUM_REACHED: {
    status: 409,
    en: 'The maximum of {{max}} defined KPIs is reached.',
    fr: 'Le maximum de {{max}} KPI personnalisés est atteint.',
  },
  POLLER_BUILT_IN: {
    status: 409,
    en: 'Built-in pollers can be disabled, but not changed or deleted.',
    fr: 'Les relevés SNMP intégrés peuvent être désactivés, mais ni modifiés ni supprimés.',
  },
  POLLER_MAXIMUM_REACHED: {
    status: 409,
    en: 'The maximum of {{max}} pollers is reached.',
    fr: 'Le maximum de {{max}} relevés SNMP est atteint.',
  },
  DISCOVERY_QUEUE_FULL: {
    status: 409,
    en: 'A customer can have at most {{max}} queued or running discoveries.',
    fr: 'Un client ne peut avoir plus de {{max}} découvertes en attente ou en cours.',
  },
  DISCOVERY_ADDRESS_BLOCKED: {
    status: 422,
    en: '{{address}} is an address of this machine or link: only networks of SNMP_ALLOWED_NETWORKS can be searched.',
    fr: '{{address}} est une adresse de cette machine ou de son lien\u00A0: seuls les réseaux de SNMP_ALLOWED_NETWORKS peuvent être parcourus.',
  },
  DISCOVERY_NOT_FINISHED: {
    status: 409,
    en: 'This discovery has not finished.',
    fr: 'Cette découverte n’est pas terminée.',
  },
  DISCOVERY_ENDED: {
    status: 409,
    en: 'This discovery has already ended.',
    fr: 'Cette découverte est déjà terminée.',
  },
  ROLE_SAVE_FAILED: {
    status: 500,
    en: 'Error while saving role',
    fr: 'Erreur lors de l’enregistrement du rôle',
  },
  ROLE_ADMIN_FROZEN: {
    status: 409,
    en: 'You cannot modify this role',
    fr: 'Vous ne pouvez pas modifier ce rôle',
  },
  ROLE_ADMIN_RESERVED: {
    status: 403,
    en: 'Assigning the administrator role requires access to every customer.',
    fr: 'Pour attribuer le rôle d’administrateur, il faut avoir accès à tous les clients.',
  },
  ROLE_DEFAULT_FROZEN: {
    status: 409,
    en: 'The default role cannot be deleted.',
    fr: 'Le rôle par défaut ne peut pas être supprimé.',
  },
  RIGHTS_EXCEED_OWN: {
    status: 403,
    en: 'You cannot grant or change permissions that you do not have.',
    fr: 'Vous ne pouvez ni accorder ni modifier des droits que vous n’avez pas.',
  },
  EVERY_CUSTOMER_REQUIRED: {
    status: 403,
    en: 'This setting applies to every customer and requires access to all of them.',
    fr: 'Ce réglage s’applique à tous les clients et requiert l’accès à chacun d’eux.',
  },
  OWN_ACCOUNT: {
    status: 409,
    en: 'You cannot lock or delete your own account or reset its password here.',
    fr: 'Vous ne pouvez ni verrouiller ni supprimer votre propre compte, ni réinitialiser ici son mot de passe.',
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    en: 'At least one active administrator must remain.',
    fr: 'Il doit rester au moins un administrateur actif.',
  },
  ROLE_SELECTION_FULL: {
    status: 400,
    en: 'You cannot select more roles',
    fr: 'Vous ne pouvez pas sélectionner plus de rôles',
  },
  PROFILE_SELECTION_FULL: {
    status: 400,
    en: 'You cannot select more profiles: at most {{max}}',
    fr: 'Vous ne pouvez pas sélectionner plus de profils\u00A0: {{max}} au plus',
  },
  PROFILE_DEFAULT_FROZEN: {
    status: 409,
    en: 'The default profile cannot be deleted.',
    fr: 'Le profil par défaut ne peut pas être supprimé.',
  },
  CLIENT_REQUIRED: {
    status: 400,
    en: 'Select at least one of your customers.',
    fr: 'Sélectionnez au moins un de vos clients.',
  },
  USERNAME_CHARACTER: {
    status: 400,
    en: 'A username cannot contain angle brackets, double quotes, backticks or ampersands.',
    fr: 'Un identifiant ne peut contenir ni chevrons, ni guillemets, ni accents graves isolés, ni esperluettes.',
  },
  USERNAME_EDGE: {
    status: 400,
    en: 'A username cannot begin or end with a dot or another small mark.',
    fr: 'Un identifiant ne peut ni commencer ni finir par un point ou un autre petit signe.',
  },
  USERNAME_LOOKS_TAKEN: {
    status: 409,
    en: 'This username looks like that of another user, such as “pau1” and “paul”. Choose one that cannot be mistaken.',
    fr: 'Cet identifiant ressemble à celui d’un autre utilisateur, comme « pau1 » et « paul ». Choisissez-en un qui ne prête pas à confusion.',
  },
  USERNAME_TAKEN: { status: 409, en: 'Username already taken', fr: 'Cet identifiant est déjà pris' },
  ELEMENT_HAS_CHILDREN: {
    status: 409,
    en: 'This element has children. Force the deletion to include them.',
    fr: 'Cet élément en contient d’autres. Forcez la suppression pour les supprimer aussi.',
  },
  DATABASE_FULL: {
    status: 507,
    en: 'The disk of the database (PostgreSQL) is full: nothing was saved. Free or add space, then try again.',
    fr: 'Le disque de la base de données (PostgreSQL) est plein\u00A0: rien n’a été enregistré. Libérez ou ajoutez de l’espace, puis réessayez.',
  },
} as const satisfies Record<string, ProblemDefinition>;
