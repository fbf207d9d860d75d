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
  /** Another error status: noSuchName, genErr, … */
  | 'error status'
  /** An answer that does not belong to the request: wrong community, version or number of bindings. */
  | 'malformed'
  /** The request could not be sent, or the name has no address. */
  | 'unreachable';

export type Answer =
  | { readonly ok: true; readonly bindings: readonly Binding[] }
  | { readonly ok: false; readonly reason: Refusal };

/** One SNMP agent, for one poll. */
export interface Agent {
  get(oids: readonly string[]): Promise<Answer>;
  /** The objects that follow `oid`, `repetitions` at most. */
  getBulk(oid: string, repetitions: number): Promise<Answer>;
  /** Datagrams that were dropped: not SNMP, or from another sender than the agent. */
  readonly strays: number;
  close(): void;
}
