import type { Bus } from '#platform/bus/bus.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { InventoryHolder } from '#platform/inventory/holder.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { applicationDefaults } from '#schemas/limit/dashlet.ts';
import type { AccessStore } from '../kernel/access/access-store.ts';
import type { AuditTrail } from '../kernel/audit/audit-trail.ts';
import type { PasswordCost } from '../kernel/password/password-hash.ts';
import type { Rates } from '../kernel/rate/limit-rates.ts';
import type { Cookies } from '../kernel/session/cookies.ts';
import type { SessionStore } from '../kernel/session/session-store.ts';
import type { TokenStore } from '../kernel/token/token-store.ts';

export interface AppNeeds {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
  readonly bus: Bus;
  readonly inventory: InventoryHolder;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Seals secrets that have to be read again. */
  readonly secrets: SecretBox;
}

export interface AppOptions {
  readonly partitions: number;
  /** Address under which browsers reach the console; https makes the cookies Secure. */
  readonly publicUrl: string;
  readonly readOnly: boolean;
  /** Addresses and networks of proxies whose forwarding headers count; none: nobody's do. */
  readonly trustedProxies: readonly string[];
  /** Networks of our own side in which the source of SAML's extra attributes may stand; none when not given. */
  readonly samlAllowedNetworks?: readonly string[];
  /** How many custom applications a customer may have, and from when on one is marked as slow; the product's when not given. */
  readonly applications?: Readonly<Record<keyof typeof applicationDefaults, number>>;
  /** Requests taken in a minute; `defaultRates` when not given. */
  readonly rates?: Rates;
  /** What a password costs whoever signs in; the product's when not given: tests sign in by the thousand. */
  readonly passwordCost?: PasswordCost;
  /** File of passwords that breaches told; none when not given. */
  readonly breachedPasswords?: string;
  /** Makes an answer that its contract does not declare a failure: for tests. */
  readonly strictContracts?: boolean;
  readonly modules: readonly string[];
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
