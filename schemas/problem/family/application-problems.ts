import type { ProblemDefinition } from '../definition.ts';

/** Custom applications. */
export const applicationProblems = {
  APPLICATION_SAVE_FAILED: {
    status: 500,
    en: 'The custom application could not be saved.',
    fr: 'L’application personnalisée n’a pas pu être enregistrée.',
  },
  APPLICATION_LICENSE_MISSING: {
    status: 403,
    en: 'The license does not cover custom applications.',
    fr: 'La licence ne couvre pas les applications personnalisées.',
  },
  APPLICATION_MAXIMUM_REACHED: {
    status: 409,
    en: 'The maximum of {{max}} custom applications is reached.',
    fr: 'Le maximum de {{max}} applications personnalisées est atteint.',
  },
  APPLICATION_IP_INVALID: {
    status: 400,
    en: 'The IP address {{value}} is not in valid format.',
    fr: 'Le format de l’adresse IP {{value}} n’est pas valide.',
  },
  APPLICATION_PORT_INVALID: {
    status: 400,
    en: 'The port {{value}} is not in valid format.',
    fr: 'Le format du port {{value}} n’est pas valide.',
  },
  APPLICATION_HOSTNAME_INVALID: {
    status: 400,
    en: 'Enter a host name such as www.example.com or *.example.com.',
    fr: 'Saisissez un nom d’hôte, par exemple www.example.com ou *.example.com.',
  },
  APPLICATION_RANGE_INVALID: {
    status: 400,
    en: 'Enter an address, prefix or range such as 10.0.0.1, 10.1.0.0/16 or 10.0.0.1-10.0.0.9.',
    fr: 'Saisissez une adresse, un préfixe ou une plage, par exemple 10.0.0.1, 10.1.0.0/16 ou 10.0.0.1-10.0.0.9.',
  },
  APPLICATION_PORTS_INVALID: {
    status: 400,
    en: 'Enter a port or a range of ports such as 443 or 5000-5999.',
    fr: 'Saisissez un port ou une plage de ports, par exemple 443 ou 5000-5999.',
  },
  APPLICATION_DEVICE_INVALID: {
    status: 400,
    en: 'Enter an application of a device such as 13:453 (engine:selector) or 20:12356:40568 (20:enterprise:selector).',
    fr: 'Saisissez une application d’un équipement, par exemple 13:453 ou 20:12356:40568.',
  },
  CLUSTER_SITES_AMBIGUOUS: {
    status: 400,
    en: 'Choose every site or a list of sites, not both.',
    fr: 'Choisissez tous les sites ou une liste de sites, pas les deux.',
  },
  CLUSTER_AREA_APPLICATIONS: {
    status: 400,
    en: 'An area has no applications.',
    fr: 'Une zone n’a pas d’applications.',
  },
  CLUSTER_AREA_SITES: {
    status: 400,
    en: 'An area names its sites.',
    fr: 'Une zone énumère ses sites.',
  },
  CLUSTER_TYPE_FIXED: {
    status: 400,
    en: 'The type of a cluster does not change.',
    fr: 'Le type d’un groupe ne change pas.',
  },
  APPLICATION_FORMAT_INVALID: {
    status: 400,
    en: 'The application {{value}} is not in valid format.',
    fr: 'Le format de l’application {{value}} n’est pas valide.',
  },
  APPLICATION_COLUMN_UNKNOWN: {
    status: 400,
    en: 'Unknown column {{value}}. Valid columns: {{columns}}.',
    fr: 'Colonne inconnue {{value}}. Colonnes possibles\u00A0: {{columns}}.',
  },
  APPLICATION_COLUMN_MISSING: {
    status: 400,
    en: 'The column {{value}} is missing.',
    fr: 'La colonne {{value}} manque.',
  },
  APPLICATION_CELL_WITHOUT_HEADING: {
    status: 400,
    en: 'The line has more values than the header has columns.',
    fr: 'La ligne contient plus de valeurs que l’en-tête n’a de colonnes.',
  },
  APPLICATION_OF_OTHERS: {
    status: 403,
    en: '{{value}} already exists and you are not allowed to change it.',
    fr: '{{value}} existe déjà, et vous n’avez pas le droit de la modifier.',
  },
  APPLICATION_ATTRIBUTES_MISSING: {
    status: 400,
    en: 'Enter at least one attribute: address, port, hostname, application, DSCP or protocol.',
    fr: 'Indiquez au moins un attribut\u00A0: adresse, port, nom d’hôte, application, DSCP ou protocole.',
  },
} as const satisfies Record<string, ProblemDefinition>;
