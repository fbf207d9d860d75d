import type { Translate } from '#web/lib/text-types.ts';
import type { en } from '../texts/en.ts';

type Text = Translate<typeof en>;

/** Codes of Node.js and OpenSSL by what they mean to the operator of a target. */
const meanings = {
  ECONNREFUSED: 'failure-refused',
  ECONNRESET: 'failure-reset',
  EPIPE: 'failure-reset',
  UND_ERR_SOCKET: 'failure-reset',
  ETIMEDOUT: 'failure-timeout',
  ESOCKET: 'failure-reset',
  ECONNECTION: 'failure-unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'failure-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'failure-timeout',
  EHOSTUNREACH: 'failure-unreachable',
  ENETUNREACH: 'failure-unreachable',
  ENOTFOUND: 'failure-name',
  EAI_AGAIN: 'failure-name',
  EDNS: 'failure-name',
  CERT_HAS_EXPIRED: 'failure-certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'failure-certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'failure-certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'failure-certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'failure-certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'failure-certificate',
  EAUTH: 'failure-login',
} as const;
type Code = keyof typeof meanings;

const isKnown = (code: string): code is Code => Object.hasOwn(meanings, code);

/** A sentence for the technical cause of a failed delivery: undefined for the response of a receiver, which speaks for itself. */
export function failureWords(response: string, text: Text): string | undefined {
  const code = /^([A-Z][A-Z\d_]+)\b/.exec(response)?.[1];
  if (code === undefined || !isKnown(code)) return undefined;
  const target = /(\[[\da-f:]+\]|[\da-z.-]+):(\d+)\s*$/i.exec(response)?.[0]?.trim();
  return text(meanings[code], { target: target ?? text('failureTarget') });
}
