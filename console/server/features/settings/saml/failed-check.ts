import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { SAML_CONTEXT_REFUSED, SAML_REFUSED } from '#schemas/settings/saml/saml.ts';
import type { SamlCheck } from '#schemas/settings/saml/routes.ts';

interface Failure {
  readonly check: SamlCheck;
  /** Whom the response names; left out where its signature is not right, and nothing of it is to be believed. */
  readonly name?: string | undefined;
}

/** A check that a response failed; its message is why. */
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

/** What somebody is told whose response failed: nothing that would help a forger, and what he can do where it is his own. */
export const problemCodeOf = (error: unknown): ProblemCode =>
  error instanceof FailedCheck && error.check === 'context' ? SAML_CONTEXT_REFUSED : SAML_REFUSED;

/** Runs a check; what it throws is told as its failure. */
export async function checked<Value>(failure: Failure, look: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await look();
  } catch (error) {
    throw new FailedCheck(failure, error);
  }
}
