import { z } from 'zod';
import { API, route } from '../route.ts';
import { Announcement } from '../settings/announcement/announcement.ts';
import { Session } from './routes.ts';

export const signInWithPassword = route({
  method: 'POST',
  path: `${API}/internalLogin`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Sign in with an internal account',
  body: z.strictObject({ username: z.string().min(1).max(200), password: z.string().min(1).max(1_000) }),
  reply: Session,
  problems: [
    'LOGIN_REFUSED',
    'LOGIN_FAILED',
    'LOGIN_UNAVAILABLE',
    'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
    'ACCOUNT_LOCKED_BY_RETRIES',
    'ACCOUNT_LOCKED_BY_INACTIVITY',
    'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
    // The password was right; a step is left (`sign-in-step.ts`).
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_ENROLMENT_REQUIRED',
    'PASSWORD_UPDATE_REQUIRED',
    'TERMS_NOT_ACCEPTED',
  ],
  whileReadOnly: true,
});

/** A way to sign in. */
const Provider = z.strictObject({
  kind: z.enum(['internal', 'saml']),
  name: z.string(),
  /** Where the browser goes to sign in there; none for the form of this console. */
  address: z.string().optional(),
});

/** Ways to sign in. Also sets the anonymous session and the CSRF cookie that signing in needs. */
export const listAuthProviders = route({
  method: 'GET',
  path: `${API}/authProviders`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Ways to sign in to this installation',
  reply: z.strictObject({
    providers: z.array(Provider),
    announcement: Announcement.pick({ message: true, format: true }).nullable(),
    /** A sign-in of this browser is under way and waits for a step. */
    pendingSignIn: z.boolean(),
  }),
});
