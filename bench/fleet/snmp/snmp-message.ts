import { BerReader, berElement, berTags, writeInteger, writeOctets, writeOid } from '#platform/ber/ber.ts';
import { writeValue } from './agent-value.ts';
import type { Oid } from '#platform/ber/ber.ts';
import type { AgentValue } from './agent-value.ts';

const VERSION_2C = 1;
const pduTags = { 0xa0: 'get', 0xa1: 'get next', 0xa5: 'get bulk' } as const;
const RESPONSE = 0xa2;

export interface Request {
  readonly community: Uint8Array;
  readonly id: number;
  readonly kind: 'get' | 'get next' | 'get bulk';
  readonly nonRepeaters: number;
  readonly maxRepetitions: number;
  readonly oids: readonly Oid[];
}

export interface Binding {
  readonly oid: Oid;
  readonly value: AgentValue;
}

const isPdu = (tag: number): tag is keyof typeof pduTags => tag in pduTags;

/** A request of SNMP v2c (RFC 3416 §4); undefined for anything else: an agent is silent then. */
export function readRequest(datagram: Uint8Array): Request | undefined {
  try {
    const message = new BerReader(datagram).sequence();
    if (message.integer() !== VERSION_2C) return undefined;
    const community = message.octets();
    const { tag, content } = message.next();
    if (!isPdu(tag)) return undefined;
    const id = content.integer();
    const [nonRepeaters, maxRepetitions] = [content.integer(), content.integer()];
    const list = content.sequence();
    const oids: Oid[] = [];
    while (!list.isDone) oids.push(list.sequence().oid());
    return { community, id, kind: pduTags[tag], nonRepeaters, maxRepetitions, oids };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The response to a request, without error (an agent of v2c says what is missing by value). */
export function writeResponse({ community, id }: Request, bindings: readonly Binding[]): Uint8Array {
  const list = bindings.map(({ oid, value }) =>
    berElement(berTags.sequence, writeOid(oid), writeValue(value)),
  );
  const pdu = berElement(
    RESPONSE,
    writeInteger(id),
    writeInteger(0),
    writeInteger(0),
    berElement(berTags.sequence, ...list),
  );
  return Uint8Array.from(berElement(berTags.sequence, writeInteger(VERSION_2C), writeOctets(community), pdu));
}
