import { z } from 'zod';
import { diskVariables } from '#platform/disk/stores-disk.ts';
import { tracingVariables } from '#platform/tracing/tracing-variables.ts';
import { headersVariable } from '#platform/env/headers-variable.ts';
import { networks } from '#platform/env/networks.ts';
import { standard } from '#platform/env/standard.ts';
import { certificateFile, existingFolder, readableFile } from '#platform/env/path-variables.ts';
import {
  flagVariable,
  namesVariable,
  optionalChoice,
  pageAddress,
  textVariable,
  integerVariable,
} from '#platform/env/variable.ts';
import { secretVariables } from '#platform/secret/open-secrets.ts';
import { DEFAULT_RAW_DAYS, defaultRetentionDays } from '#schemas/limit/retention.ts';
import { reportLimits } from '#schemas/limit/console.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { applicationDefaults, MAX_CUSTOM_APPLICATIONS } from '#schemas/limit/dashlet.ts';
import { builtModules, defaultModules } from '#schemas/menu/modules.ts';
import { languages } from '#schemas/time/locale.ts';
import { ownTextsVariable } from './kernel/text/own-texts-variable.ts';
import { CONNECTIONS_PER_ADDRESS } from './kernel/http/connection-limits.ts';

const { NATS_URL, DATABASE_URL, CLICKHOUSE_URL, HEALTH_PORT, HOST, PORT, LOG_LEVEL, PARTITIONS } = standard;

/** Environment variables of the server. */
export const serverEnvironment = z.object({
  NATS_URL,
  DATABASE_URL,
  CLICKHOUSE_URL,
  HEALTH_PORT,
  HOST,
  PORT,
  LOG_LEVEL,
  PARTITIONS,
  ...diskVariables,
  ...tracingVariables,
  /** URL under which browsers reach the console. https makes its cookies Secure. */
  PUBLIC_URL: pageAddress(),
  /** Addresses and networks of trusted reverse proxies, separated by commas. The client address is the one they forward. */
  TRUSTED_PROXIES: networks(),
  /** Open connections of one address; those of trusted proxies are not counted. */
  CONNECTIONS_PER_ADDRESS: integerVariable(10, 100_000, CONNECTIONS_PER_ADDRESS),
  /** Extra attributes are not requested from loopback, link-local and private addresses, except in these networks. */
  SAML_ALLOWED_NETWORKS: networks(),
  /** OpenID Connect providers are not called at loopback, link-local and private addresses, except in these networks. */
  OIDC_ALLOWED_NETWORKS: networks(),
  /** Folder of the server in which scheduled imports find files. None when empty. */
  IMPORT_FOLDER: existingFolder(),
  /** Scheduled imports fetch nothing from loopback, link-local and private addresses, except in these networks. */
  IMPORT_ALLOWED_NETWORKS: networks(),
  /** Devices are not discovered at loopback and link-local addresses, except in these networks. */
  SNMP_ALLOWED_NETWORKS: networks(),
  /** SD-WAN managers are not called at loopback and link-local addresses, except in these networks. */
  SDWAN_ALLOWED_NETWORKS: networks(),
  /** Headers that SD-WAN dashlets may send to managers in addition to the usual ones. */
  SDWAN_DASHLET_HEADERS: headersVariable(),
  /** File with the authorities that sign the certificates of licenses, in PEM, instead of the vendor's: for tests. */
  LICENSE_CA: certificateFile(),
  ...secretVariables,
  /** File of breached passwords by hash, which users may not choose. None when empty. */
  BREACHED_PASSWORDS: readableFile(),
  /** MaxMind DB or CSV with the names of autonomous systems, which the explorer shows. None when empty. */
  AS_NAMES_FILE: textVariable(''),
  /** MaxMind DB or CSV with the countries of addresses, by which the explorer groups. None when empty. */
  COUNTRIES_FILE: textVariable(''),
  /** Seconds between two mails of one schedule of alarms. */
  SCHEDULING_ALARM_PAUSE_SECONDS: integerVariable(10, 86_400, schedulingLimits.alarmPauseMs / 1_000),
  /** Limit of custom applications per customer, and of the provider. */
  APPLICATIONS_MAX: integerVariable(1, MAX_CUSTOM_APPLICATIONS, applicationDefaults.maxPerCustomer),
  /** Response time in milliseconds above which a custom application is marked as slow. */
  APPLICATION_SLOW_MS: integerVariable(1, 3_600_000, applicationDefaults.slownessMarkerMs),
  /** Pages of a report at most, once breakdown and multipliers are resolved. */
  REPORT_PAGES_MAX: integerVariable(1, 2_000, reportLimits.maxPages),
  /** Milliseconds between two resolutions of the pages of a report that is shown. */
  REPORT_RESOLVING_MS: integerVariable(50, 60_000, reportLimits.resolvingIntervalMs),
  /** Days for which 5-minute, hourly and daily values are retained, as `npm start` applies them. */
  RETENTION_RAW_DAYS: integerVariable(1, 36_500, DEFAULT_RAW_DAYS),
  RETENTION_5M_DAYS: integerVariable(1, 36_500, defaultRetentionDays['5m']),
  RETENTION_1H_DAYS: integerVariable(1, 36_500, defaultRetentionDays['1h']),
  RETENTION_1D_DAYS: integerVariable(1, 36_500, defaultRetentionDays['1d']),
  /** Rejects every change. */
  READ_ONLY: flagVariable(false),
  /** Languages to offer, and the one of browsers that want another. */
  LANGUAGES: namesVariable(languages, languages),
  DEFAULT_LANGUAGE: optionalChoice(languages),
  /** Folder of texts in place of those of the product: a file per language, a folder per language of its own. None when empty. */
  TEXTS_FOLDER: ownTextsVariable(),
  /** Modules to offer: pages, routes of the interface and live data. */
  MODULES: namesVariable(builtModules, defaultModules),
  /** Folder of the built console. */
  WEB_FOLDER: textVariable('dist/web'),
});
