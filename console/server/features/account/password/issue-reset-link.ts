import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { RESET_LINK_MS } from '#schemas/limit/account.ts';
import type { Audit } from '../../../kernel/audit/audit-trail.ts';
import type { Account } from '../account.ts';

const TOKEN_BYTES = 32;

export const resetTokenHash = (text: string): string => createHash('sha256').update(text).digest('hex');
export const passwordFingerprint = (passwordHash: string | null): string =>
  resetTokenHash(passwordHash ?? '');

/** Address of the page that takes the token. Servers and proxies never see the part behind `#`. */
export const resetLinkOf = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password#${token}`;

interface IssueNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly audit: Audit;
}

/** Issues a link to reset a password. Returns its token, which is stored as a hash only. */
export async function issueResetLink(
  { db, clock, ids, audit }: IssueNeeds,
  { id, username, passwordHash }: Pick<Account, 'id' | 'username' | 'passwordHash'>,
): Promise<string> {
  const token = ids.bytes(TOKEN_BYTES).toString('base64url');
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('password_reset')
      .values({
        token_hash: resetTokenHash(token),
        account_id: id,
        password_fingerprint: passwordFingerprint(passwordHash),
        ends_at: addMs(clock.now(), RESET_LINK_MS),
      })
      .execute();
    await audit(tx, {
      action: 'user.reset-link',
      subject: 'user',
      subjectId: id,
      subjectName: username,
    });
  });
  return token;
}
