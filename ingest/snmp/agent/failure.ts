import type { AgentResponse, RequestFailure } from './agent.ts';

/** SNMP error statuses (RFC 3416 §3). */
const TOO_BIG = 1;
/** net-snmp's codes of an invalid response. */
const NOT_DECRYPTED = 4;
const OUTSIDE_TIME_WINDOW = 14;

/** Failures by the start of net-snmp's error text for usmStats (RFC 3414 §5). */
const usmReasons: readonly (readonly [string, RequestFailure])[] = [
  ['Unsupported Security Level', 'unsupported security level'],
  ['Not In Time Window', 'not in time window'],
  ['Unknown User Name', 'unknown user'],
  ['Unknown Engine ID', 'unknown engine'],
  ['Wrong Digest', 'wrong digest'],
  ['Decryption Error', 'decryption'],
];

function invalidResponse(error: Error): RequestFailure {
  const code = 'code' in error ? error.code : undefined;
  if (code === NOT_DECRYPTED) return 'decryption';
  if (code === OUTSIDE_TIME_WINDOW) return 'not in time window';
  return usmReasons.find(([words]) => error.message.startsWith(words))?.[1] ?? 'malformed';
}

/** Maps a net-snmp error to a failure. */
export function failureOf(error: Error): RequestFailure {
  if (error.name === 'RequestTimedOutError') return 'timeout';
  if (error.name === 'RequestFailedError')
    return 'status' in error && error.status === TOO_BIG ? 'too big' : 'error status';
  return error.name === 'ResponseInvalidError' ? invalidResponse(error) : 'unreachable';
}

export const failed = (reason: RequestFailure): AgentResponse => ({ ok: false, reason });
