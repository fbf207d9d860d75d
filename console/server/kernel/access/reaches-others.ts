import { sql, type RawBuilder } from 'kysely';
import { SAML_SETTING } from '#schemas/settings/saml/saml-secrets.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { accountsSeenBy } from './accounts-seen-by.ts';
import type { Caller } from './caller.ts';

type ReachReader = Pick<Caller, 'id' | 'allCustomers' | 'customers' | 'token'>;

/**
 * The one gate for changes: callers who see only some customers change only what is in force for those alone. Shared resources pass it in
 * `lockResource`, what the installation has in common (roles, profiles, alarm groups) where it is locked. Throws
 * REACHES_OTHER_CUSTOMERS.
 */
export function requireOwnReach(reachesOthers: boolean): void {
  if (reachesOthers) throw new ProblemError('REACHES_OTHER_CUSTOMERS');
}

type Condition = RawBuilder<boolean>;

/** Within reach: created by an account that the caller sees, and not used outside the caller's customers. */
const outside = (caller: ReachReader, owner: Condition, usedElsewhere: readonly Condition[]): Condition => {
  if (caller.allCustomers) return sql<boolean>`FALSE`;
  const isForeign = sql<boolean>`NOT EXISTS (SELECT FROM account WHERE ${owner} AND ${accountsSeenBy(caller)})`;
  return sql<boolean>`(${sql.join([isForeign, ...usedElsewhere], sql` OR `)})`;
};

const isUnseenCustomer = ({ customers }: ReachReader): Condition =>
  sql<boolean>`customer.id <> ALL(${[...customers.keys()]}::int[])`;

/** Condition on `role`: the settings of an identity provider name it. */
const isRoleOfProvider = sql<boolean>`EXISTS (SELECT FROM (
    SELECT value FROM setting WHERE name = ${SAML_SETTING} UNION ALL SELECT settings FROM oidc_provider
  ) AS provider WHERE value -> 'defaultRole' = to_jsonb(role.id)
  OR EXISTS (SELECT FROM jsonb_array_elements(value -> 'mappings') AS mapping
    WHERE mapping ->> 'type' = 'ROLE' AND mapping ->> 'target' IN (role.label, role.id::text)))`;

/**
 * Condition on `role`: it is also in force for users or customers that the caller does not see. The default role always is, and so is one
 * that an identity provider assigns.
 */
export const roleReachesOthers = (caller: ReachReader): Condition =>
  outside(caller, sql<boolean>`account.id = role.owner_id`, [
    sql<boolean>`role.is_default`,
    sql<boolean>`EXISTS (SELECT FROM account WHERE role_id = role.id AND NOT ${accountsSeenBy(caller)})`,
    sql<boolean>`EXISTS (SELECT FROM customer WHERE default_role_id = role.id AND ${isUnseenCustomer(caller)})`,
    isRoleOfProvider,
  ]);

/** Condition on `profile`: see `roleReachesOthers`. */
export const profileReachesOthers = (caller: ReachReader): Condition =>
  outside(caller, sql<boolean>`account.id = profile.owner_id`, [
    sql<boolean>`profile.is_default`,
    sql<boolean>`EXISTS (SELECT FROM customer WHERE profile_id = profile.id AND ${isUnseenCustomer(caller)})`,
    sql<boolean>`EXISTS (SELECT FROM account JOIN account_profile ON account_id = account.id
      WHERE profile_id = profile.id AND NOT ${accountsSeenBy(caller)})`,
    sql<boolean>`EXISTS (SELECT FROM resource_share JOIN resource ON resource.id = resource_id
      JOIN account ON account.id = resource.owner_id WHERE profile_id = profile.id AND NOT ${accountsSeenBy(caller)})`,
  ]);

/** Condition on `alarm_group`: see `roleReachesOthers`. Alarms of cockpits in `cockpits` may be restricted to it. */
export const groupReachesOthers = (caller: ReachReader, cockpits: readonly number[]): Condition =>
  outside(caller, sql<boolean>`account.id = alarm_group.owner_id`, [
    sql<boolean>`EXISTS (SELECT FROM account JOIN alarm_group_account ON account_id = account.id
      WHERE group_id = alarm_group.id AND NOT ${accountsSeenBy(caller)})`,
    sql<boolean>`EXISTS (SELECT FROM cockpit_alarm JOIN cockpit_alarm_group ON alarm_id = cockpit_alarm.id
      WHERE group_id = alarm_group.id AND cockpit_id <> ALL(${[...cockpits]}::int[]))`,
  ]);
