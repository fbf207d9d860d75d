import { z } from 'zod';
import { networks } from '#platform/env/networks.ts';
import { standard } from '#platform/env/standard.ts';
import { rsaKeyFile } from '#platform/env/path-variables.ts';
import { domainName, name, objectIdentifier, pageAddress, integerVariable } from '#platform/env/variable.ts';
import { secretVariables } from '#platform/secret/open-secrets.ts';
import { DEFAULT_ENTERPRISE } from './snmp-trap/objects.ts';

const { NATS_URL, DATABASE_URL, HEALTH_PORT, LOG_LEVEL, PARTITIONS } = standard;

/** Environment variables of a notification process. */
export const notificationEnvironment = z.object({
  NATS_URL,
  DATABASE_URL,
  HEALTH_PORT,
  LOG_LEVEL,
  PARTITIONS,
  /** Several processes share the work, each under a unique name. */
  NOTIFICATION_NAME: name('notification'),
  /** Notifications per customer, target and window; the others are grouped into one more. */
  NOTIFICATION_SINGLES: integerVariable(1, 10_000, 20),
  NOTIFICATION_WINDOW_SECONDS: integerVariable(1, 3_600, 60),
  /** Older notifications are dropped. */
  NOTIFICATION_MAX_AGE_SECONDS: integerVariable(60, 7 * 86_400, 14_400),
  /** Jobs of a killed process are redelivered after this time. */
  NOTIFICATION_ACK_SECONDS: integerVariable(1, 600, 20),
  /** Address of the console in browsers, for links in notifications; empty: no links. */
  PUBLIC_URL: pageAddress(),
  /** Timeout of a receiver. */
  WEBHOOK_TIMEOUT_SECONDS: integerVariable(1, 60, 5),
  /** Loopback, link-local and private addresses are not called, except in these networks. */
  WEBHOOK_ALLOWED_NETWORKS: networks(),
  /** Loopback and link-local addresses receive no mails and traps, except in these networks. */
  MAIL_ALLOWED_NETWORKS: networks(),
  TRAP_ALLOWED_NETWORKS: networks(),
  /** Signs mails (DKIM) as the domain of the sender, or another one; empty: the mail server does. */
  MAIL_DKIM_KEY_FILE: rsaKeyFile(),
  MAIL_DKIM_SELECTOR: domainName('telltale'),
  MAIL_DKIM_DOMAIN: domainName(''),
  /** Root of the object identifiers of our traps. */
  TRAP_ENTERPRISE: objectIdentifier(DEFAULT_ENTERPRISE),
  ...secretVariables,
});
