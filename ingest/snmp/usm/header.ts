/** The security header of an SNMP v3 message (RFC 3412 §6, RFC 3414 §2.4). */
export interface UsmHeader {
  readonly authenticated: boolean;
  readonly encrypted: boolean;
  readonly engineId: Buffer;
  readonly user: string;
  /** A view on the message itself. */
  readonly digest: Buffer;
  /** An unencrypted message that carries a Report (RFC 3411 §4.2.1). */
  readonly isReport: boolean;
}

const tag = { integer: 0x02, octets: 0x04, sequence: 0x30, report: 0xa8 } as const;
const VERSION_3 = 3;
const AUTHENTICATED = 1;
const ENCRYPTED = 2;

class Ended extends Error {}

/** Elements of BER one after the other. Throws `Ended` where the bytes do not go on as expected. */
class Elements {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get nextTag(): number | undefined {
    return this.#bytes[this.#at];
  }

  take(expected: number): Buffer {
    if (this.#byte() !== expected) throw new Ended();
    const length = this.#length();
    const from = this.#at;
    if (from + length > this.#bytes.length) throw new Ended();
    this.#at = from + length;
    return this.#bytes.subarray(from, this.#at);
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Ended();
    this.#at += 1;
    return byte;
  }

  #length(): number {
    const first = this.#byte();
    if (first < 0x80) return first;
    // A datagram's length has at most two bytes; some agents pad it to four.
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new Ended();
    let length = 0;
    for (let left = count; left > 0; left -= 1) length = length * 256 + this.#byte();
    return length;
  }
}

function carriesReport(data: Elements): boolean {
  const scoped = new Elements(data.take(tag.sequence));
  scoped.take(tag.octets);
  scoped.take(tag.octets);
  return scoped.nextTag === tag.report;
}

function read(message: Buffer): UsmHeader | undefined {
  const whole = new Elements(new Elements(message).take(tag.sequence));
  if (whole.take(tag.integer).at(-1) !== VERSION_3) return undefined;
  const global = new Elements(whole.take(tag.sequence));
  global.take(tag.integer);
  global.take(tag.integer);
  const [flags = 0] = global.take(tag.octets);
  const security = new Elements(new Elements(whole.take(tag.octets)).take(tag.sequence));
  const engineId = security.take(tag.octets);
  security.take(tag.integer);
  security.take(tag.integer);
  const user = security.take(tag.octets).toString('utf8');
  const encrypted = (flags & ENCRYPTED) !== 0;
  return {
    authenticated: (flags & AUTHENTICATED) !== 0,
    encrypted,
    engineId,
    user,
    digest: security.take(tag.octets),
    isReport: !encrypted && carriesReport(whole),
  };
}

/** Undefined when the bytes are no message of SNMP v3. */
export function readUsmHeader(message: Buffer): UsmHeader | undefined {
  try {
    return read(message);
  } catch (error) {
    if (error instanceof Ended) return undefined;
    throw error;
  }
}
