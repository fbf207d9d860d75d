import { z } from 'zod';
import { API, route } from '../route.ts';
import { PasswordPolicy } from './password-policy.ts';
import { Session } from './routes.ts';

/** Steps between a verified identity and a session, in order. Each is a problem code. */
export const signInSteps = [
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_ENROLMENT_REQUIRED',
  'PASSWORD_UPDATE_REQUIRED',
  'TERMS_NOT_ACCEPTED',
] as const;
export type SignInStep = (typeof signInSteps)[number];

const steps: ReadonlySet<string> = new Set(signInSteps);
export const isStep = (code: string): code is SignInStep => steps.has(code);

/** Code of an authenticator app, or a recovery code. */
const Code = z.string().trim().min(6).max(40);
const typed = z.string().min(1).max(2_000);

/** Returned by each step except the last: the next step of the sign-in. */
const next = [
  ...signInSteps,
  'SIGN_IN_STEP_OVER',
  'LOGIN_FAILED',
  'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
  'ACCOUNT_LOCKED_BY_RETRIES',
  'ACCOUNT_LOCKED_BY_INACTIVITY',
  'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
] as const;
const step = { scope: 'none', needs: 'anonymous', problems: next, whileReadOnly: true } as const;

const StepView = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('SECOND_FACTOR_REQUIRED') }),
  z.strictObject({ step: z.literal('SECOND_FACTOR_ENROLMENT_REQUIRED') }),
  z.strictObject({
    step: z.literal('PASSWORD_UPDATE_REQUIRED'),
    username: z.string(),
    policy: PasswordPolicy,
    /** Null: the password was issued by an administrator, who knows it. */
    expiresAt: z.number().nullable(),
  }),
  z.strictObject({
    step: z.literal('TERMS_NOT_ACCEPTED'),
    version: z.int(),
    en: z.string(),
    fr: z.string(),
  }),
]);
export type StepView = z.infer<typeof StepView>;

export const readSignInStep = route({
  method: 'GET',
  path: `${API}/internalLogin/step`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Current step of the pending sign-in',
  reply: z.strictObject({ step: StepView.nullable() }),
});

export const cancelSignIn = route({
  ...step,
  method: 'DELETE',
  path: `${API}/internalLogin/step`,
  summary: 'Cancel the pending sign-in',
  reply: z.strictObject({}),
  problems: [],
});

export const verifySecondFactor = route({
  ...step,
  method: 'POST',
  path: `${API}/internalLogin/secondFactor`,
  summary: 'Sign in: verify the second factor',
  body: z.strictObject({ code: Code }),
  reply: Session,
  problems: [...next, 'SECOND_FACTOR_WRONG'],
});

/** A secret for an authenticator app, as text and as the URI of its QR code. */
export const Enrolment = z.strictObject({ secret: z.string(), uri: z.string() });
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const startEnrolmentAtSignIn = route({
  ...step,
  method: 'POST',
  path: `${API}/internalLogin/secondFactor/enrolment`,
  summary: 'Sign in: start the enrolment of the second factor that the role requires',
  body: z.strictObject({}),
  reply: Enrolment,
});

export const confirmEnrolmentAtSignIn = route({
  ...step,
  method: 'PUT',
  path: `${API}/internalLogin/secondFactor/enrolment`,
  summary: 'Sign in: confirm a new second factor with its first code; returns the recovery codes, once',
  body: z.strictObject({ code: Code }),
  reply: RecoveryCodes,
  problems: [...next, 'SECOND_FACTOR_WRONG'],
});

export const continueSignIn = route({
  ...step,
  method: 'POST',
  path: `${API}/internalLogin/continue`,
  summary: 'Sign in: continue with the next step or the session',
  body: z.strictObject({}),
  reply: Session,
});

export const updatePasswordAtSignIn = route({
  ...step,
  method: 'POST',
  path: `${API}/internalLogin/password`,
  summary: 'Sign in: replace a password that expires',
  body: z.strictObject({ password: typed, confirmation: typed }),
  reply: Session,
  problems: [...next, 'VALIDATION', 'LOGIN_UNAVAILABLE'],
  whileReadOnly: false,
});

export const acceptTerms = route({
  ...step,
  method: 'POST',
  path: `${API}/internalLogin/terms`,
  summary: 'Sign in: accept the terms and conditions',
  body: z.strictObject({ version: z.int() }),
  reply: Session,
});
