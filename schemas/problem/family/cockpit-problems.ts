import type { ProblemDefinition } from '../definition.ts';

/** Cockpits and their alarms. */
export const cockpitProblems = {
  COCKPIT_ALARM_SAVE_FAILED: {
    status: 500,
    en: 'The alarm could not be saved.',
    fr: 'L’alarme n’a pas pu être enregistrée.',
  },
  COCKPIT_ALARM_REMOVE_FAILED: {
    status: 500,
    en: 'The alarm could not be removed.',
    fr: 'L’alarme n’a pas pu être supprimée.',
  },
  COCKPIT_CONFIG_SAVE_FAILED: {
    status: 500,
    en: 'The cockpit configuration could not be saved.',
    fr: 'La configuration du cockpit n’a pas pu être enregistrée.',
  },
  COCKPIT_CONFIG_RESTORE_FAILED: {
    status: 500,
    en: 'The cockpit configuration could not be restored.',
    fr: 'La configuration du cockpit n’a pas pu être restaurée.',
  },
  COCKPIT_KPI_ALTERNATIVES: {
    status: 422,
    en: 'This KPI is registered on several alternatives and cannot be used for an alarm.',
    fr: 'Ce KPI est enregistré sur plusieurs alternatives et ne peut pas servir à une alarme.',
  },
  COCKPIT_TARGET_IMPOSSIBLE: {
    status: 422,
    en: 'This KPI has no measures of such elements.',
    fr: 'Ce KPI n’est pas mesuré sur ce type d’élément.',
  },
  COCKPIT_SAME_TARGET: {
    status: 409,
    en: 'Two alarms of this cockpit have KPIs from different sources and the same target granularity: they are incompatible.',
    fr: 'Deux alarmes de ce cockpit ont des KPI de sources différentes et la même granularité cible\u00A0: elles sont incompatibles.',
  },
  COCKPIT_ALARM_DUPLICATE: {
    status: 409,
    en: 'Another alarm of this cockpit has the same parameters.',
    fr: 'Une autre alarme de ce cockpit a les mêmes paramètres.',
  },
  COCKPIT_UNNAMED: {
    status: 409,
    en: 'Name the cockpit before adding alarms.',
    fr: 'Nommez le cockpit avant d’y ajouter des alarmes.',
  },
  COCKPIT_OUTLIERS_OVER_MEASURES: {
    status: 400,
    en: 'The outliers cannot be more than the measures: at most {{max}}.',
    fr: 'Le nombre de valeurs hors seuil ne peut pas dépasser le nombre de mesures\u00A0: {{max}} au maximum.',
  },
  COCKPIT_GROUPS_REQUIRED: {
    status: 400,
    en: 'A restricted alarm needs at least one group.',
    fr: 'Une alarme à accès restreint nécessite au moins un groupe.',
  },
  COCKPIT_BACKTEST_TOO_LARGE: {
    status: 422,
    en: 'This backtest would look at {{values}} values, {{max}} are allowed. Choose a shorter period or one customer.',
    fr: 'Ce test rétroactif porterait sur {{values}} valeurs, pour {{max}} autorisées. Choisissez une période plus courte ou un seul client.',
  },
  COCKPIT_BACKTEST_BUSY: {
    status: 429,
    en: 'Other backtests are running. Try again in {{seconds}} s.',
    fr: 'D’autres tests rétroactifs sont en cours. Réessayez dans {{seconds}} s.',
  },
  COCKPIT_FULL: {
    status: 409,
    en: 'A cockpit holds at most {{max}} alarms.',
    fr: 'Un cockpit contient au plus {{max}} alarmes.',
  },
  COCKPIT_THRESHOLD_TARGET: {
    status: 422,
    en: 'This element is of another kind than the KPI of the alarm.',
    fr: 'Cet élément n’est pas du type sur lequel porte le KPI de l’alarme.',
  },
  COCKPIT_GROUP_IN_USE: {
    status: 409,
    en: 'Alarms are restricted to this group alone: {{count}}. Give them another one first.',
    fr: 'Des alarmes ne sont visibles que par ce groupe\u00A0: {{count}}. Donnez-leur d’abord un autre groupe.',
  },
  COCKPIT_GROUP_UNKNOWN: {
    status: 422,
    en: 'One of these groups no longer exists.',
    fr: 'L’un de ces groupes n’existe plus.',
  },
} as const satisfies Record<string, ProblemDefinition>;
