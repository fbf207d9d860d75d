import { ciscoElements, enterprises } from './enterprise-elements.ts';
import { informationElement, ianaNumbers, type InformationElement } from './registry.ts';
import type { TemplateField, FlowTemplate } from './template.ts';

/** RFC 5103 §6.1: an element of this enterprise is the IANA element of the same number in the reverse direction. */
const REVERSE_PEN = enterprises.reverse;
/** An unassigned enterprise, for fields the reverse direction must not read. */
const UNREAD = 2 ** 32 - 1;

/** Pairs of elements that swap in the reverse direction. */
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
  ianaNumbers('vlanId', 'postVlanId'),
  ianaNumbers('dot1qVlanId', 'postDot1qVlanId'),
  ianaNumbers('postNATSourceIPv4Address', 'postNATDestinationIPv4Address'),
  ianaNumbers('postNATSourceIPv6Address', 'postNATDestinationIPv6Address'),
  ianaNumbers('postNAPTSourceTransportPort', 'postNAPTDestinationTransportPort'),
];
const { asaTranslatedSource, asaTranslatedDestination } = ciscoElements;
const { asaTranslatedSourcePort, asaTranslatedDestinationPort } = ciscoElements;
const { clientIPv4Address, clientIPv6Address, clientTransportPort } = ciscoElements;
const { serverIPv4Address, serverIPv6Address, serverTransportPort } = ciscoElements;
/** The same for Cisco AVC, where the client initiates the connection, and for ASA firewalls. */
const ciscoEnds: readonly (readonly number[])[] = [
  [clientIPv4Address[0], serverIPv4Address[0]],
  [clientIPv6Address[0], serverIPv6Address[0]],
  [clientTransportPort[0], serverTransportPort[0]],
  [asaTranslatedSource[0], asaTranslatedDestination[0]],
  [asaTranslatedSourcePort[0], asaTranslatedDestinationPort[0]],
];
const bothWays = (pairs: readonly (readonly number[])[]): ReadonlyMap<number, number> =>
  new Map(
    pairs.flatMap(([one = 0, other = 0]) => [
      [one, other],
      [other, one],
    ]),
  );
const otherEnd = bothWays(ends);
const otherCiscoEnd = bothWays(ciscoEnds);

const keyText = ({ id, enterprise }: InformationElement): string => `${String(enterprise)}/${String(id)}`;
const [BYTES = 0, PACKETS = 0, TOTAL_BYTES = 0] = ianaNumbers(
  'octetDeltaCount',
  'packetDeltaCount',
  'octetTotalCount',
);
/**
 * Elements for traffic of the responder, and the element it becomes in the reverse row. The first element present
 * counts.
 */
const responderElements: ReadonlyMap<string, number> = new Map([
  [keyText(informationElement('responderOctets')), BYTES],
  [keyText(informationElement('responderPackets')), PACKETS],
  [keyText(informationElement('serverBytesNetwork')), TOTAL_BYTES],
]);
const isResponderField = (field: TemplateField): boolean => responderElements.has(keyText(field));

/** Elements of one direction: the forward values do not apply to the reverse row. */
const directionalElements: ReadonlySet<number> = new Set([
  ...ianaNumbers('octetDeltaCount', 'packetDeltaCount', 'octetTotalCount', 'packetTotalCount'),
  ...ianaNumbers(
    'postOctetDeltaCount',
    'postPacketDeltaCount',
    'postOctetTotalCount',
    'postPacketTotalCount',
  ),
  ...ianaNumbers('layer2OctetDeltaCount', 'layer2OctetTotalCount'),
  ...ianaNumbers('initiatorOctets', 'initiatorPackets'),
  ...ianaNumbers(
    'tcpControlBits',
    'ipClassOfService',
    'ipDiffServCodePoint',
    'flowDirection',
    'flowEndReason',
  ),
  ...ianaNumbers('ipNextHopIPv4Address', 'ipNextHopIPv6Address'),
  ...ianaNumbers('bgpNextHopIPv4Address', 'bgpNextHopIPv6Address', 'mplsTopLabelStackSection'),
]);

function reversed(field: TemplateField, named: ReadonlySet<number>): TemplateField {
  const { id, enterprise } = field;
  if (enterprise === REVERSE_PEN) return { ...field, enterprise: 0 };
  const responderId = responderElements.get(keyText(field));
  if (responderId !== undefined) return { ...field, id: responderId, enterprise: 0 };
  if (enterprise === enterprises.cisco) {
    if (id === ciscoElements.clientBytesNetwork[0]) return { ...field, enterprise: UNREAD };
    return { ...field, id: otherCiscoEnd.get(id) ?? id };
  }
  if (enterprise !== 0) return field;
  const other = otherEnd.get(id);
  if (other !== undefined) return { ...field, id: other };
  return directionalElements.has(id) || named.has(id) ? { ...field, enterprise: UNREAD } : field;
}

/**
 * Returns the template that reads a record in reverse direction (RFC 5103, or responder fields of Cisco firewalls and
 * AVC), with both ends swapped. Undefined if the template has no reverse fields.
 */
export function reverseTemplate(template: FlowTemplate): FlowTemplate | undefined {
  const named = new Set(
    template.fields.filter(({ enterprise }) => enterprise === REVERSE_PEN).map(({ id }) => id),
  );
  if (named.size === 0 && !template.fields.some(isResponderField)) return undefined;
  return { ...template, fields: template.fields.map((field) => reversed(field, named)) };
}
