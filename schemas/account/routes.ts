import { z } from 'zod';
import { permissionKeys } from '../permission/catalogue.ts';
import { API, route } from '../route.ts';
import { Preferences, PreferencesChange } from './preferences.ts';

export const ConsoleScope = z.enum(['customer', 'cross-customer', 'admin']);
export type ConsoleScope = z.infer<typeof ConsoleScope>;

/** The signed-in user and their access. */
export const Session = z.strictObject({
  user: z.strictObject({
    id: z.number(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    ...Preferences.shape,
  }),
  role: z.string(),
  permissions: z.array(z.enum(permissionKeys)),
  scopes: z.array(ConsoleScope),
  customers: z.array(
    z.strictObject({
      id: z.number(),
      clientId: z.string(),
      name: z.string(),
      /** Zone of its days and business hours: its own, else that of its country; absent: that of the reader. */
      timeZone: z.string().optional(),
    }),
  ),
  /** Sees every customer, including future ones. */
  everyCustomer: z.boolean(),
  /** Module flags of this installation. */
  modules: z.array(z.string()),
  readOnly: z.boolean(),
  /** Idle and absolute end, milliseconds since 1970. */
  idleUntil: z.number(),
  endsAt: z.number(),
  /** The checklist of a new installation is the first page of this user; absent: it is not. */
  firstSteps: z.literal(true).optional(),
  /** When the password expires; present once the warning period starts. */
  passwordExpiresAt: z.number().optional(),
});
export type Session = z.infer<typeof Session>;

export const readSession = route({
  method: 'GET',
  path: `${API}/session`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'The signed-in user with permissions, customers and modules',
  reply: Session,
});

export const signOut = route({
  method: 'DELETE',
  path: `${API}/session`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Sign out: the session and its sockets end',
  reply: z.strictObject({
    /** Address at which the browser signs out of the identity provider. */
    next: z.string().optional(),
  }),
  whileReadOnly: true,
});

export const updatePreferences = route({
  method: 'PUT',
  path: `${API}/session/preferences`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Update language, theme or dates of the user; absent values stay unchanged',
  body: PreferencesChange,
  reply: z.strictObject({}),
  problems: ['FORBIDDEN'],
});
