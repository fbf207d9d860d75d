import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { SECOND_FACTOR } from '#platform/secret/sealed-places.ts';
import type { Audit } from '../../../kernel/audit/audit-trail.ts';
import { exceedsOwnRights } from '#schemas/role/rules.ts';
import { requireOwnReach, roleReachesOthers } from '../../../kernel/access/reaches-others.ts';
import { readRoleRights } from '../../../kernel/access/role-rights.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';
import type { Account } from '../account.ts';
import { base32, enrolmentUri, matchTotpStep } from './totp.ts';

/** RFC 4226, section 4, requirement 6: 160 bits are advised. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 120 bits: enough for a plain hash (OWASP ASVS 5.0, 6.5.2: 112). */
const RECOVERY_BYTES = 15;

export interface SecondFactorNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly secrets: SecretBox;
}

/** Ignores case and separators. */
const normalizedCode = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
/** 120 random bits need no slow hash. */
const hashOf = (code: string): string => createHash('sha256').update(normalizedCode(code)).digest('hex');

type FactorOwner = Pick<Account, 'id' | 'username'>;

/** Records whether a second factor is set up. Its secret is not recorded. */
const auditEntry = ({ id, username }: FactorOwner, [before, after]: readonly [boolean, boolean]) => ({
  action: 'user.second-factor',
  subject: 'user',
  subjectId: id,
  subjectName: username,
  before: { secondFactor: before },
  after: { secondFactor: after },
});

/** Second factors of accounts: time-based codes, and recovery codes for a lost device. */
export class SecondFactors {
  readonly #needs: SecondFactorNeeds;

  constructor(needs: SecondFactorNeeds) {
    this.#needs = needs;
  }

  async stateOf({ id, roleId }: Pick<Account, 'id' | 'roleId'>): Promise<{
    readonly on: boolean;
    readonly required: boolean;
    readonly recoveryCodesLeft: number;
  }> {
    const { db } = this.#needs;
    const [factor, role, { left }] = await Promise.all([
      db.selectFrom('second_factor').select('confirmed_at').where('account_id', '=', id).executeTakeFirst(),
      db.selectFrom('role_second_factor').select('role_id').where('role_id', '=', roleId).executeTakeFirst(),
      db
        .selectFrom('recovery_code')
        .select((eb) => eb.fn.countAll<number>().as('left'))
        .where('account_id', '=', id)
        .executeTakeFirstOrThrow(),
    ]);
    const on = factor !== undefined && factor.confirmed_at !== null;
    return { on, required: role !== undefined, recoveryCodesLeft: on ? left : 0 };
  }

