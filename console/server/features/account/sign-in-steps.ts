import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import type { SignInStep, StepView } from '#schemas/account/sign-in-step.ts';
import type { Admission, Admitted, Proved } from '../../kernel/session/admission.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Account, AccountRepository } from './account-repository.ts';
import { lockedBecause } from './locked-because.ts';
import { passwordAge } from './password-age.ts';
import type { Pending, PendingSignIns } from './pending-sign-ins.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import type { TermsStore } from './terms-store.ts';

export interface StepNeeds {
  readonly app: FastifyInstance;
  readonly accounts: AccountRepository;
  readonly pending: PendingSignIns;
  readonly settings: SignInSettings;
  readonly factors: SecondFactors;
  readonly terms: TermsStore;
  readonly clock: Clock;
}

/** Somebody in the middle of signing in. */
export interface UnderWay {
  readonly sessionHash: string;
  readonly pending: Pending;
  readonly account: Account;
}

/** The way from a proved identity to a session, over the steps that the account still has to take. */
export class SignInSteps implements Admission {
  readonly #needs: StepNeeds;

  constructor(needs: StepNeeds) {
    this.#needs = needs;
  }

  async begin(request: FastifyRequest, reply: FastifyReply, proved: Proved): Promise<Admitted> {
    const { app, accounts, pending } = this.#needs;
    const account = await accounts.byId(proved.accountId);
    if (account === undefined) return { ok: false, code: 'LOGIN_REFUSED' };
    if (account.lockReason !== null) return { ok: false, code: lockedBecause(account.lockReason) };
    const begun = { ...proved, secondFactorPassed: proved.secondFactorProved === true };
    const step = await this.#stepOf(begun, account);
    try {
      if (step === undefined) return { ok: true, session: await this.#letIn(request, reply, begun) };
      // A fresh token: whoever planted the one before must not be the one who goes on.
      const { tokenHash } = await app.beginSession(request, reply, { accountId: null });
      await pending.begin(tokenHash, begun);
      return { ok: false, code: step };
    } catch (error) {
      // Locked, or another password, in the very moment.
      if (error instanceof ProblemError) return { ok: false, code: error.code };
      throw error;
    }
  }

  /** Who is signing in with this browser. Throws SIGN_IN_STEP_OVER when nobody is, or not at this step. */
  async underWay(request: FastifyRequest, step?: SignInStep): Promise<UnderWay> {
    const found = await this.#find(request);
    if (found === undefined) throw new ProblemError('SIGN_IN_STEP_OVER');
    request.signingIn = found.account;
    const { lockReason } = found.account;
    if (lockReason !== null) {
      await this.#needs.pending.end(found.sessionHash);
      throw new ProblemError(lockedBecause(lockReason));
    }
    if (step !== undefined && (await this.#stepOf(found.pending, found.account)) !== step)
      throw new ProblemError('SIGN_IN_STEP_OVER');
    return found;
  }

  /** The session, when no step is left; throws the next step otherwise. */
  async goOn(request: FastifyRequest, reply: FastifyReply): Promise<Admitted & { ok: true }> {
    const { pending, account, sessionHash } = await this.underWay(request);
    const step = await this.#stepOf(pending, account);
    if (step !== undefined) throw new ProblemError(step);
    return { ok: true, session: await this.#letIn(request, reply, { ...pending, underWay: sessionHash }) };
  }

  /** What the browser has to show; null when no sign-in is under way. */
  async view(request: FastifyRequest): Promise<StepView | null> {
    const found = await this.#find(request);
    if (found === undefined) return null;
    const step = await this.#stepOf(found.pending, found.account);
    if (step === undefined) return null;
    if (step === 'PASSWORD_UPDATE_REQUIRED') return this.#passwordView(step, found.account);
    if (step !== 'TERMS_NOT_ACCEPTED') return { step };
    const terms = await this.#needs.terms.inForce();
    return terms === undefined ? null : { step, version: terms.version, en: terms.en, fr: terms.fr };
  }

  async #passwordView(step: 'PASSWORD_UPDATE_REQUIRED', account: Account): Promise<StepView> {
    const policy = await this.#needs.settings.policy();
    const { expiresAt } = passwordAge(policy, account, this.#needs.clock.now());
    return {
      step,
      username: account.username,
      policy: policy.password,
      expiresAt: account.passwordGivenAt === null ? (expiresAt?.getTime() ?? null) : null,
    };
  }

  async #find({ session }: FastifyRequest): Promise<UnderWay | undefined> {
    if (session === undefined || session.accountId !== null) return undefined;
    const pending = await this.#needs.pending.find(session.tokenHash);
    if (pending === undefined) return undefined;
    const account = await this.#needs.accounts.byId(pending.accountId);
    return account && { sessionHash: session.tokenHash, pending, account };
  }

  async #factorStepOf(
    { secondFactorPassed, origin }: Pending,
    account: Account,
  ): Promise<SignInStep | undefined> {
    if (secondFactorPassed) return undefined;
    const { on, required } = await this.#needs.factors.stateOf(account);
    // An identity provider asks for the factors that it wants; what a role demands it has to prove (ADR 21).
    if (origin !== undefined && !required) return undefined;
    if (on) return 'SECOND_FACTOR_REQUIRED';
    return required ? 'SECOND_FACTOR_ENROLMENT_REQUIRED' : undefined;
  }

  async #stepOf(pending: Pending, account: Account): Promise<SignInStep | undefined> {
    const { settings, terms, clock } = this.#needs;
    const { origin } = pending;
    const factorStep = await this.#factorStepOf(pending, account);
    if (factorStep !== undefined) return factorStep;
    if (origin === undefined) {
      const { state } = passwordAge(await settings.policy(), account, clock.now());
      // Somebody else knows it (OWASP ASVS 5.0, 6.4.1).
      if (account.passwordGivenAt !== null) return 'PASSWORD_UPDATE_REQUIRED';
      if (state === 'to-be-changed' || state === 'expired') return 'PASSWORD_UPDATE_REQUIRED';
    }
    return (await terms.areAccepted(account.id)) ? undefined : 'TERMS_NOT_ACCEPTED';
  }

  #letIn(
    request: FastifyRequest,
    reply: FastifyReply,
    { underWay, ...proved }: Pending & { readonly underWay?: string },
  ) {
    const { app, pending } = this.#needs;
    const { accountId, endsBy, origin } = proved;
    const guard = pending.guardOf(proved, underWay);
    return app.beginSession(request, reply, { accountId, endsBy, provider: origin?.issuer, guard });
  }
}
