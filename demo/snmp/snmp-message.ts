import {
  BerReader,
  berElement,
  berTags,
  writeInteger,
  writeOctets,
  writeOid,
  type Oid,
} from '#platform/ber/ber.ts';
import { writeValue, type AgentValue } from './agent-value.ts';

const VERSION_2C = 1;
const pduTags = { 0xa0: 'get', 0xa1: 'get next', 0xa5: 'get bulk' } as const;
const RESPONSE = 0xa2;

/** The inner part of a request, the same in every version of SNMP. */
export interface RequestPdu {
  readonly id: number;
  readonly kind: 'get' | 'get next' | 'get bulk';
  readonly nonRepeaters: number;
  readonly maxRepetitions: number;
  readonly oids: readonly Oid[];
}

export interface Request extends RequestPdu {
  /** As in the message: 0 is v1, 1 is v2c. */
  readonly version: number;
  readonly community: Uint8Array;
}

export interface Binding {
  readonly oid: Oid;
  readonly value: AgentValue;
}

export interface ResponsePdu {
  readonly bindings: readonly Binding[];
  /** RFC 3416 §3. */
  readonly status?: number;
  /** Place of the binding at fault, from 1. */
  readonly index?: number;
}

const isPdu = (tag: number): tag is keyof typeof pduTags => tag in pduTags;

/** Reads the PDU that follows (RFC 3416 §3); undefined if an agent does not respond to it. Throws a `RangeError` if malformed. */
export function readPdu(message: BerReader): RequestPdu | undefined {
  const { tag, content } = message.next();
  if (!isPdu(tag)) return undefined;
  const id = content.integer();
  const [nonRepeaters, maxRepetitions] = [content.integer(), content.integer()];
  const list = content.sequence();
  const oids: Oid[] = [];
  while (!list.isDone) oids.push(list.sequence().oid());
  return { id, kind: pduTags[tag], nonRepeaters, maxRepetitions, oids };
}

/** A request of these versions (RFC 1157 §4, RFC 3416 §4); undefined for anything else: an agent is silent then. */
export function readRequest(
  datagram: Uint8Array,
  versions: readonly number[] = [VERSION_2C],
): Request | undefined {
  try {
    const message = new BerReader(datagram).sequence();
    const version = message.integer();
    if (!versions.includes(version)) return undefined;
    const community = message.octets();
    const pdu = readPdu(message);
    return pdu && { ...pdu, version, community };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The PDU of a response, of type Response unless another is named. */
export function writePdu(
  id: number,
  { bindings, status = 0, index = 0 }: ResponsePdu,
  tag = RESPONSE,
): readonly number[] {
  const list = bindings.map(({ oid, value }) =>
    berElement(berTags.sequence, writeOid(oid), writeValue(value)),
  );
  const head = [id, status, index].map(writeInteger);
  return berElement(tag, ...head, berElement(berTags.sequence, ...list));
}

/** The response to a request in its own version. */
export const writeResponse = (
  { version, community, id }: Pick<Request, 'version' | 'community' | 'id'>,
  response: ResponsePdu,
): Uint8Array =>
  Uint8Array.from(
    berElement(berTags.sequence, writeInteger(version), writeOctets(community), writePdu(id, response)),
  );
