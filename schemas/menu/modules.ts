import type { Permission } from '../permission/catalogue.ts';

/** Feature modules: one exists for an installation only when its flag is in the configuration. */
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

/** Rights to settings whose page this version contains: the right to another opens nothing yet. */
export const builtSettings: readonly Permission[] = [
  'SETTINGS.SAML.read',
  'SETTINGS.ANNOUNCEMENT.read',
  'SETTINGS.SNMP.read',
  'SETTINGS.SMTP.read',
  'SETTINGS.WEBHOOK.read',
];

/** Modules this version contains; the configuration can only switch off what is built. */
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
