import type { NatsConnection } from '@nats-io/transport-node';

/** Subject, reply and headers of a publication. */
export interface Envelope {
  readonly subject: string;
  readonly reply: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Room around the bytes of a message in their buffer, for the protocol's text. */
export const frameMargin = { before: 1_024, behind: 2 } as const;

const CR = 13;
const LF = 10;
/** Text that the protocol cannot misread. */
const plain = /^[\x20-\x7e]*$/;
const word = /^[\x21-\x7e]+$/;

/** The client's internal output that every publication passes: it copies data given in several pieces. */
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

/**
 * Returns the head of a publication with headers (NATS client protocol, HPUB; NATS ADR-4) in one piece, or undefined when a
 * part needs escaping.
 */
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
 * Publishes bytes that have `frameMargin` around them without copying: the protocol's text is written around them, and the
 * socket gets one piece. Returns whether it did; otherwise nothing happened. The bytes must not change before their
 * acknowledgement.
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
  // Earlier output goes first, on its own; one piece is passed on without a copy.
  wire.flushPending();
  wire.sendCommand(bytes.subarray(from, end + frameMargin.behind));
  wire.flushPending();
  return true;
}
