import { SAML_REFUSED } from '#schemas/settings/saml/saml.ts';
import type { RejectedMessage } from '../../../shared/identity/audit-rejection.ts';

/**
 * The step of a sign-in that failed. `provider`: the provider cannot be used or reports an error. `request`: no request of this browser.
 * `token`: the code or a token of it is invalid. `user`: the claims identify no user with a role and a customer.
 */
export type OidcStep = 'provider' | 'request' | 'token' | 'user';

/** A rejected sign-in. The message is the reason, for administrators. */
export class OidcRejection extends Error {
  override readonly name = 'OidcRejection';
  readonly step: OidcStep;
  readonly named: string;

  constructor(step: OidcStep, reason: unknown, named = '') {
    super(reasonOf(reason), { cause: reason });
    this.step = step;
    this.named = named;
  }
}

/** The error that a provider reports by the code and text of OAuth 2.0 (RFC 6749, 5.2), or in a challenge (RFC 6750, 3). */
function reportedError(error: Error): string {
  const [challenge] = Array.isArray(error.cause) ? (error.cause as { readonly parameters?: object }[]) : [];
  const { error: code, error_description: text } = (challenge?.parameters ?? error) as {
    readonly error?: unknown;
    readonly error_description?: unknown;
  };
  return [code, text].filter((one) => typeof one === 'string' && one !== '').join(': ');
}

/** The innermost messages say what is wrong: those of the library around them only say where. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OidcRejection) return error.message;
  const reported = reportedError(error);
  if (reported !== '') return `the provider reports ${reported}`;
  return error.cause instanceof Error ? `${error.message}: ${reasonOf(error.cause)}` : error.message;
}

/** Runs a step and wraps its errors. */
export async function inStep<Value>(
  step: OidcStep,
  run: () => Value | Promise<Value>,
  named = '',
): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof OidcRejection ? error : new OidcRejection(step, error, named);
  }
}

/** What is recorded of a rejected sign-in. The user learns nothing that would help a forger. */
export function rejectedSignInOf(error: unknown): RejectedMessage {
  const rejection = error instanceof OidcRejection ? error : undefined;
  return {
    code: SAML_REFUSED,
    check: rejection?.step,
    named: rejection?.named ?? '',
    reason: reasonOf(error),
  };
}
