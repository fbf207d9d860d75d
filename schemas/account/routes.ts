import { z } from 'zod';
import { permissionKeys } from '../permission/catalogue.ts';
import { API, route } from '../route.ts';
import { Announcement } from '../settings/announcement/announcement.ts';
import { Language } from './language.ts';

export const Scope = z.enum(['customer', 'cross-customer', 'admin']);
export type Scope = z.infer<typeof Scope>;

/** Who is signed in and what he may see. */
export const Session = z.strictObject({
  user: z.strictObject({
    id: z.number(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    /** Null until chosen: the browser's. */
    language: Language.nullable(),
  }),
  role: z.string(),
  permissions: z.array(z.enum(permissionKeys)),
  scopes: z.array(Scope),
  customers: z.array(z.strictObject({ id: z.number(), clientId: z.string(), name: z.string() })),
  /** Module flags of this installation. */
  modules: z.array(z.string()),
  readOnly: z.boolean(),
  /** Idle and absolute end, milliseconds since 1970. */
  idleUntil: z.number(),
  endsAt: z.number(),
  /** When the password expires; there from the days on in which the user is warned. */
  passwordExpiresAt: z.number().optional(),
});
export type Session = z.infer<typeof Session>;

export const readSession = route({
  method: 'GET',
  path: `${API}/session`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'The signed-in user with his rights, customers and modules',
  reply: Session,
});

export const internalLogin = route({
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
export const authProviders = route({
  method: 'GET',
  path: `${API}/authProviders`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Ways to sign in to this installation',
  reply: z.strictObject({
    providers: z.array(Provider),
    announcement: Announcement.pick({ message: true, format: true }).nullable(),
    /** A sign-in of this browser is under way and waits for a step. */
    underWay: z.boolean(),
  }),
});

export const signOut = route({
  method: 'DELETE',
  path: `${API}/session`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Sign out: the session and its sockets end',
  reply: z.strictObject({
    /** Where the browser goes to sign out at the identity provider too. */
    next: z.string().optional(),
  }),
  whileReadOnly: true,
});

export const savePreferences = route({
  method: 'PUT',
  path: `${API}/session/preferences`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Language of the user',
  body: z.strictObject({ language: Language }),
  reply: z.strictObject({}),
});
