import type { SnmpValue } from './value.ts';

export interface VariableBinding {
  readonly oid: string;
  readonly value: SnmpValue;
}

/** Reason why a request failed. */
export type RequestFailure =
  /** No response within the timeout, including retries. */
  | 'timeout'
  /** The response would not fit into a datagram of the agent. */
  | 'too big'
  /** Another error status: genErr, authorizationError, … */
  | 'error status'
  /** A response that does not match the request: wrong community, version or number of bindings. */
  | 'malformed'
  /** The request could not be sent, or the name has no address. */
  | 'unreachable'
  | UsmFailure;

/** Reason why the user-based security model rejected a v3 request (usmStats, RFC 3414 §5). */
export type UsmFailure =
  | 'unknown user'
  | 'wrong digest'
  | 'not in time window'
  | 'unknown engine'
  /** The agent does not accept this user at this security level. */
  | 'unsupported security level'
  /** The agent does not respond to messages encrypted with our key, or its response could not be decrypted. */
  | 'decryption';

export type AgentResponse =
  | { readonly ok: true; readonly bindings: readonly VariableBinding[] }
  | { readonly ok: false; readonly reason: RequestFailure };

/** Timeout of each attempt of a request, and attempts after the first one. */
export interface RequestBudget {
  readonly timeoutMs: number;
  readonly retries: number;
}

/** An SNMP agent for the duration of one poll. */
export interface Agent {
  get(oids: readonly string[]): Promise<AgentResponse>;
  /** Returns up to `repetitions` objects after `oid`; a v1 agent returns one. */
  getBulk(oid: string, repetitions: number): Promise<AgentResponse>;
  /** Dropped datagrams: not SNMP, or not from the agent. */
  readonly strays: number;
  /** Dropped v3 datagrams: not signed with the user's key, or less secure than the request. */
  readonly forged: number;
  close(): void;
}
