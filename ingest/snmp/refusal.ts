import type { Answer, Refusal } from './agent.ts';

/** SNMP error statuses (RFC 3416 §3). */
const TOO_BIG = 1;
const NO_SUCH_NAME = 2;
/** The library's codes of an answer that it does not take. */
const NOT_DECRYPTED = 4;
const OUTSIDE_TIME_WINDOW = 14;

/** By the beginning of the library's words for usmStats (RFC 3414 §5). */
const usmReasons: readonly (readonly [string, Refusal])[] = [
  ['Unsupported Security Level', 'unsupported security level'],
  ['Not In Time Window', 'not in time window'],
  ['Unknown User Name', 'unknown user'],
  ['Unknown Engine ID', 'unknown engine'],
  ['Wrong Digest', 'wrong digest'],
  ['Decryption Error', 'decryption'],
];

function invalidOf(error: Error): Refusal {
  const code = 'code' in error ? error.code : undefined;
  if (code === NOT_DECRYPTED) return 'decryption';
  if (code === OUTSIDE_TIME_WINDOW) return 'not in time window';
  return usmReasons.find(([words]) => error.message.startsWith(words))?.[1] ?? 'malformed';
}

/** What an error of the library means. */
export function refusalOf(error: Error): Refusal {
  if (error.name === 'RequestTimedOutError') return 'timeout';
  if (error.name === 'RequestFailedError')
    return 'status' in error && error.status === TOO_BIG ? 'too big' : 'error status';
  return error.name === 'ResponseInvalidError' ? invalidOf(error) : 'unreachable';
}

/** The object that an agent of v1 does not have: its whole answer is an error then (RFC 1157 §4.1.2). */
export function missingName(error: Error): string | undefined {
  if (error.name !== 'RequestFailedError' || !('status' in error) || error.status !== NO_SUCH_NAME)
    return undefined;
  return /: ([\d.]+)$/.exec(error.message)?.[1];
}

export const refused = (reason: Refusal): Answer => ({ ok: false, reason });
