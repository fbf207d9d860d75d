import { z } from 'zod';
import { permissionKeys } from '../permission/catalogue.ts';
import { API, route } from '../route.ts';

export const Language = z.enum(['en', 'fr']);
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
  ],
  whileReadOnly: true,
});

/** Ways to sign in. Also sets the anonymous session and the CSRF cookie that signing in needs. */
export const authProviders = route({
  method: 'GET',
  path: `${API}/authProviders`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Ways to sign in to this installation',
  reply: z.strictObject({
    providers: z.array(z.strictObject({ kind: z.enum(['internal', 'saml']), name: z.string() })),
  }),
});

export const signOut = route({
  method: 'DELETE',
  path: `${API}/session`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Sign out: the session and its sockets end',
  reply: z.strictObject({}),
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
