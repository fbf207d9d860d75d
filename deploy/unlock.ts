/**
 * `npm run unlock -- NAME [--link]`: unlocks an account from the machine, whatever locked it, and records it in the audit trail. `--link`
 * prints a link that sets a new password within the hour.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { systemClock } from '#platform/clock/system-clock.ts';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { textVariable } from '#platform/env/variable.ts';
import { systemIds } from '#platform/id/id.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { AuditTrail, type Audit } from '#server/kernel/audit/audit-trail.ts';
import { issueResetLink, resetLinkOf } from '#server/features/account/password/issue-reset-link.ts';

const USAGE = 'npm run unlock -- NAME [--link]   --link prints a link that sets a new password';

/** Ends the command with a message and exit code 2 or 1. */
class CommandError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

function given(): { readonly username: string; readonly link: boolean } {
  const options = { link: { type: 'boolean', default: false } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [username, ...more] = positionals;
    if (username !== undefined && more.length === 0) return { username, link: values.link };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${USAGE}`, 2);
  }
  throw new CommandError(USAGE, 2);
}

/** Lifts any lock of the account. Returns the account as it was. */
async function unlock(db: Db, username: string, audit: Audit) {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['id', 'username', 'lock_reason', 'password_hash'])
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined) throw new CommandError(`no account is called ${username}`, 1);
    const { id, lock_reason: before } = account;
    await tx
      .updateTable('account')
      .set({ lock_reason: null, locked_at: null, lock_ends_at: null, failed_logins: 0, retry_locks: 0 })
      .set({ unlocked_at: systemClock.now() })
      .where('id', '=', id)
      .execute();
    await audit(tx, {
      action: 'user.unlock',
      subject: 'user',
      subjectId: id,
      subjectName: account.username,
      before: { lock: before },
      after: { lock: null },
      note: { command: 'npm run unlock', systemUser: userInfo().username },
    });
    return account;
  });
}

async function run(db: Db, publicUrl: string): Promise<string> {
  const { username, link } = given();
  const audit = new AuditTrail({ db, clock: systemClock }).bySystem;
  const account = await unlock(db, username, audit);
  const { id, lock_reason: reason, password_hash: passwordHash } = account;
  const unlocked =
    reason === null
      ? `${account.username} was not locked; its failed sign-ins are forgotten`
      : `${account.username} is unlocked (was: ${reason})`;
  if (!link) {
    const again = reason === 'expired' ? '\nthe password is still expired: --link sets a new one' : '';
    return `${unlocked}${again}\n`;
  }
  if (passwordHash === null) throw new CommandError(`${unlocked}, but has no password here`, 1);
  const token = await issueResetLink(
    { db, clock: systemClock, ids: systemIds, audit },
    { id, username: account.username, passwordHash },
  );
  return `${unlocked}\nnew password, within the hour: ${resetLinkOf(publicUrl, token)}\n`;
}

const { DATABASE_URL, PUBLIC_URL, HOST, PORT } = configure(
  z.object({
    DATABASE_URL: standard.DATABASE_URL,
    PUBLIC_URL: textVariable(''),
    HOST: standard.HOST,
    PORT: standard.PORT,
  }),
);
const db = openPostgres(DATABASE_URL, { connections: 1 });
try {
  const publicUrl = PUBLIC_URL === '' ? `http://${HOST}:${String(PORT)}` : PUBLIC_URL;
  process.stdout.write(await run(db, publicUrl));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
} finally {
  await db.destroy();
}
