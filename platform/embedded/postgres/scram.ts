import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/** SCRAM-SHA-256 (RFC 5802, RFC 7677), as PostgreSQL uses it: neither side learns the password from the other. */
export const SCRAM = 'SCRAM-SHA-256';

/** PostgreSQL's number of rounds. */
const ROUNDS = 4_096;
const KEY_BYTES = 32;

const hmac = (key: Buffer, text: Buffer | string): Buffer => createHmac('sha256', key).update(text).digest();
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)));

/** What a server keeps of a password. */
export interface ScramVerifier {
  readonly salt: string;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): ScramVerifier {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ROUNDS, KEY_BYTES, 'sha256');
  return {
    salt: salt.toString('base64'),
    storedKey: hash(hmac(salted, 'Client Key')),
    serverKey: hmac(salted, 'Server Key'),
  };
}

/** The server's side of one authentication. */
export interface ScramExchange {
  /** Server's first message. */
  readonly challenge: string;
  /** Returns the server's last message, undefined for a wrong proof. */
  readonly verify: (clientFinal: string) => string | undefined;
}

const attribute = (message: string, name: string): string =>
  new RegExp(`(?:^|,)${name}=([^,]*)`).exec(message)?.[1] ?? '';

const newNonce = (): string => randomBytes(18).toString('base64');

/** Replies to the client's first message; undefined when it is none, or requires channel binding. */
export function scramExchange(
  verifier: ScramVerifier,
  clientFirst: string,
  serverNonce: () => string = newNonce,
): ScramExchange | undefined {
  const [, header = '', bare = ''] = /^([ny],[^,]*,)(.*)$/s.exec(clientFirst) ?? [];
  const clientNonce = attribute(bare, 'r');
  if (clientNonce === '') return undefined;
  const nonce = clientNonce + serverNonce();
  const challenge = `r=${nonce},s=${verifier.salt},i=${String(ROUNDS)}`;
  return {
    challenge,
    verify(clientFinal) {
      const [, withoutProof = '', proof = ''] = /^(.*),p=([^,]*)$/s.exec(clientFinal) ?? [];
      const isSame =
        attribute(withoutProof, 'r') === nonce &&
        attribute(withoutProof, 'c') === Buffer.from(header).toString('base64');
      const given = Buffer.from(proof, 'base64');
      if (!isSame || given.length !== KEY_BYTES) return undefined;
      const authenticated = `${bare},${challenge},${withoutProof}`;
      const clientKey = xor(given, hmac(verifier.storedKey, authenticated));
      if (!timingSafeEqual(hash(clientKey), verifier.storedKey)) return undefined;
      return `v=${hmac(verifier.serverKey, authenticated).toString('base64')}`;
    },
  };
}
