import type { NatsConnection } from '@nats-io/transport-node';

/** What a message is published with, beside its bytes. */
export interface Envelope {
  readonly subject: string;
  readonly reply: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Room that the bytes of a message leave in their buffer for what the protocol puts around them. */
export const frameMargin = { before: 1_024, behind: 2 } as const;

const CR = 13;
const LF = 10;
/** What cannot be mistaken for the protocol's own. */
const plain = /^[\x20-\x7e]*$/;
const word = /^[\x21-\x7e]+$/;

/** The part of the client that every publication goes through in the end: it copies what it is given in several pieces. */
interface Wire {
  sendCommand(frame: Uint8Array): void;
  flushPending(): void;
}

function wireOf(nats: NatsConnection): Wire | undefined {
  const { protocol } = nats as { readonly protocol?: Partial<Wire> };
  return typeof protocol?.sendCommand === 'function' && typeof protocol.flushPending === 'function'
    ? (protocol as Wire)
    : undefined;
}

/** Head of a publication with headers (NATS client protocol, HPUB; NATS ADR-4), in one piece; undefined when something in it is not plain. */
function headOf({ subject, reply, headers }: Envelope, dataBytes: number): string | undefined {
  let lines = 'NATS/1.0\r\n';
  for (const name of Object.keys(headers)) {
    const line = `${name}: ${headers[name] ?? ''}`;
    if (!plain.test(line)) return undefined;
    lines += `${line}\r\n`;
  }
  lines += '\r\n';
  if (!word.test(subject) || !word.test(reply)) return undefined;
  return `HPUB ${subject} ${reply} ${String(lines.length)} ${String(lines.length + dataBytes)}\r\n${lines}`;
}

/**
 * Publishes bytes that have `frameMargin` around them, from where they are: the protocol's words are written around them, and
 * the socket is given the whole. Answers whether it did; otherwise nothing happened. Nobody may change the bytes before their
 * acknowledgement has come.
 */
export function publishInPlace(nats: NatsConnection, envelope: Envelope, data: Uint8Array): boolean {
  const wire = wireOf(nats);
  const { info } = nats;
  const head = headOf(envelope, data.length);
  if (wire === undefined || head === undefined || info === undefined || nats.isClosed()) return false;
  if (head.length > frameMargin.before || head.length + data.length > info.max_payload) return false;
  const bytes = Buffer.from(data.buffer, data.byteOffset - frameMargin.before);
  const from = frameMargin.before - head.length;
  const end = frameMargin.before + data.length;
  bytes.write(head, from, 'latin1');
  bytes[end] = CR;
  bytes[end + 1] = LF;
  // What came before goes first, and by itself; in one piece it is handed on as it is.
  wire.flushPending();
  wire.sendCommand(bytes.subarray(from, end + frameMargin.behind));
  wire.flushPending();
  return true;
}
