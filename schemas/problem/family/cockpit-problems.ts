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
    en: 'The alarm could not be deleted.',
    fr: 'L’alarme n’a pas pu être supprimée.',
  },
  COCKPIT_CONFIG_SAVE_FAILED: {
    status: 500,
    en: 'The cockpit configuration could not be saved.',
    fr: 'La configuration du profil d’alarmes n’a pas pu être enregistrée.',
  },
  COCKPIT_CONFIG_RESTORE_FAILED: {
    status: 500,
    en: 'The cockpit configuration could not be restored.',
    fr: 'La configuration du profil d’alarmes n’a pas pu être restaurée.',
  },
  COCKPIT_KPI_UNKNOWN: { status: 422, en: 'This KPI does not exist.', fr: 'Ce KPI n’existe pas.' },
  COCKPIT_KPI_ALTERNATIVES: {
    status: 422,
    en: 'This KPI is registered on several alternatives and cannot be used for an alarm.',
    fr: 'Ce KPI est enregistré sur plusieurs alternatives et ne peut pas servir à une alarme.',
  },
  COCKPIT_TARGET_IMPOSSIBLE: {
    status: 422,
    en: 'This KPI is not measured on this kind of element.',
    fr: 'Ce KPI n’est pas mesuré sur ce type d’élément.',
  },
  COCKPIT_SAME_TARGET: {
    status: 409,
    en: 'Two alarms of this cockpit have KPIs from different sources and the same target granularity: they are incompatible.',
    fr: 'Deux alarmes de ce profil d’alarmes ont des KPI de sources différentes et la même granularité cible\u00A0: elles sont incompatibles.',
  },
  COCKPIT_KPI_ACCESSES: {
    status: 422,
    en: 'This KPI shows WAN accesses only. Define the alarm on the KPI of interfaces that it shows.',
    fr: 'Ce KPI ne montre que les accès WAN. Définissez l’alarme sur le KPI d’interfaces qu’il présente.',
  },
  COCKPIT_ALARM_DUPLICATE: {
    status: 409,
    en: 'Another alarm of this cockpit has the same parameters.',
    fr: 'Une autre alarme de ce profil d’alarmes a les mêmes paramètres.',
  },
  COCKPIT_UNNAMED: {
    status: 409,
    en: 'Name the cockpit before adding alarms.',
    fr: 'Nommez le profil d’alarmes avant d’y ajouter des alarmes.',
  },
  COCKPIT_OUTLIERS_OVER_MEASURES: {
    status: 400,
    en: 'The number of outliers cannot exceed the number of measures: {{max}}.',
    fr: 'Le nombre de valeurs hors seuil ne peut pas dépasser le nombre de mesures\u00A0: {{max}}.',
  },
  COCKPIT_BACKTEST_DRAFT: {
    status: 400,
    en: 'Name a draft or an alarm.',
    fr: 'Indiquez un brouillon ou une alarme.',
  },
  COCKPIT_THRESHOLD_OWNER: {
    status: 400,
    en: 'Name either a customer or an element.',
    fr: 'Indiquez soit un client, soit un élément.',
  },
  RUNBOOK_PLACEHOLDER_UNKNOWN: {
    status: 400,
    en: 'Unknown placeholder {{name}}.',
    fr: 'Le paramètre {{name}} est inconnu.',
  },
  RUNBOOK_INVALID: {
    status: 400,
    en: 'Enter text, or an address with a fixed host and without credentials. Placeholders must exist.',
    fr: 'Saisissez un texte, ou une adresse dont l’hôte est fixe et sans identifiants. Les paramètres doivent exister.',
  },
  COCKPIT_GROUPS_REQUIRED: {
    status: 400,
    en: 'A restricted alarm needs at least one group.',
    fr: 'Une alarme à accès restreint nécessite au moins un groupe.',
  },
  COCKPIT_BACKTEST_TOO_LARGE: {
    status: 422,
    en: 'This backtest would evaluate {{values}} values, the maximum is {{max}}. Choose a shorter period or a single customer.',
    fr: 'Ce test rétroactif porterait sur {{values}} valeurs, le maximum est {{max}}. Choisissez une période plus courte ou un seul client.',
  },
  COCKPIT_BACKTEST_BUSY: {
    status: 429,
    en: 'Other backtests are running. Try again in {{seconds}} s.',
    fr: 'D’autres tests rétroactifs sont en cours. Réessayez dans {{seconds}} s.',
  },
  COCKPIT_BACKTEST_OWN_LIMIT: {
    status: 429,
    en: 'You have {{max}} backtests under way. Wait for one to end, or cancel it.',
    fr: 'Vous avez déjà {{max}} tests rétroactifs en cours. Attendez la fin de l’un d’eux ou annulez-le.',
  },
  COCKPIT_BACKTEST_STALLED: {
    status: 504,
    en: 'The backtest made no progress for {{minutes}} minutes: the store is overloaded. Try again later.',
    fr: 'Le test rétroactif n’a pas progressé depuis {{minutes}} minutes : la base de données est surchargée. Réessayez plus tard.',
  },
  COCKPIT_BACKTEST_ENDED: {
    status: 404,
    en: 'The backtest has ended without a result: an engine was restarted, or the result has expired. Run it again.',
    fr: 'Le test rétroactif s’est terminé sans résultat : un moteur a redémarré, ou le résultat a expiré. Relancez-le.',
  },
  COCKPIT_BOUNDS_REVERSED: {
    status: 400,
    en: 'The lower bound is above the upper one.',
    fr: 'La borne inférieure dépasse la borne supérieure.',
  },
  COCKPIT_LEVELS_OPERATOR: {
    status: 400,
    en: 'With = and ≠ no value is worse than another: such an alarm has one severity.',
    fr: 'Avec = et ≠, aucune valeur n’est pire qu’une autre\u00A0: une telle alarme n’a qu’une gravité.',
  },
  COCKPIT_LEVELS_SEVERITY: {
    status: 400,
    en: 'A further level must be more severe than the alarm is when raised.',
    fr: 'Un niveau supplémentaire doit être plus grave que l’alarme à sa levée.',
  },
  COCKPIT_LEVELS_ORDER: {
    status: 400,
    en: 'The threshold of a more severe level must lie further out.',
    fr: 'Le seuil d’un niveau plus grave doit être plus éloigné.',
  },
  COCKPIT_THRESHOLD_OUTSIDE: {
    status: 422,
    en: 'Choose a threshold from {{min}} to {{max}}: these are the bounds of the provider.',
    fr: 'Choisissez un seuil de {{min}} à {{max}} : ce sont les bornes de l’opérateur.',
  },
  COCKPIT_THRESHOLD_NOT_OFFERED: {
    status: 409,
    en: 'The provider sets the threshold of this alarm.',
    fr: 'L’opérateur fixe le seuil de cette alarme.',
  },
  COCKPIT_THRESHOLD_FROZEN: {
    status: 409,
    en: 'The provider has frozen this threshold.',
    fr: 'L’opérateur a figé ce seuil.',
  },
  COCKPIT_FULL: {
    status: 409,
    en: 'A cockpit holds at most {{max}} alarms.',
    fr: 'Un profil d’alarmes contient au plus {{max}} alarmes.',
  },
  COCKPIT_THRESHOLD_TARGET: {
    status: 422,
    en: 'The KPI of the alarm does not apply to this kind of element.',
    fr: 'Le KPI de l’alarme ne s’applique pas à ce type d’élément.',
  },
  COCKPIT_GROUP_IN_USE: {
    status: 409,
    en: 'Alarms restricted to this group only: {{count}}. Assign another group to them first.',
    fr: 'Alarmes visibles de ce seul groupe\u00A0: {{count}}. Affectez-leur d’abord un autre groupe.',
  },
  COCKPIT_GROUP_UNKNOWN: {
    status: 422,
    en: 'One of these groups no longer exists.',
    fr: 'L’un de ces groupes n’existe plus.',
  },
} as const satisfies Record<string, ProblemDefinition>;
