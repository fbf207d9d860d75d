import type { ModuleName } from '#schemas/menu/modules.ts';
import type { OwnTexts } from '../kernel/text/read-own-texts.ts';
import type { OfferedLanguages } from '#schemas/time/locale.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { DiskWatch } from '#platform/disk/disk-watch.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Log } from '#platform/log/log.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { applicationDefaults } from '#schemas/limit/dashlet.ts';
import type { AddressKnowledge } from '../shared/address-files/read-address-files.ts';
import type { AccessStore } from '../kernel/access/access-store.ts';
import type { AuditTrail } from '../kernel/audit/audit-trail.ts';
import type { PasswordCost } from '../kernel/password/password-hash.ts';
import type { Rates } from '../kernel/rate/limit-rates.ts';
import type { Cookies } from '../kernel/session/cookies.ts';
import type { SessionStore } from '../kernel/session/session-store.ts';
import type { RetentionDays } from '#schemas/limit/retention.ts';
import type { TokenStore } from '../kernel/token/token-store.ts';

export interface AppNeeds {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
  readonly bus: Bus;
  readonly inventory: InventoryCache;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Seals secrets that must be readable later. */
  readonly secrets: SecretBox;
  /** Of this process, for what it judges; none in tests. */
  readonly metrics?: Pick<Metrics, 'gauge'>;
  /** Run of this server in its heartbeats; none in tests. */
  readonly run?: string;
  /** The disk of embedded stores. */
  readonly disk?: Pick<DiskWatch, 'isFull' | 'state'> | undefined;
}

export interface AppOptions {
  readonly partitions: number;
  /** URL under which browsers reach the console. https makes the cookies Secure. */
  readonly publicUrl: string;
  readonly readOnly: boolean;
  /** Addresses and networks of proxies whose forwarding headers are trusted. None when empty. */
  readonly trustedProxies: readonly string[];
  /** Internal networks in which the source of extra SAML attributes may be. None when not given. */
  readonly samlAllowedNetworks?: readonly string[];
  /** Internal networks in which OpenID Connect providers may be. None when not given. */
  readonly oidcAllowedNetworks?: readonly string[];
  /** Loopback and link-local networks in which devices may be discovered. None when not given. */
  readonly snmpAllowedNetworks?: readonly string[];
  /** Loopback and link-local networks in which SD-WAN managers may be. None when not given. */
  readonly sdwanAllowedNetworks?: readonly string[];
  /** Headers that SD-WAN dashlets may send in addition to the usual ones. None when not given. */
  readonly sdwanDashletHeaders?: readonly string[];
  /** Data folder of the embedded stores. None when a store is elsewhere. */
  readonly dataFolder?: string | undefined;
  /** Folder of the logs of `npm start`, for support bundles. None when not given. */
  readonly logFolder?: string | undefined;
  /** Folder in which scheduled imports find files. None when not given. */
  readonly importFolder?: string | undefined;
  /** Internal networks from which scheduled imports may fetch files. None when not given. */
  readonly importAllowedNetworks?: readonly string[];
  /** Time between two mails of one schedule of alarms, milliseconds. `schedulingLimits.alarmPauseMs` when not given. */
  readonly schedulingAlarmPauseMs?: number;
  /** Limit of custom applications per customer, and the response time above which one is marked as slow. `applicationDefaults` when not given. */
  readonly applications?: Readonly<Record<keyof typeof applicationDefaults, number>>;
  /** Maximum number of resolved pages of a report, and how often they are resolved. `reportLimits` when not given. */
  readonly reports?: { readonly maxPages: number; readonly resolvingIntervalMs: number };
  /** Days for which measures and flows are retained. `defaultRetentionDays` when not given. */
  readonly retentionDays?: RetentionDays;
  /** Names of autonomous systems and countries of addresses. None when not given. */
  readonly addresses?: AddressKnowledge;
  /** Days for which raw flows are retained. As by default when not given. */
  readonly rawDays?: number;
  /** Accepted requests per minute. `defaultRates` when not given. */
  readonly rates?: Rates;
  /** Open connections of one address. `CONNECTIONS_PER_ADDRESS` when not given. */
  readonly connectionsPerAddress?: number;
  /** Cost of a password hash. Tests lower it: they sign in thousands of times. */
  readonly passwordCost?: PasswordCost;
  /** File of breached passwords. None when not given. */
  readonly breachedPasswords?: string;
  /** Fails on a response that its contract does not declare. For tests. */
  readonly strictContracts?: boolean;
  /** Certificates in PEM that sign those of licenses; the vendor's when not given. */
  readonly licenseAuthorities?: string | undefined;
  /** Languages of texts, the default first. Every one, English first, when not given. */
  readonly languages?: OfferedLanguages;
  /** Texts of the installation by language. None when not given. */
  readonly ownTexts?: readonly OwnTexts[];
  /** Modules to offer: pages, routes of the interface and live data. */
  readonly modules: readonly ModuleName[];
  /** The built console. */
  readonly webFolder: string;
}

export interface Stores {
  readonly sessions: SessionStore;
  readonly access: AccessStore;
  readonly tokens: TokenStore;
  readonly audit: AuditTrail;
  readonly cookies: Cookies;
}
