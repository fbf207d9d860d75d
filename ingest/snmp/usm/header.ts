import { BerError, BerReader, berTags } from '#platform/ber/ber.ts';

/** The security header of an SNMPv3 message (RFC 3412 §6, RFC 3414 §2.4). */
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

const REPORT_TAG = 0xa8;
const VERSION_3 = 3;
/** SnmpEngineID (RFC 3411 §5) has 5 to 32 bytes. Some agents respect only the upper bound. */
const MAX_ENGINE_ID_BYTES = 32;
/** Bound of boots and seconds (RFC 3414 §2.4). */
const MAX_CLOCK = 0x7f_ff_ff_ff;
const AUTHENTICATED = 1;
const ENCRYPTED = 2;

/** Checks an INTEGER of 0 to 2^31 − 1: a larger one could not be sent back, but would be stored as the engine's time. */
function checkClock(reader: BerReader): void {
  const bytes = reader.take(berTags.integer);
  if (bytes.length === 0 || bytes.length > 5) throw new BerError('clock of an unsupported size');
  const value = bytes.readIntBE(0, bytes.length);
  if (value < 0 || value > MAX_CLOCK) throw new BerError('clock out of range');
}

function carriesReport(data: BerReader): boolean {
  const scoped = data.sequence();
  scoped.octets();
  scoped.octets();
  return scoped.nextTag === REPORT_TAG;
}

function read(message: Buffer): UsmHeader | undefined {
  const frame = new BerReader(message).sequence();
  if (frame.take(berTags.integer).at(-1) !== VERSION_3) return undefined;
  const global = frame.sequence();
  global.take(berTags.integer);
  global.take(berTags.integer);
  const [flags = 0] = global.octets();
  const security = new BerReader(frame.octets()).sequence();
  const engineId = security.octets();
  if (engineId.length > MAX_ENGINE_ID_BYTES) throw new BerError('engine id too long');
  checkClock(security);
  checkClock(security);
  const user = security.octets().toString('utf8');
  const encrypted = (flags & ENCRYPTED) !== 0;
  return {
    authenticated: (flags & AUTHENTICATED) !== 0,
    encrypted,
    engineId,
    user,
    digest: security.octets(),
    isReport: !encrypted && carriesReport(frame),
  };
}

/** Returns undefined if the bytes are not an SNMPv3 message or its engine fields are invalid. */
export function readUsmHeader(message: Buffer): UsmHeader | undefined {
  try {
    return read(message);
  } catch (error) {
    if (error instanceof BerError) return undefined;
    throw error;
  }
}
