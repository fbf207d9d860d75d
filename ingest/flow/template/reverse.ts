import { ciscoElements, enterprises } from './enterprise-elements.ts';
import { informationElement, ianaNumbers } from './registry.ts';
import type { InformationElement } from './registry.ts';
import type { TemplateField, FlowTemplate } from './template.ts';

/** RFC 5103 §6.1: an element of this enterprise is IANA's element of the same number, of the reverse direction. */
const REVERSE_PEN = enterprises.reverse;
/** An enterprise that nobody has: what the reverse direction must not read. */
const UNREAD = 2 ** 32 - 1;

/** Elements of the two ends: source and destination, where the flow came in and went out. */
const ends: readonly (readonly number[])[] = [
  ianaNumbers('sourceIPv4Address', 'destinationIPv4Address'),
  ianaNumbers('sourceIPv6Address', 'destinationIPv6Address'),
  ianaNumbers('sourceTransportPort', 'destinationTransportPort'),
  ianaNumbers('udpSourcePort', 'udpDestinationPort'),
  ianaNumbers('tcpSourcePort', 'tcpDestinationPort'),
  ianaNumbers('bgpSourceAsNumber', 'bgpDestinationAsNumber'),
  ianaNumbers('ingressInterface', 'egressInterface'),
  ianaNumbers('ingressPhysicalInterface', 'egressPhysicalInterface'),
  ianaNumbers('ingressVRFID', 'egressVRFID'),
];
const { clientIPv4Address, clientIPv6Address, clientTransportPort } = ciscoElements;
const { serverIPv4Address, serverIPv6Address, serverTransportPort } = ciscoElements;
/** The same of Cisco's AVC, where the client begins the connection. */
const endsOfCisco: readonly (readonly number[])[] = [
  [clientIPv4Address[0], serverIPv4Address[0]],
  [clientIPv6Address[0], serverIPv6Address[0]],
  [clientTransportPort[0], serverTransportPort[0]],
];
const bothWays = (pairs: readonly (readonly number[])[]): ReadonlyMap<number, number> =>
  new Map(
    pairs.flatMap(([one = 0, other = 0]) => [
      [one, other],
      [other, one],
    ]),
  );
const otherEnd = bothWays(ends);
const otherEndOfCisco = bothWays(endsOfCisco);

const keyText = ({ id, enterprise }: InformationElement): string => `${String(enterprise)}/${String(id)}`;
const [BYTES = 0, PACKETS = 0, TOTAL_BYTES = 0] = ianaNumbers(
  'octetDeltaCount',
  'packetDeltaCount',
  'octetTotalCount',
);
/** What the answering side sent, and the element that says the same of a row of its own; the first of two that say it counts. */
const ofTheAnswer: ReadonlyMap<string, number> = new Map([
  [keyText(informationElement('responderOctets')), BYTES],
  [keyText(informationElement('responderPackets')), PACKETS],
  [keyText(informationElement('serverBytesNetwork')), TOTAL_BYTES],
]);
const isAnswer = (field: TemplateField): boolean => ofTheAnswer.has(keyText(field));

/** What one direction says of itself: the forward values say nothing about the reverse one. */
const ofOneDirection: ReadonlySet<number> = new Set([
  ...ianaNumbers('octetDeltaCount', 'packetDeltaCount', 'octetTotalCount', 'packetTotalCount'),
  ...ianaNumbers('postOctetDeltaCount', 'postPacketDeltaCount', 'postOctetTotalCount', 'postPacketTotalCount'),
  ...ianaNumbers('initiatorOctets', 'initiatorPackets'),
  ...ianaNumbers('tcpControlBits', 'ipClassOfService', 'ipDiffServCodePoint', 'flowDirection', 'flowEndReason'),
  ...ianaNumbers('ipNextHopIPv4Address', 'ipNextHopIPv6Address'),
]);

function reversed(field: TemplateField, named: ReadonlySet<number>): TemplateField {
  const { id, enterprise } = field;
  if (enterprise === REVERSE_PEN) return { ...field, enterprise: 0 };
  const answer = ofTheAnswer.get(keyText(field));
  if (answer !== undefined) return { ...field, id: answer, enterprise: 0 };
  if (enterprise === enterprises.cisco) {
    if (id === ciscoElements.clientBytesNetwork[0]) return { ...field, enterprise: UNREAD };
    return { ...field, id: otherEndOfCisco.get(id) ?? id };
  }
  if (enterprise !== 0) return field;
  const other = otherEnd.get(id);
  if (other !== undefined) return { ...field, id: other };
  return ofOneDirection.has(id) || named.has(id) ? { ...field, enterprise: UNREAD } : field;
}

/**
 * The same record read in its reverse direction (RFC 5103, or what the answering side sent of Cisco's firewalls and AVC): both ends
 * swapped, and what the record says of the reverse
 * direction in place of the forward one. Undefined when the template has no such fields.
 */
export function reverseTemplate(template: FlowTemplate): FlowTemplate | undefined {
  const named = new Set(
    template.fields.filter(({ enterprise }) => enterprise === REVERSE_PEN).map(({ id }) => id),
  );
  if (named.size === 0 && !template.fields.some(isAnswer)) return undefined;
  return { ...template, fields: template.fields.map((field) => reversed(field, named)) };
}