  /** Generates a new secret. The current one stays valid until a code of the new one is confirmed. */
  async startEnrolment({ id, username }: FactorOwner): Promise<{ secret: string; uri: string }> {
    const { db, ids, secrets } = this.#needs;
    const bytes = ids.bytes(SECRET_BYTES);
    const sealed = { next_secret: secrets.seal(bytes.toString('base64url'), SECOND_FACTOR) };
    await db
      .insertInto('second_factor')
      .values({ account_id: id, ...sealed })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(sealed))
      .execute();
    const secret = base32(bytes);
    return { secret, uri: enrolmentUri(secret, username) };
  }

  /** Activates the new secret if the code belongs to it. Returns the recovery codes, or undefined for a wrong code. */
  async confirmEnrolment(
    owner: FactorOwner,
    code: string,
    audit: Audit,
  ): Promise<readonly string[] | undefined> {
    const { db, clock, ids } = this.#needs;
    const accountId = owner.id;
    const stored = await this.#secretsOf(accountId);
    const sealed = stored?.next_secret;
    const wasOn = stored?.secret != null;
    const step = sealed == null ? undefined : this.#matchTotpStep(sealed, code);
    if (sealed == null || step === undefined) return undefined;
    const codes = Array.from({ length: RECOVERY_CODES }, () =>
      (base32(ids.bytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
    );
    return db.transaction().execute(async (tx) => {
      const consumed = await tx
        .updateTable('second_factor')
        .set({ secret: sealed, next_secret: null, confirmed_at: clock.now(), last_step: step })
        .where('account_id', '=', accountId)
        .where('next_secret', '=', sealed)
        .returning('account_id')
        .executeTakeFirst();
      if (consumed === undefined) return undefined;
      await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
      await tx
        .insertInto('recovery_code')
        .values(codes.map((each) => ({ account_id: accountId, code_hash: hashOf(each) })))
        .execute();
      await audit(tx, auditEntry(owner, [wasOn, true]));
      return codes;
    });
  }

  /** Verifies and consumes a time-based or recovery code. Each is accepted once. */
  async verify(accountId: number, code: string): Promise<boolean> {
    if (/^[\d\s]+$/.test(code)) return this.#consumeStep(accountId, code);
    const used = await this.#needs.db
      .deleteFrom('recovery_code')
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hashOf(code))
      .returning('account_id')
      .executeTakeFirst();
    return used !== undefined;
  }

  async delete(owner: FactorOwner, audit: Audit): Promise<void> {
    await this.#needs.db.transaction().execute(async (tx) => {
      const deleted = await tx
        .deleteFrom('second_factor')
        .where('account_id', '=', owner.id)
        .returning('secret')
        .executeTakeFirst();
      await tx.deleteFrom('recovery_code').where('account_id', '=', owner.id).execute();
      await audit(tx, auditEntry(owner, [deleted?.secret != null, false]));
    });
  }

  async listRequiringRoles(): Promise<readonly number[]> {
    const rows = await this.#needs.db
      .selectFrom('role_second_factor')
      .select('role_id')
      .orderBy('role_id')
      .execute();
    return rows.map(({ role_id }) => role_id);
  }

  /** Throws NOT_FOUND, REACHES_OTHER_CUSTOMERS, and RIGHTS_EXCEED_OWN for a role with more permissions than the caller: its users would be less protected. */
  setRequired(role: number, required: boolean, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const rights = (await readRoleRights(tx)).get(role);
      const found = await tx
        .selectFrom('role')
        .select(['label', roleReachesOthers(actor.caller).as('reaches_others')])
        .where('id', '=', role)
        .executeTakeFirst();
      if (rights === undefined || found === undefined) throw new ProblemError('NOT_FOUND');
      requireOwnReach(found.reaches_others);
      if (exceedsOwnRights(rights, actor.caller.permissions)) throw new ProblemError('RIGHTS_EXCEED_OWN');
      const { numDeletedRows } = await tx
        .deleteFrom('role_second_factor')
        .where('role_id', '=', role)
        .executeTakeFirst();
      if (required) await tx.insertInto('role_second_factor').values({ role_id: role }).execute();
      await record({
        action: 'role.second-factor',
        subject: 'role',
        subjectId: role,
        subjectName: found.label,
        before: { secondFactorRequired: numDeletedRows > 0n },
        after: { secondFactorRequired: required },
      });
    });
  }

  /** Consumes a time step. One statement decides, so that concurrent attempts with one code succeed only once (RFC 6238, section 5.2). */
  async #consumeStep(accountId: number, code: string): Promise<boolean> {
    const sealed = (await this.#secretsOf(accountId))?.secret;
    const step = sealed == null ? undefined : this.#matchTotpStep(sealed, code);
    if (sealed == null || step === undefined) return false;
    const consumed = await this.#needs.db
      .updateTable('second_factor')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where('secret', '=', sealed)
      .where('last_step', '<', step)
      .returning('account_id')
      .executeTakeFirst();
    return consumed !== undefined;
  }

  #secretsOf(accountId: number) {
    return this.#needs.db
      .selectFrom('second_factor')
      .select(['secret', 'next_secret'])
      .where('account_id', '=', accountId)
      .executeTakeFirst();
  }

  #matchTotpStep(sealed: string, code: string): number | undefined {
    const { secrets, clock } = this.#needs;
    return matchTotpStep(Buffer.from(secrets.open(sealed, SECOND_FACTOR), 'base64url'), code, clock.now());
  }
}
