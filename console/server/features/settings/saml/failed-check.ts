import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { SAML_CONTEXT_REFUSED, SAML_REFUSED } from '#schemas/settings/saml/saml.ts';
import type { SamlCheck } from '#schemas/settings/saml/routes.ts';
import type { RejectedMessage } from '../../../shared/identity/audit-rejection.ts';

interface Failure {
  readonly check: SamlCheck;
  /** The name ID of the response. Undefined when its signature is invalid and nothing in it can be trusted. */
  readonly name?: string | undefined;
}

/** A failed check of a response. The message is the reason. */
export class FailedCheck extends Error {
  override readonly name = 'FailedCheck';
  readonly check: SamlCheck;
  readonly named: string;

  constructor({ check, name = '' }: Failure, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.check = check;
    this.named = name;
  }
}

/** The problem shown to the user. Reveals nothing that helps a forger, except a required context, which the user can fix. */
const problemCodeOf = (error: unknown): ProblemCode =>
  error instanceof FailedCheck && error.check === 'context' ? SAML_CONTEXT_REFUSED : SAML_REFUSED;

/** What is recorded of a rejected response. */
export function rejectedMessageOf(error: unknown): RejectedMessage {
  const failed = error instanceof FailedCheck ? error : undefined;
  const reason = error instanceof Error ? error.message : String(error);
  return { code: problemCodeOf(error), check: failed?.check, named: failed?.named ?? '', reason };
}

/** Runs a check and wraps its errors as FailedCheck. */
export async function checked<Value>(failure: Failure, check: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await check();
  } catch (error) {
    throw new FailedCheck(failure, error);
  }
}
