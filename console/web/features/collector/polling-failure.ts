/** Reasons of unanswered polls (`ingest/snmp/agent/agent.ts`) that have a text. */
const failures = [
  'timeout',
  'too big',
  'error status',
  'malformed',
  'unreachable',
  'unknown user',
  'wrong digest',
  'not in time window',
  'unknown engine',
  'unsupported security level',
  'decryption',
] as const;

const keys = new Map<string, `failure_${(typeof failures)[number]}`>(
  failures.map((reason) => [reason, `failure_${reason}`]),
);

/** Key of the text of a reason; undefined for one of a newer poller. */
export const failureKey = (reason: string): `failure_${(typeof failures)[number]}` | undefined =>
  keys.get(reason);
