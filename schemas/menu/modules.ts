import type { Permission } from '../permission/catalogue.ts';

/** Feature modules, enabled by flags in the configuration. */
export const moduleNames = [
  'alerting',
  'application',
  'audit',
  'billing',
  'cluster',
  'cockpit',
  'collector',
  'configuration',
  'customer',
  'dashboard',
  'debug',
  'flowmap',
  'health',
  'home',
  'inventory',
  'kpi',
  'polling',
  'provisioning',
  'qos',
  'report',
  'role',
  'scheduling',
  'sdwan-manager',
  'settings',
  'sharing',
  'test',
  'user',
] as const;

export type ModuleName = (typeof moduleNames)[number];

/** Permissions of the settings pages in this version. */
export const builtSettings: readonly Permission[] = [
  'SETTINGS.SAML.read',
  'SETTINGS.ANNOUNCEMENT.read',
  'SETTINGS.SNMP.read',
  'SETTINGS.SMTP.read',
  'SETTINGS.WEBHOOK.read',
];

/** Modules of this version; the configuration can only disable them. */
export const builtModules: readonly ModuleName[] = [
  'alerting',
  'application',
  'audit',
  'cluster',
  'cockpit',
  'collector',
  'customer',
  'kpi',
  'role',
  'sharing',
  'settings',
  'user',
  'test',
];
