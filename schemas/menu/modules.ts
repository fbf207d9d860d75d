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
  'explore',
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
  'SETTINGS.LIVEWIRE.read',
  'SETTINGS.AGENT.read',
  'SETTINGS.SDWAN.read',
  'SETTINGS.IFRAME.read',
  'SETTINGS.WEBHOOK.read',
  'SETTINGS.BRAND.read',
  'SETTINGS.LICENSE.read',
];

/** Modules of this version, which the configuration can name; it can only disable them. */
export const builtModules: readonly ModuleName[] = [
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
  'explore',
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
  'sharing',
  'settings',
  'user',
  'test',
];

/** Modules that are offered unless the configuration names others: all but the gallery of components. */
export const defaultModules: readonly ModuleName[] = builtModules.filter((name) => name !== 'test');
