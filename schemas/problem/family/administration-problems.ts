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
    en: 'A script looks like procedure(XXX).',
    fr: 'Un script s’écrit procedure(XXX).',
  },
  DEBUG_RUNNING: {
    status: 409,
    en: 'The site {{site}} is being recorded already.',
    fr: 'Le site {{site}} est déjà en cours d’enregistrement.',
  },
  COUNTER_IN_USE: {
    status: 409,
    en: 'The counter {{counter}} would have no poller any more, and KPIs need it: {{kpis}}.',
    fr: 'Le compteur {{counter}} n’aurait plus de collecteur, alors que des KPI en dépendent\u00A0: {{kpis}}.',
  },
  KPI_IN_USE: {
    status: 409,
    en: 'Alarms depend on this KPI: {{alarms}}.',
    fr: 'Des alarmes dépendent de ce KPI\u00A0: {{alarms}}.',
  },
  KPI_BUILT_IN: {
    status: 409,
    en: 'A KPI of the library can be neither changed nor deleted.',
    fr: 'Un KPI de la bibliothèque fournie ne peut être ni modifié ni supprimé.',
  },
  KPI_MAXIMUM_REACHED: {
    status: 409,
    en: 'The maximum number of KPIs of your own is reached: {{max}}.',
    fr: 'Le nombre maximal de KPI personnalisés est atteint\u00A0: {{max}}.',
  },
  POLLER_BUILT_IN: {
    status: 409,
    en: 'A built-in poller can be switched off, and not be changed or deleted.',
    fr: 'Un collecteur SNMP intégré peut être désactivé, mais ni modifié ni supprimé.',
  },
  POLLER_MAXIMUM_REACHED: {
    status: 409,
    en: 'The maximum number of pollers is reached: {{max}}.',
    fr: 'Le nombre maximal de collecteurs SNMP est atteint\u00A0: {{max}}.',
  },
  DISCOVERY_QUEUE_FULL: {
    status: 409,
    en: 'At most {{max}} discoveries of a customer can wait or run at a time.',
    fr: 'Un client ne peut avoir plus de {{max}} découvertes en attente ou en cours.',
  },
  DISCOVERY_NOT_FINISHED: {
    status: 409,
    en: 'This discovery has not finished: there is nothing to accept.',
    fr: 'Cette découverte n’est pas terminée\u00A0: il n’y a rien à accepter.',
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
  ROLE_DEFAULT_FROZEN: {
    status: 409,
    en: 'The default role cannot be deleted.',
    fr: 'Le rôle par défaut ne peut pas être supprimé.',
  },
  RIGHTS_EXCEED_OWN: {
    status: 403,
    en: 'You cannot give or change rights that you do not have yourself.',
    fr: 'Vous ne pouvez ni accorder ni modifier des droits que vous n’avez pas vous-même.',
  },
  EVERY_CLIENT_NEEDED: {
    status: 403,
    en: 'This holds for every client: only a user who sees them all can change it.',
    fr: 'Ce réglage s’applique à tous les clients\u00A0: seul un utilisateur qui les voit tous peut le modifier.',
  },
  OWN_ACCOUNT: {
    status: 409,
    en: 'You cannot lock or delete your own account, nor renew its password here.',
    fr: 'Vous ne pouvez ni verrouiller ni supprimer votre propre compte, ni renouveler ici son mot de passe.',
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
    en: 'You cannot select more profiles',
    fr: 'Vous ne pouvez pas sélectionner plus de profils',
  },
  PROFILE_DEFAULT_FROZEN: {
    status: 409,
    en: 'The default profile cannot be deleted.',
    fr: 'Le profil par défaut ne peut pas être supprimé.',
  },
  PROFILE_HOLDS_OTHERS: {
    status: 409,
    en: 'This profile holds clients that you may not see.',
    fr: 'Ce profil contient des clients auxquels vous n’avez pas accès.',
  },
  CLIENT_REQUIRED: {
    status: 400,
    en: 'Choose at least one of your clients.',
    fr: 'Choisissez au moins un de vos clients.',
  },
  USERNAME_TAKEN: { status: 409, en: 'Username already taken', fr: 'Cet identifiant est déjà pris' },
  ELEMENT_HAS_CHILDREN: {
    status: 409,
    en: 'This element has children. Force the deletion to delete them too.',
    fr: 'Cet élément en contient d’autres. Forcez la suppression pour les supprimer aussi.',
  },
} as const satisfies Record<string, ProblemDefinition>;
