import { enterprises } from './enterprise-elements.ts';
import { numbersOf } from './registry.ts';
import type { Field, Template } from './template.ts';

/** RFC 5103 §6.1: an element of this enterprise is IANA's element of the same number, of the reverse direction. */
const REVERSE_PEN = enterprises.reverse;
/** An enterprise that nobody has: what the reverse direction must not read. */
const UNREAD = 2 ** 32 - 1;

/** Elements of the two ends: source and destination, where the flow came in and went out. */
const ends: readonly (readonly number[])[] = [
  numbersOf('sourceIPv4Address', 'destinationIPv4Address'),
  numbersOf('sourceIPv6Address', 'destinationIPv6Address'),
  numbersOf('sourceTransportPort', 'destinationTransportPort'),
  numbersOf('udpSourcePort', 'udpDestinationPort'),
  numbersOf('tcpSourcePort', 'tcpDestinationPort'),
  numbersOf('bgpSourceAsNumber', 'bgpDestinationAsNumber'),
  numbersOf('ingressInterface', 'egressInterface'),
  numbersOf('ingressPhysicalInterface', 'egressPhysicalInterface'),
  numbersOf('ingressVRFID', 'egressVRFID'),
];
const otherEnd: ReadonlyMap<number, number> = new Map(
  ends.flatMap(([one = 0, other = 0]) => [
    [one, other],
    [other, one],
  ]),
);

/** What one direction says of itself: the forward values say nothing about the reverse one. */
const ofOneDirection: ReadonlySet<number> = new Set([
  ...numbersOf('octetDeltaCount', 'packetDeltaCount', 'octetTotalCount', 'packetTotalCount'),
  ...numbersOf('postOctetDeltaCount', 'postPacketDeltaCount', 'postOctetTotalCount', 'postPacketTotalCount'),
  ...numbersOf('initiatorOctets', 'initiatorPackets'),
  ...numbersOf('tcpControlBits', 'ipClassOfService', 'ipDiffServCodePoint', 'flowDirection', 'flowEndReason'),
  ...numbersOf('ipNextHopIPv4Address', 'ipNextHopIPv6Address'),
]);

function reversed(field: Field, named: ReadonlySet<number>): Field {
  const { id, enterprise } = field;
  if (enterprise === REVERSE_PEN) return { ...field, enterprise: 0 };
  if (enterprise !== 0) return field;
  const other = otherEnd.get(id);
  if (other !== undefined) return { ...field, id: other };
  return ofOneDirection.has(id) || named.has(id) ? { ...field, enterprise: UNREAD } : field;
}

/**
 * The same record read in its reverse direction (RFC 5103): both ends swapped, and what the record says of the reverse
 * direction in place of the forward one. Undefined when the template has no such fields.
 */
export function reverseTemplate(template: Template): Template | undefined {
  const named = new Set(
    template.fields.filter(({ enterprise }) => enterprise === REVERSE_PEN).map(({ id }) => id),
  );
  if (named.size === 0) return undefined;
  return { ...template, fields: template.fields.map((field) => reversed(field, named)) };
}
