/**
 * Framing of PostgreSQL's frontend protocol 3.0 (PostgreSQL documentation, "Message Formats"). It only finds the end of a unit
 * of work and the names of prepared statements; everything else passes unchanged.
 */
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;
const PROTOCOL_3 = 196_608;
const MAX_STARTUP = 100_000;
/** Larger messages are rejected: our clients send nothing near this size. */
const MAX_MESSAGE = 256 * 1024 * 1024;

export type StartupPacket =
  | { readonly is: 'incomplete' }
  | { readonly is: 'encryption request'; readonly bytes: number }
  | { readonly is: 'cancel request' }
  | { readonly is: 'unknown' }
  | { readonly is: 'startup'; readonly bytes: number; readonly parameters: ReadonlyMap<string, string> };

function startupParameters(body: string): ReadonlyMap<string, string> {
  const words = body.split('\0');
  const parameters = new Map<string, string>();
  for (let at = 0; at + 1 < words.length && words[at] !== ''; at += 2)
    parameters.set(words[at] ?? '', words[at + 1] ?? '');
  return parameters;
}

/** Reads the first message of a connection, the only one without a type byte. */
export function readOpening(buffer: Buffer): StartupPacket {
  if (buffer.length < 8) return { is: 'incomplete' };
  const bytes = buffer.readInt32BE(0);
  const code = buffer.readInt32BE(4);
  if (code === SSL_REQUEST || code === GSS_REQUEST) return { is: 'encryption request', bytes };
  if (code === CANCEL_REQUEST) return { is: 'cancel request' };
  // Minor versions above 0 get the reply of 3.0, as the protocol allows.
  if (code >>> 16 !== PROTOCOL_3 >>> 16 || bytes > MAX_STARTUP) return { is: 'unknown' };
  if (buffer.length < bytes) return { is: 'incomplete' };
  return { is: 'startup', bytes, parameters: startupParameters(buffer.toString('utf8', 8, bytes)) };
}

export interface PostgresMessage {
  readonly type: string;
  /** The complete message with type and length. */
  readonly bytes: Buffer;
}

/** Returns the next complete message, undefined when more bytes are needed. Throws for an invalid length. */
export function readMessage(buffer: Buffer): PostgresMessage | undefined {
  if (buffer.length < 5) return undefined;
  const length = buffer.readInt32BE(1);
  if (length < 4 || length > MAX_MESSAGE) throw new RangeError('message length is out of range');
  if (buffer.length < length + 1) return undefined;
  return { type: String.fromCharCode(buffer[0] ?? 0), bytes: buffer.subarray(0, length + 1) };
}

export function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export const cString = (value: string): Buffer => Buffer.from(`${value}\0`);

/** Position of the name of the prepared statement or portal by message type, and which of the names are renamed. */
const NAMES: Readonly<Record<string, { readonly skip: number; readonly names: number }>> = {
  P: { skip: 5, names: 1 },
  B: { skip: 5, names: 2 },
  D: { skip: 6, names: 1 },
  C: { skip: 6, names: 1 },
  E: { skip: 5, names: 1 },
};

/**
 * Names of prepared statements and portals belong to a connection, but all connections share one session: each name gets the
 * prefix of its connection. Unnamed ones stay: they live within one unit of work.
 */
export function withPrefix({ type, bytes }: PostgresMessage, prefix: string): Buffer {
  const rule = NAMES[type];
  if (rule === undefined) return bytes;
  let at = rule.skip;
  const parts: Buffer[] = [bytes.subarray(5, rule.skip)];
  for (let count = 0; count < rule.names; count += 1) {
    const end = bytes.indexOf(0, at);
    const name = bytes.toString('utf8', at, end);
    parts.push(cString(name === '' ? '' : prefix + name));
    at = end + 1;
  }
  return message(type, ...parts, bytes.subarray(at));
}

/** An ErrorResponse. */
export const errorResponse = (severity: 'ERROR' | 'FATAL', sqlState: string, words: string): Buffer =>
  message(
    'E',
    cString(`S${severity}`),
    cString(`V${severity}`),
    cString(`C${sqlState}`),
    cString(`M${words}`),
    Buffer.from([0]),
  );

export const readyForQuery = (state: 'I' | 'T' | 'E'): Buffer => message('Z', Buffer.from(state));
