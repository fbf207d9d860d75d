/** Section of the role editor. */
export type PermissionGroup = 'client' | 'multi-tenant' | 'extra' | 'api';
export type Right = 'read' | 'write' | 'share';

export interface PermissionArea {
  readonly group: PermissionGroup;
  /** Permissions of the area. */
  readonly rights: readonly Right[];
  readonly en: string;
  readonly fr: string;
}

const area = <const R extends readonly Right[]>(group: PermissionGroup, rights: R) => {
  return (en: string, fr: string) => ({ group, rights, en, fr });
};

const client = area('client', ['read', 'write']);
const admin = area('multi-tenant', ['read', 'write']);
const adminView = area('multi-tenant', ['read']);
/** Templates are shared with customers: write implies share. */
const template = area('multi-tenant', ['read', 'write', 'share']);

/**
 * Every permission of section 6 of both specification documents, by its specified key. `NETWORK` is the inventory of a customer;
 * `NETWORK.AUDIT` and the other dotted keys are provider permissions, not children of it. A read-only area has no write, an
 * action-only area no read.
 */
export const permissionAreas = {
  ALERT: client('Alerting', 'Alarmes'),
  DASHBOARD: client('Dashboards', 'Tableaux de bord'),
  HOME: client('Home pages', 'Pages d’accueil'),
  FLOWMAP: area('client', ['read'])('Flow map', 'Carte des flux'),
  REPORT: client('Reports', 'Rapports'),
  SCHEDULING: client('Schedules', 'Planifications'),
  NETWORK: client('Network inventory', 'Inventaire réseau'),
  CUSTOMER: client('Customers', 'Clients'),
  'PARAMETERS.CLUSTER': client('Clusters', 'Regroupements'),
  'PARAMETERS.APPLICATION': client('Custom applications', 'Applications personnalisées'),
  'PRIVATE.RESOURCE': client('Private resources', 'Ressources privées'),
  'MISC.THEME': area('client', ['write'])('Change the theme', 'Changer le thème'),

  'NETWORK.PROVISIONING': admin('Imports', 'Imports'),
  'NETWORK.SDWAN_MANAGER': admin('SD-WAN managers', 'Gestionnaires SD-WAN'),
  'NETWORK.APPLICATION': admin('Provider applications', 'Applications de l’opérateur'),
  'NETWORK.QOS': admin('QoS', 'QoS'),
  'NETWORK.AUDIT': adminView('Audit', 'Audit'),
  'TEMPLATE.COCKPIT': template('Cockpit library', 'Bibliothèque de profils d’alarmes'),
  'TEMPLATE.DASHBOARD': template('Dashboard templates', 'Modèles de tableaux de bord'),
  'TEMPLATE.HOME': template('Home templates', 'Modèles de pages d’accueil'),
  'TEMPLATE.REPORT': template('Report templates', 'Modèles de rapports'),
  KPI: admin('KPI library', 'Bibliothèque de KPI'),
  POLLING: admin('Pollers', 'Relevés SNMP'),
  LICENSE: admin('Billing', 'Facturation'),
  ROLE: admin('Role library', 'Bibliothèque de rôles'),
  USER: admin('Users', 'Utilisateurs'),
  'SUPPORT.COLLECT': adminView('Flow collectors', 'Collecteurs de flux'),
  'SUPPORT.CONF': adminView('Configuration', 'Configuration'),
  'SUPPORT.DEBUG': adminView('Debug mode', 'Mode débogage'),
  'SUPPORT.MONITORING': adminView('Health monitoring', 'Supervision de la plateforme'),
  'SETTINGS.SNMP': admin('SNMP', 'SNMP'),
  'SETTINGS.SMTP': admin('SMTP', 'SMTP'),
  'SETTINGS.LIVEWIRE': admin('Livewire', 'Livewire'),
  'SETTINGS.SAML': admin('SAML and OpenID Connect', 'SAML et OpenID Connect'),
  'SETTINGS.SDWAN': admin('SD-WAN', 'SD-WAN'),
  'SETTINGS.IFRAME': admin('Iframe whitelist', 'Sites autorisés (iframe)'),
  'SETTINGS.WEBHOOK': admin('Webhooks', 'Webhooks'),
  'SETTINGS.ANNOUNCEMENT': admin('Announcement', 'Annonce'),
  'SETTINGS.BRAND': admin('Logo and colours', 'Logo et couleurs'),
  'SETTINGS.LICENSE': admin('License', 'Licence'),
  'SETTINGS.AGENT': admin('Agents', 'Agents'),

  'EXTRA.UNSHARED': area('extra', ['read'])(
    'Read non-shared multi-customer resources',
    'Lire les ressources multi-clients non partagées',
  ),
  'EXTRA.RESTRICTED': area('extra', ['read'])(
    'Read restricted resources',
    'Lire les ressources à accès restreint',
  ),
  'EXTRA.PRIVATE': area('extra', ['write'])(
    'Write others’ private resources',
    'Modifier les ressources privées des autres',
  ),
  API: area('api', ['read'])('API access', 'Accès à l’API'),
} as const satisfies Record<string, PermissionArea>;

type Areas = typeof permissionAreas;
export type PermissionKey = keyof Areas;

/** `ALERT.read`, `PARAMETERS.CLUSTER.write`, … : granted by roles and required by routes. */
export type Permission = { [K in PermissionKey]: `${K}.${Areas[K]['rights'][number]}` }[PermissionKey];

export const permissionAreaKeys = Object.keys(permissionAreas) as PermissionKey[];

/** Every permission in catalogue order. */
export const permissionKeys: readonly Permission[] = permissionAreaKeys.flatMap((key) =>
  permissionAreas[key].rights.map((right) => `${key}.${right}` as Permission),
);

/** Labels of the columns of the role editor. */
export const rightLabels = {
  read: { en: 'Read', fr: 'Lecture' },
  write: { en: 'Write', fr: 'Écriture' },
  share: { en: 'Share', fr: 'Partage' },
} as const satisfies Record<Right, { en: string; fr: string }>;

export const groupLabels = {
  client: { en: 'Customer', fr: 'Client' },
  'multi-tenant': { en: 'Provider', fr: 'Opérateur' },
  extra: { en: 'Extra permissions', fr: 'Droits supplémentaires' },
  api: { en: 'API', fr: 'API' },
} as const satisfies Record<PermissionGroup, { en: string; fr: string }>;
