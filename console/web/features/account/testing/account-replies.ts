import { listOwnSessions, revokeOtherSessions, revokeOwnSession } from '#schemas/account/own-sessions.ts';
import { defaultPasswordPolicy } from '#schemas/account/password-policy.ts';
import { changePassword, readPasswordRules } from '#schemas/account/password-routes.ts';
import { updatePreferences } from '#schemas/account/routes.ts';
import {
  confirmEnrolment,
  deleteSecondFactor,
  readSecondFactor,
  startEnrolment,
} from '#schemas/account/second-factor.ts';
import { listTokens } from '#schemas/token/routes.ts';
import { now } from '#web/lib/clock.ts';
import { problem, reply, type Reply } from '#web/testing/replies.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
/** The secret of an authenticator app, as text and as the URI of its QR code. */
export const enrolment = { secret, uri: `otpauth://totp/Telltale:admin?secret=${secret}&issuer=Telltale` };
export const recoveryCodes = Array.from({ length: 10 }, (_, at) => `AB${String(at)}D-EFGH-JKMN-PQRS`);

/** Password and code that the replies accept. */
export const accepted = { password: 'right', code: '123456' } as const;

const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

function sessionReplies(): readonly Reply[] {
  let sessions = ['a', 'b', 'c'].map((id, at) => ({
    id: id.repeat(16),
    current: at === 0,
    startedAt: now() - at * 5_000_000,
    seenAt: now() - at * 700_000,
    address: `192.0.2.${String(at + 1)}`,
    agent,
  }));
  return [
    reply(listOwnSessions, () => ({ sessions })),
    reply(revokeOwnSession, ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.session);
      return {};
    }),
    reply(revokeOtherSessions, () => {
      const ended = sessions.length - 1;
      sessions = sessions.filter(({ current }) => current);
      return { ended };
    }),
  ];
}

function factorReplies(): readonly Reply[] {
  let on = false;
  return [
    reply(readSecondFactor, () => ({
      on,
      required: false,
      recoveryCodesLeft: on ? recoveryCodes.length : 0,
    })),
    reply(startEnrolment, enrolment),
    reply(confirmEnrolment, ({ body }) => {
      if (body.code !== accepted.code) return problem('SECOND_FACTOR_WRONG');
      on = true;
      return { recoveryCodes };
    }),
    reply(deleteSecondFactor, () => {
      on = false;
      return {};
    }),
  ];
}

/** Replies of the user's own account that keeps its changes. */
export const ownAccountReplies = (): readonly Reply[] => [
  ...sessionReplies(),
  ...factorReplies(),
  reply(listTokens, { tokens: [] }),
  reply(updatePreferences, {}),
  reply(readPasswordRules, { policy: defaultPasswordPolicy, hasPassword: true }),
  reply(changePassword, ({ body }) =>
    body.current === accepted.password ? {} : problem('CURRENT_PASSWORD_WRONG'),
  ),
];
