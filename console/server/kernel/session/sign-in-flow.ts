import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { SessionState } from './session-store.ts';

/** The identity provider's names of a session. Its logout messages refer to them. */
export interface SessionOrigin {
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly sessionIndex: string | null;
  /** ID token of OpenID Connect. Null when there is none, or when it is too long for the address of a sign-out. */
  readonly idToken: string | null;
}

/** A proved identity. */
export interface ProvedIdentity {
  readonly accountId: number;
  /** The hash that the password was verified against. If the stored hash differs by now, the proof is void. */
  readonly passwordHash?: string | undefined;
  /** Undefined for a password sign-in. */
  readonly origin?: SessionOrigin | undefined;
  /** The identity provider asserts a second factor. */
  readonly secondFactorProved?: boolean;
  /** Latest end of the session. */
  readonly endsBy?: Date | undefined;
}

export type SignInResult =
  | { readonly ok: true; readonly session: SessionState }
  /** A step is left, or the account is locked. The browser's session keeps the progress of the sign-in. */
  | { readonly ok: false; readonly code: ProblemCode };

/** Opens a session for a proved identity of any sign-in method, after every further step is done. */
export interface SignInFlow {
  start(request: FastifyRequest, reply: FastifyReply, proved: ProvedIdentity): Promise<SignInResult>;
}
