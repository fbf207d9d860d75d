import type { Value } from './value.ts';

export interface Binding {
  readonly oid: string;
  readonly value: Value;
}

/** Why a request brought nothing. */
export type Refusal =
  /** No answer within the time, retries included. */
  | 'timeout'
  /** The answer would not fit a datagram of the agent. */
  | 'too big'
  /** Another error status: genErr, authorizationError, … */
  | 'error status'
  /** An answer that does not belong to the request: wrong community, version or number of bindings. */
  | 'malformed'
  /** The request could not be sent, or the name has no address. */
  | 'unreachable'
  | UsmRefusal;

/** Why the user-based security model refused a request of v3 (usmStats, RFC 3414 §5). */
export type UsmRefusal =
  | 'unknown user'
  | 'wrong digest'
  | 'not in time window'
  | 'unknown engine'
  /** The agent does not let this user in without authentication or privacy, or not with it. */
  | 'unsupported security level'
  /** The agent is there, and is silent to what is encrypted with our key; or its answer could not be decrypted. */
  | 'decryption';

export type Answer =
  | { readonly ok: true; readonly bindings: readonly Binding[] }
  | { readonly ok: false; readonly reason: Refusal };

/** One SNMP agent, for one poll. */
export interface Agent {
  get(oids: readonly string[]): Promise<Answer>;
  /** The objects that follow `oid`, `repetitions` at most; of an agent of v1 one. */
  getBulk(oid: string, repetitions: number): Promise<Answer>;
  /** Datagrams that were dropped: not SNMP, or from another sender than the agent. */
  readonly strays: number;
  /** Datagrams of v3 that were dropped: not signed with the user's key, or less secure than what was asked. */
  readonly forged: number;
  close(): void;
}
