import * as own from '#schemas/account/own-sessions.ts';
import * as password from '#schemas/account/password-routes.ts';
import * as session from '#schemas/account/routes.ts';
import * as factor from '#schemas/account/second-factor.ts';
import { defaultSignInPolicy, updateSignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import * as step from '#schemas/account/sign-in-step.ts';
import { publishTerms } from '#schemas/account/terms.ts';
import * as user from '#schemas/user/routes.ts';
import { totpCode, totpStepAt } from '#server/features/account/second-factor/totp.ts';
import { attempt, visitorOf } from '../../fixtures/server/visitor.ts';
import { mailTo, tokenIn } from '../account/mail.ts';
import type { Place } from './story.ts';
import { PASSWORD, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const typed = (word: string) => ({
  password: `${word} horse, battery`,
  confirmation: `${word} horse, battery`,
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
function codeFor({ clock }: ServerUnderTest, secret: string): string {
  const bits = Array.from(secret, (each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  return totpCode(key, totpStepAt(clock.now()));
}

const roleOf = async ({ stack }: ServerUnderTest, id: number): Promise<number> =>
  (await stack.db.selectFrom('account').select('role_id').where('id', '=', id).executeTakeFirstOrThrow())
    .role_id;

async function signingIn(server: ServerUnderTest, username: string, word: string): Promise<Browser> {
  const page = await visitorOf(server);
  await attempt(page, username, word);
  return page;
}

/** One's own account: preferences, password, second factor, sessions. */
export async function ownStory({ take, server }: Place): Promise<void> {
  const id = await server.account({ username: 'zoe', permissions: ['ALERT.read'] });
  const { db } = server.stack;
  await db.updateTable('account').set({ email: 'zoe@example.net' }).where('id', '=', id).execute();
  const by = await server.signedIn('zoe');
  await take(session.updatePreferences, 'made', { by, body: { language: 'en' } });
  await take(session.updatePreferences, 'changed', { by, body: { language: 'fr' } });
  await take(password.changePassword, 'changed', { by, body: { current: PASSWORD, ...typed('first') } });

  const { secret } = await take<{ secret: string }>(factor.startEnrolment, 'done', {
    by,
    body: { password: typed('first').password },
  });
  await take(factor.confirmEnrolment, 'changed', { by, body: { code: codeFor(server, secret) } });
  await take(factor.deleteSecondFactor, 'changed', { by, body: { password: typed('first').password } });
  await take(own.revokeOtherSessions, 'done', { by });
  await take(own.revokeOwnSession, 'done', { by, params: { session: await ownSession(by) } });

  const visitor = await visitorOf(server);
  await take(password.requestPasswordReset, 'done', { by: visitor, body: { login: 'zoe', language: 'en' } });
  const token = tokenIn(await mailTo(server, 'zoe@example.net', ({ text }) => text.includes('#')));
  await take(password.resetPassword, 'changed', { by: visitor, body: { token, ...typed('second') } });
}

/** Sessions and tokens of others that an administrator ends. */
export async function endsStory({ take, server }: Place): Promise<void> {
  const id = await server.account({ username: 'yvon', permissions: ['ALERT.read'] });
  const now = server.clock.now();
  const token = await server.stack.db
    .insertInto('api_token')
    .values({
      account_id: id,
      name: 'reports',
      token_hash: 'none',
      permissions: ['ALERT.read'],
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await take(user.revokeUserToken, 'deleted', { params: token });
  const by = await server.signedIn('yvon');
  const begun = await by.send('POST', factor.startEnrolment.path, { body: { password: PASSWORD } });
  const code = codeFor(server, begun.json<{ secret: string }>().secret);
  const confirmed = await by.send('PUT', factor.confirmEnrolment.path, { body: { code } });
  if (confirmed.statusCode !== 200) throw new Error(`the enrolment responses ${confirmed.body}`);
  await take(user.deleteUserSecondFactor, 'changed', { params: { id } });
  await take(user.changeUserSignInMethod, 'changed', { params: { id }, body: { elsewhere: true } });
  await take(user.revokeUserSessions, 'done', { params: { id } });
}

const ownSession = async (page: Browser): Promise<string> =>
  (await page.get('/api/v1/session/list')).json<{ sessions: { id: string }[] }>().sessions[0]!.id;

/** What an administrator requires of who signs in, and who then does it. */
export async function signInStory({ take, server }: Place): Promise<void> {
  const id = await server.account({ username: 'yann', permissions: ['ALERT.read'] });
  const role = await roleOf(server, id);
  await take(factor.updateRoleSecondFactor, 'changed', { params: { role }, body: { required: true } });
  let by = await signingIn(server, 'yann', PASSWORD);
  const { secret } = (await by.send('POST', step.startEnrolmentAtSignIn.path, { body: {} })).json<{
    secret: string;
  }>();
  await take(step.confirmEnrolmentAtSignIn, 'changed', { by, body: { code: codeFor(server, secret) } });

  const strict = { ...defaultSignInPolicy, expiryDays: 90, maxFailures: 7 };
  await take(updateSignInPolicy, 'changed', { body: strict });
  await server.account({ username: 'xavier', permissions: ['ALERT.read'] });
  await server.stack.db
    .updateTable('account')
    .set({ password_updated_at: new Date(server.clock.now().getTime() - 89 * 86_400_000) })
    .where('username', '=', 'xavier')
    .execute();
  by = await signingIn(server, 'xavier', PASSWORD);
  await take(step.updatePasswordAtSignIn, 'changed', { by, body: typed('third') });

  const terms = await take<{ version: number }>(publishTerms, 'made', {
    body: { en: 'Be kind.', fr: 'Soyez aimable.' },
  });
  await take(publishTerms, 'changed', { body: { en: 'Be kinder.', fr: 'Soyez plus aimable.' } });
  by = await signingIn(server, 'xavier', typed('third').password);
  await take(step.acceptTerms, 'made', { by, body: { version: terms.version + 1 } });
}
