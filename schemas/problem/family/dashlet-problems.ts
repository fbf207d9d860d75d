import type { ProblemDefinition } from '../definition.ts';

/** Dashboards, home pages, dashlets, filters and the flow map. */
export const dashletProblems = {
  DASHBOARD_UNAVAILABLE: {
    status: 503,
    en: 'This dashboard is not available.',
    fr: 'Ce tableau de bord n’est pas disponible.',
  },
  DASHBOARD_NOT_FOUND: {
    status: 404,
    en: 'This dashboard was not found.',
    fr: 'Ce tableau de bord est introuvable.',
  },
  HOME_PRIVATE: {
    status: 400,
    en: 'This home page is private: other users do not see it.',
    fr: 'Cette page d’accueil est privée\u00A0: les autres utilisateurs ne la voient pas.',
  },
  DASHBOARD_FORBIDDEN: {
    status: 403,
    en: 'You do not have access to this dashboard.',
    fr: 'Vous n’avez pas accès à ce tableau de bord.',
  },
  NOT_OF_DOCUMENT: {
    status: 403,
    en: 'This page does not show that, and you have no access to dashboards.',
    fr: 'Cette page ne montre pas cela, et vous n’avez pas accès aux tableaux de bord.',
  },
  DOCUMENT_NEWER: {
    status: 400,
    en: 'A newer version of the product wrote this document; this one reads documents up to version {{max}}.',
    fr: 'Une version plus récente du produit a écrit ce document\u00A0; celle-ci lit les documents jusqu’à la version {{max}}.',
  },
  DOCUMENT_VERSION_UNKNOWN: {
    status: 400,
    en: 'No document has this version: the first one is 1, and the newest that this product reads is {{max}}.',
    fr: 'Aucun document n’a cette version\u00A0: la première est 1, et la plus récente que ce produit lit est {{max}}.',
  },
  AGGREGATION_UNDEFINED: {
    status: 422,
    en: '“{{aggregation}}” has no meaning for {{kpi}}: choose another aggregation.',
    fr: '«\u00A0{{aggregation}}\u00A0» n’a pas de sens pour {{kpi}}\u00A0: choisissez une autre agrégation.',
  },
  DASHLET_NO_DATA: { status: 404, en: 'No data for this period.', fr: 'Aucune donnée sur cette période.' },
  DASHLET_EXPIRED: {
    status: 409,
    en: 'These results have expired. Refresh them before viewing or exporting.',
    fr: 'Ces résultats ont expiré. Actualisez-les avant de les consulter ou de les exporter.',
  },
  DASHLET_NO_CONTEXT: { status: 400, en: 'No context is selected.', fr: 'Aucun contexte n’est sélectionné.' },
  DASHLET_UNPROCESSABLE: {
    status: 422,
    en: 'This widget cannot be processed.',
    fr: 'Ce widget ne peut pas être traité.',
  },
  DASHLET_NO_MATCH: {
    status: 404,
    en: 'No data matches the filters.',
    fr: 'Aucune donnée ne correspond aux filtres.',
  },
  DASHLET_KPI_UNKNOWN: {
    status: 404,
    en: 'The KPI {{kpi}} no longer exists.',
    fr: 'Le KPI {{kpi}} n’existe plus.',
  },
  KPI_INCOMPATIBLE: {
    status: 422,
    en: 'This KPI is not compatible with the breakdown, the element types or the conversation mode: {{kpi}}.',
    fr: 'Ce KPI n’est pas compatible avec la répartition, les types d’éléments ou le mode conversation\u00A0: {{kpi}}.',
  },
  DISPLAY_GRANULARITY_TOO_FINE: {
    status: 400,
    en: 'The display granularity must be at least the working granularity.',
    fr: 'La granularité d’affichage doit être supérieure ou égale à la granularité de travail.',
  },
  SERIES_TOO_LONG: {
    status: 400,
    en: 'A series has at most {{max}} points. Choose a coarser granularity or a shorter period.',
    fr: 'Une série compte au plus {{max}} points. Choisissez une granularité plus large ou une période plus courte.',
  },
  SERIES_NOT_RETAINED: {
    status: 400,
    en: 'Values of this granularity are retained for {{days}} days. Choose a later start, or leave the granularity automatic.',
    fr: 'Les valeurs de cette granularité sont conservées {{days}} jours. Choisissez un début plus récent ou laissez la granularité automatique.',
  },
  TOP_TOO_LARGE: {
    status: 400,
    en: 'A top breakdown shows at most {{max}} rows.',
    fr: 'Une répartition par top affiche au plus {{max}} lignes.',
  },
  TABLE_TOO_MANY_COLUMNS: {
    status: 400,
    en: 'A table has at most {{max}} columns, those of its rows included. Remove a KPI or a row.',
    fr: 'Un tableau comporte au plus {{max}} colonnes, celles de ses lignes comprises. Supprimez un KPI ou une ligne.',
  },
  PIE_ONE_KPI: {
    status: 400,
    en: 'A pie with rows shows one KPI. Remove the other KPIs, or the rows.',
    fr: 'Un camembert avec des lignes affiche un seul KPI. Supprimez les autres KPI, ou les lignes.',
  },
  AXIS_BOUNDS_INVALID: {
    status: 400,
    en: 'The maximum must be above the minimum.',
    fr: 'Le maximum doit être supérieur au minimum.',
  },
  FORMATTING_INCOMPATIBLE: {
    status: 400,
    en: 'Thresholds of a KPI cannot be used with a date breakdown or with the date of the minimum or maximum. Remove them, remove the time from the breakdown, or choose another aggregation.',
    fr: 'Les seuils d’un KPI sont incompatibles avec une ventilation par date et avec la date du minimum ou du maximum. Supprimez-les, retirez le temps de la ventilation ou choisissez une autre agrégation.',
  },
  COLUMN_FILTER_INCOMPATIBLE: {
    status: 400,
    en: 'A default column filter cannot be used with a date breakdown or with the date of the minimum or maximum. Show all values, remove the time from the breakdown, or choose another aggregation.',
    fr: 'Un filtre de colonne par défaut est incompatible avec une répartition par date et avec la date du minimum ou du maximum. Affichez toutes les valeurs, retirez le temps de la ventilation ou choisissez une autre agrégation.',
  },
  IFRAME_NOT_ALLOWED: {
    status: 403,
    en: 'This address is not on the administrator’s whitelist.',
    fr: 'Cette adresse ne fait pas partie des sites autorisés par l’administrateur.',
  },
  REPEAT_NOT_IN_REPORT: {
    status: 400,
    en: 'A report does not repeat single dashlets: set a multiplier, which shows the page once per element.',
    fr: 'Un rapport ne répète pas un widget seul\u00A0: définissez un multiplicateur, qui affiche la page une fois par élément.',
  },
  IFRAME_NOT_IN_REPORT: {
    status: 400,
    en: 'Iframe dashlets are not allowed in reports.',
    fr: 'Les widgets iframe ne sont pas autorisés dans les rapports.',
  },
  FILTER_DUPLICATE: {
    status: 409,
    en: 'Another filter already has this network element and this relation.',
    fr: 'Un autre filtre porte déjà sur cet élément réseau et cette relation.',
  },
  FILTER_MANDATORY_ALL: {
    status: 400,
    en: 'A mandatory filter cannot keep the default strategy All.',
    fr: 'Un filtre obligatoire ne peut pas garder la stratégie par défaut «\u00A0Tous\u00A0».',
  },
  FLOW_MAP_TOO_MANY_SITES: {
    status: 400,
    en: 'The flow map shows at most {{max}} sites.',
    fr: 'La carte des flux affiche au plus {{max}} sites.',
  },
  FLOW_MAP_TOO_MANY_KPIS: {
    status: 400,
    en: 'The flow map shows at most {{max}} KPIs.',
    fr: 'La carte des flux affiche au plus {{max}} KPI.',
  },
  FLOW_MAP_NO_REMOTE_SITE: {
    status: 404,
    en: 'No remote site was found for this context.',
    fr: 'Aucun site distant n’a été trouvé pour ce contexte.',
  },
} as const satisfies Record<string, ProblemDefinition>;
