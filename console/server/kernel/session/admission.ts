import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { SessionState } from './session-store.ts';

/** What an identity provider said of the session that it vouches for: it ends the session by these. */
export interface SessionOrigin {
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly sessionIndex: string | null;
}

/** Somebody whose identity is proved. */
export interface Proved {
  readonly accountId: number;
  /** The hash that his password was compared with: with another one by now, nothing is proved any more. */
  readonly passwordHash?: string | undefined;
  /** Undefined: by his password here. */
  readonly origin?: SessionOrigin | undefined;
  /** Who vouches for him has asked for a second factor, and says so. */
  readonly secondFactorProved?: boolean;
  /** Latest end of the session. */
  readonly endsBy?: Date | undefined;
}

export type Admitted =
  | { readonly ok: true; readonly session: SessionState }
  /** A step is left, or the account is locked. The browser's session remembers how far the sign-in is. */
  | { readonly ok: false; readonly code: ProblemCode };

/** Lets somebody in whose identity is proved, whatever proved it, as soon as every further step is done. */
export interface Admission {
  begin(request: FastifyRequest, reply: FastifyReply, proved: Proved): Promise<Admitted>;
}
