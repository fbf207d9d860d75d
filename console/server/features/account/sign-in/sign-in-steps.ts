import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SignInStep, StepView } from '#schemas/account/sign-in-step.ts';
import type { SignInFlow, SignInResult, ProvedIdentity } from '../../../kernel/session/sign-in-flow.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import type { AccountRepository } from '../account-repository.ts';
import type { Account } from '../account.ts';
import { endRetryLockOf } from './end-retry-locks.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { lockProblemFor } from './lock-problem.ts';
import { passwordAge } from '../password/password-age.ts';
import type { Pending, PendingSignIns } from './pending-sign-ins.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import type { TermsRepository } from '../terms/terms-repository.ts';

export interface StepNeeds {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly accounts: AccountRepository;
  readonly pending: PendingSignIns;
  readonly settings: SignInSettings;
  readonly factors: SecondFactors;
  readonly terms: TermsRepository;
  readonly browsers: KnownBrowsers;
  readonly clock: Clock;
}

/** A pending sign-in with its account. */
export interface PendingSignIn {
  readonly sessionHash: string;
  readonly pending: Pending;
  readonly account: Account;
}

/** Leads from a proved identity to a session, through the remaining steps of the account. */
export class SignInSteps implements SignInFlow {
  readonly #needs: StepNeeds;

  constructor(needs: StepNeeds) {
    this.#needs = needs;
  }

  async start(request: FastifyRequest, reply: FastifyReply, proved: ProvedIdentity): Promise<SignInResult> {
    const { app, accounts, pending } = this.#needs;
    const found = await accounts.find(proved.accountId);
    if (found === undefined) return { ok: false, code: 'LOGIN_REFUSED' };
    const account = await endRetryLockOf({ ...this.#needs, audit: app.auditTrail.bySystem }, found);
    const isKnownBrowser = await this.#isKnownBrowser(request, account);
    const lock = lockProblemFor(account.lockReason, isKnownBrowser);
    if (lock !== undefined) return { ok: false, code: lock };
    const secondFactorPassed = proved.secondFactorProved === true;
    const started = { ...proved, isKnownBrowser, secondFactorPassed };
    const step = await this.#matchTotpStep(started, account);
    try {
      if (step === undefined) return { ok: true, session: await this.#openSession(request, reply, started) };
      // A new token, against session fixation: an attacker may have planted the previous one.
      const { tokenHash } = await app.openSession(request, reply, { accountId: null });
      await pending.create(tokenHash, started);
      return { ok: false, code: step };
    } catch (error) {
      // The account was locked or its password changed in the same moment.
      if (error instanceof ProblemError) return { ok: false, code: error.code };
      throw error;
    }
  }

  /** The pending sign-in of this browser. Throws SIGN_IN_STEP_OVER when there is none, or when it is at another step. */
  async requirePending(request: FastifyRequest, step?: SignInStep): Promise<PendingSignIn> {
    const found = await this.#find(request);
    if (found === undefined) throw new ProblemError('SIGN_IN_STEP_OVER');
    request.pendingAccount = found.account;
    const lock = lockProblemFor(found.account.lockReason, found.pending.isKnownBrowser);
    if (lock !== undefined) {
      await this.#needs.pending.delete(found.sessionHash);
      throw new ProblemError(lock);
    }
    if (step !== undefined && (await this.#matchTotpStep(found.pending, found.account)) !== step)
      throw new ProblemError('SIGN_IN_STEP_OVER');
    return found;
  }

  /** Opens the session when no step is left. Throws the next step otherwise. */
  async continue(request: FastifyRequest, reply: FastifyReply): Promise<SignInResult & { ok: true }> {
    const { pending, account, sessionHash } = await this.requirePending(request);
    const step = await this.#matchTotpStep(pending, account);
    if (step !== undefined) throw new ProblemError(step);
    return {
      ok: true,
      session: await this.#openSession(request, reply, { ...pending, pendingSession: sessionHash }),
    };
  }

  /** The step that the browser must show. Null without a pending sign-in. */
  async view(request: FastifyRequest): Promise<StepView | null> {
    const found = await this.#find(request);
    if (found === undefined) return null;
    const step = await this.#matchTotpStep(found.pending, found.account);
    if (step === undefined) return null;
    if (step === 'PASSWORD_UPDATE_REQUIRED') return this.#passwordView(step, found.account);
    if (step !== 'TERMS_NOT_ACCEPTED') return { step };
    const terms = await this.#needs.terms.readCurrent();
    return terms === undefined ? null : { step, version: terms.version, en: terms.en, fr: terms.fr };
  }

  async #passwordView(step: 'PASSWORD_UPDATE_REQUIRED', account: Account): Promise<StepView> {
    const policy = await this.#needs.settings.policy();
    const { expiresAt } = passwordAge(policy, account, this.#needs.clock.now());
    return {
      step,
      username: account.username,
      policy: policy.password,
      expiresAt: account.passwordIssuedAt === null ? (expiresAt?.getTime() ?? null) : null,
    };
  }

  async #isKnownBrowser(request: FastifyRequest, { id }: Account): Promise<boolean> {
    return (await this.#needs.browsers.find(request, id)) !== undefined;
  }

  async #find(request: FastifyRequest): Promise<PendingSignIn | undefined> {
    const { session } = request;
    if (session === undefined || session.accountId !== null) return undefined;
    const pending = await this.#needs.pending.find(session.tokenHash);
    if (pending === undefined) return undefined;
    const account = await this.#needs.accounts.find(pending.accountId);
    if (account === undefined) return undefined;
    const isKnownBrowser = await this.#isKnownBrowser(request, account);
    return { sessionHash: session.tokenHash, pending: { ...pending, isKnownBrowser }, account };
  }

  async #factorStepOf(
    { secondFactorPassed, origin }: Pending,
    account: Account,
  ): Promise<SignInStep | undefined> {
    if (secondFactorPassed) return undefined;
    const { on, required } = await this.#needs.factors.stateOf(account);
    // An identity provider decides about its factors, but must prove a second factor where the role requires one (ADR 21).
    if (origin !== undefined && !required) return undefined;
    if (on) return 'SECOND_FACTOR_REQUIRED';
    return required ? 'SECOND_FACTOR_ENROLMENT_REQUIRED' : undefined;
  }

  async #matchTotpStep(pending: Pending, account: Account): Promise<SignInStep | undefined> {
    const { settings, terms, clock } = this.#needs;
    const { origin } = pending;
    const factorStep = await this.#factorStepOf(pending, account);
    if (factorStep !== undefined) return factorStep;
    if (origin === undefined) {
      const { state } = passwordAge(await settings.policy(), account, clock.now());
      // An issued password is known to the administrator (OWASP ASVS 5.0, 6.4.1).
      if (account.passwordIssuedAt !== null) return 'PASSWORD_UPDATE_REQUIRED';
      if (state === 'to-be-changed' || state === 'expired') return 'PASSWORD_UPDATE_REQUIRED';
    }
    return (await terms.hasAccepted(account.id)) ? undefined : 'TERMS_NOT_ACCEPTED';
  }

  async #openSession(
    request: FastifyRequest,
    reply: FastifyReply,
    { pendingSession, ...proved }: Pending & { readonly pendingSession?: string },
  ) {
    const { app, pending, browsers } = this.#needs;
    const { accountId, endsBy, origin } = proved;
    const guard = pending.sessionGuardFor(proved, pendingSession);
    const session = await app.openSession(request, reply, {
      accountId,
      endsBy,
      provider: origin?.issuer,
      guard,
    });
    await browsers.remember(request, reply, accountId);
    return session;
  }
}
