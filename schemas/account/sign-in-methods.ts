import { z } from 'zod';
import { API, route } from '../route.ts';
import { ShownAnnouncement } from '../settings/announcement/announcement.ts';
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
    // The password is correct, another step is required (`sign-in-step.ts`).
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_ENROLMENT_REQUIRED',
    'PASSWORD_UPDATE_REQUIRED',
    'TERMS_NOT_ACCEPTED',
  ],
  whileReadOnly: true,
});

/** A sign-in method. */
const Provider = z.strictObject({
  kind: z.enum(['internal', 'saml', 'oidc']),
  name: z.string(),
  /** Sign-in address of the provider; absent for the form of this console. */
  address: z.string().optional(),
});

/** Sign-in methods. Also sets the anonymous session and the CSRF cookie that a sign-in requires. */
export const listAuthProviders = route({
  method: 'GET',
  path: `${API}/authProviders`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Sign-in methods of this installation',
  reply: z.strictObject({
    providers: z.array(Provider),
    announcement: ShownAnnouncement.nullable(),
    /** This browser has a pending sign-in that waits for a step. */
    pendingSignIn: z.boolean(),
  }),
});
