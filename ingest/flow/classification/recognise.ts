import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import type { Classifier, Traffic } from './classifier.ts';
import type { ApplicationNames } from './named-places.ts';

const { offset } = layoutOf(flows);
// Read once: this runs for every row.
const APPLICATION = offset.application;
const PROTOCOL = offset.protocol;
const SOURCE_PORT = offset.source_port;
const DESTINATION_PORT = offset.destination_port;
const TWO_32 = 2 ** 32;
/** Class engines of RFC 6759 §4.1: the protocol number, and the port of a service. */
const IANA_L3 = 1;
const IANA_L4 = 3;
/** RFC 6335 §6: from here on ports are given to nobody. */
const FIRST_DYNAMIC_PORT = 49_152;
/** By protocol number whether it has ports: a set costs a search for every row. */
const hasPorts = new Uint8Array(256);
for (const protocol of [6, 17, 33, 132, 136]) hasPorts[protocol] = 1;

/** How an exporter's flows are recognised. */
export interface Recognition {
  /** The custom applications of its customer; undefined when there are none. */
  readonly classifier: Classifier | undefined;
  readonly names: ApplicationNames;
  /** The host that the record names. */
  readonly host?: string | undefined;
}

const traffic: { -readonly [K in keyof Traffic]: Traffic[K] } = {
  view: new DataView(new ArrayBuffer(0)),
  source: 0,
  destination: 0,
  sourcePort: 0,
  destinationPort: 0,
  protocol: 0,
  dscp: 0,
  application: 0,
};

function custom(out: DataView, row: number, { classifier, names, host }: Recognition): number {
  if (classifier === undefined) return 0;
  traffic.view = out;
  traffic.source = row + offset.source;
  traffic.destination = row + offset.destination;
  traffic.sourcePort = out.getUint16(row + SOURCE_PORT, true);
  traffic.destinationPort = out.getUint16(row + DESTINATION_PORT, true);
  traffic.protocol = out.getUint8(row + PROTOCOL);
  traffic.dscp = out.getUint8(row + offset.dscp) & 63;
  traffic.application =
    out.getUint32(row + APPLICATION + 4, true) * TWO_32 + out.getUint32(row + APPLICATION, true);
  return classifier.classify(traffic, names, host);
}

function put(out: DataView, row: number, { engine, selector }: { engine: number; selector: number }): void {
  out.setUint32(row + APPLICATION + 4, engine, true);
  out.setUint32(row + APPLICATION, selector, true);
}

/** The service port is the lower one; two ports that are given to nobody tell of no service. */
function byPort(out: DataView, row: number): void {
  const protocol = out.getUint8(row + PROTOCOL);
  const port = Math.min(out.getUint16(row + SOURCE_PORT, true), out.getUint16(row + DESTINATION_PORT, true));
  const isService = hasPorts[protocol] === 1 && port > 0 && port < FIRST_DYNAMIC_PORT;
  put(out, row, isService ? { engine: IANA_L4, selector: port } : { engine: IANA_L3, selector: protocol });
}

/**
 * Says in the row which application the flow belongs to: the first custom one that recognises it, else what the device said,
 * else its well-known port, else its protocol.
 */
export function recogniseRow(out: DataView, row: number, recognition: Recognition): void {
  const found = custom(out, row, recognition);
  if (found !== 0) put(out, row, { engine: Math.floor(found / TWO_32), selector: found % TWO_32 });
  else if (out.getUint32(row + APPLICATION, true) === 0 && out.getUint32(row + APPLICATION + 4, true) === 0)
    byPort(out, row);
}
