import { cString, errorResponse, message, readMessage } from './message.ts';
import type { ConnectionInput } from './connection-input.ts';
import { SCRAM, scramExchange, type ScramVerifier } from './scram.ts';

/** Messages of an unknown client are small. */
const MAX_BYTES = 4_096;

/** Authentication requests (PostgreSQL documentation, "Message Formats"). */
const REQUEST = { ok: 0, sasl: 10, continue: 11, final: 12 } as const;

function request(kind: keyof typeof REQUEST, ...parts: readonly Buffer[]): Buffer {
  const code = Buffer.alloc(4);
  code.writeInt32BE(REQUEST[kind]);
  return message('R', code, ...parts);
}

interface Account {
  readonly user: string;
  readonly verifier: ScramVerifier;
}

interface Peer {
  readonly input: ConnectionInput;
  readonly write: (bytes: Buffer) => void;
}

/** Returns the content of the next SASL message; undefined at the end of the connection or for any other message. */
async function saslMessage({ input }: Peer): Promise<Buffer | undefined> {
  for (;;) {
    const next = readMessage(input.buffered());
    if (next !== undefined) {
      input.drop(next.bytes.length);
      return next.type === 'p' ? next.bytes.subarray(5) : undefined;
    }
    if (input.buffered().length > MAX_BYTES || !(await input.more())) return undefined;
  }
}

/** The client's first message in a SASLInitialResponse: mechanism, length, data. */
function clientFirstOf(body: Buffer | undefined): string {
  const end = body?.indexOf(0) ?? -1;
  if (body === undefined || end === -1 || body.toString('utf8', 0, end) !== SCRAM) return '';
  return body.toString('utf8', end + 5);
}

/** Returns the server's last message, undefined for a wrong user or password. */
async function prove(peer: Peer, { user, verifier }: Account, given: string): Promise<string | undefined> {
  peer.write(request('sasl', cString(SCRAM), Buffer.from([0])));
  const exchange = scramExchange(verifier, clientFirstOf(await saslMessage(peer)));
  if (exchange === undefined) return undefined;
  peer.write(request('continue', Buffer.from(exchange.challenge)));
  const last = exchange.verify((await saslMessage(peer))?.toString('utf8') ?? '');
  // Compared last: an unknown name takes as long as a wrong password.
  return given === user ? last : undefined;
}

/** Requests the password from the client; returns whether it may continue. */
export async function authenticate(peer: Peer, account: Account, given: string): Promise<boolean> {
  const last = await prove(peer, account, given);
  if (last === undefined) {
    peer.write(errorResponse('FATAL', '28P01', `password authentication failed for user "${given}"`));
    return false;
  }
  peer.write(Buffer.concat([request('final', Buffer.from(last)), request('ok')]));
  return true;
}
