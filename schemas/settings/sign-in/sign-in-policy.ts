import { z } from 'zod';
import { lockoutDefaults, passwordDefaults } from '../../limit/account.ts';
import { intInRange } from '../../limit/int-in-range.ts';
import { API, route } from '../../route.ts';
import { whenValid } from '../../problem/when-valid.ts';
import { stated } from '../../stated.ts';
import { defaultPasswordPolicy, PasswordPolicy } from '../../account/password-policy.ts';

const days = intInRange(1, 3_650);
/** Password age that locks the account; null: never (OWASP ASVS 5.0, 6.2.10). */
const expiryDays = days.nullable();
/** Days before expiry from which a sign-in requires a new password. */
const updateDays = intInRange(0, 365);

/** Password and lockout policy of this installation. */
export const SignInPolicy = z
  .strictObject({
    password: PasswordPolicy,
    expiryDays,
    /** Days before expiry from which the user is warned. */
    warnDays: intInRange(0, 365),
    updateDays,
    /** Consecutive failures that lock an account. NIST SP 800-63B-4, 3.2.2: at most 100. */
    maxFailures: intInRange(1, 100),
    /**
     * Minutes of a lock by failures; each further one lasts twice as long, up to a day. Null: until an administrator or a reset link
     * lifts it.
     */
    lockMinutes: intInRange(1, 1_440).nullable().default(lockoutDefaults.lockMinutes),
    /** Days of inactivity that lock an account; null: never. */
    inactivityDays: days.nullable(),
  })
  .refine(({ expiryDays, updateDays }) => expiryDays === null || updateDays < expiryDays, {
    message: 'PASSWORD_UPDATE_TOO_EARLY',
    path: ['updateDays'],
    ...whenValid({ expiryDays, updateDays }),
  });
export type SignInPolicy = z.infer<typeof SignInPolicy>;

/** Name of the setting. */
export const SIGN_IN_SETTING = 'sign-in';

export const defaultSignInPolicy: SignInPolicy = {
  password: defaultPasswordPolicy,
  expiryDays: passwordDefaults.expiryDays,
  warnDays: 14,
  updateDays: 3,
  maxFailures: lockoutDefaults.maxFailures,
  lockMinutes: lockoutDefaults.lockMinutes,
  inactivityDays: lockoutDefaults.inactivityDays,
};

export const readSignInPolicy = route({
  method: 'GET',
  path: `${API}/mt/sign-in`,
  scope: 'admin',
  needs: 'USER.read',
  summary: 'Password and lockout policy',
  reply: SignInPolicy,
});

export const updateSignInPolicy = route({
  method: 'PUT',
  path: `${API}/mt/sign-in`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'USER.write',
  summary: 'Update the password and lockout policy',
  body: stated(SignInPolicy),
  reply: z.strictObject({}),
});
