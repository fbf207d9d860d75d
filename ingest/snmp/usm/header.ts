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
/** SnmpEngineID (RFC 3411 §5) has 5 to 32 bytes; some agents keep to the upper bound alone. */
const MOST_ENGINE_ID_BYTES = 32;
/** Of boots and of seconds (RFC 3414 §2.4). */
const MOST_CLOCK = 0x7f_ff_ff_ff;
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

/** An INTEGER of 0 to 2^31 − 1: what is beyond could not be sent back, and would be remembered as the engine's time. */
function takeClock(elements: Elements): void {
  const bytes = elements.take(tag.integer);
  if (bytes.length === 0 || bytes.length > 5) throw new Ended();
  const value = bytes.readIntBE(0, bytes.length);
  if (value < 0 || value > MOST_CLOCK) throw new Ended();
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
  if (engineId.length > MOST_ENGINE_ID_BYTES) throw new Ended();
  takeClock(security);
  takeClock(security);
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

/** Undefined when the bytes are no message of SNMP v3, or say of their engine what none can be. */
export function readUsmHeader(message: Buffer): UsmHeader | undefined {
  try {
    return read(message);
  } catch (error) {
    if (error instanceof Ended) return undefined;
    throw error;
  }
}
