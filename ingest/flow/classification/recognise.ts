import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import type { Classifier, FlowKey } from './classifier.ts';
import type { ApplicationNames } from './named-lookup.ts';
import { TWO_32 } from '#schemas/number.ts';

const { offset } = layoutOf(flows);
// Read once: this runs for every row.
const APPLICATION = offset.application;
const PROTOCOL = offset.protocol;
const SOURCE_PORT = offset.source_port;
const DESTINATION_PORT = offset.destination_port;
/** Class engines of RFC 6759 §4.1: the protocol number, and the port of a service. */
const IANA_L3 = 1;
const IANA_L4 = 3;
/** RFC 6335 §6: ports from here on are dynamic and identify no service. */
const FIRST_DYNAMIC_PORT = 49_152;
/** Whether a protocol has ports, by number: a `Set` costs a lookup per row. */
const hasPorts = new Uint8Array(256);
for (const protocol of [6, 17, 33, 132, 136]) hasPorts[protocol] = 1;

/** Inputs of the application recognition of an exporter's flows. */
export interface Recognition {
  /** Custom applications of the customer. Undefined if there are none. */
  readonly classifier: Classifier | undefined;
  readonly names: ApplicationNames;
  /** Host name carried by the record. */
  readonly host?: string | undefined;
}

const traffic: { -readonly [K in keyof FlowKey]: FlowKey[K] } = {
  view: new DataView(new ArrayBuffer(0)),
  source: 0,
  destination: 0,
  sourcePort: 0,
  destinationPort: 0,
  protocol: 0,
  dscp: 0,
  application: 0,
};

function matchCustom(out: DataView, row: number, { classifier, names, host }: Recognition): number {
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

function writeApplication(
  out: DataView,
  row: number,
  { engine, selector }: { engine: number; selector: number },
): void {
  out.setUint32(row + APPLICATION + 4, engine, true);
  out.setUint32(row + APPLICATION, selector, true);
}

/** The lower port is the service port. Two dynamic ports identify no service. */
function writePortApplication(out: DataView, row: number): void {
  const protocol = out.getUint8(row + PROTOCOL);
  const port = Math.min(out.getUint16(row + SOURCE_PORT, true), out.getUint16(row + DESTINATION_PORT, true));
  const isService = hasPorts[protocol] === 1 && port > 0 && port < FIRST_DYNAMIC_PORT;
  writeApplication(
    out,
    row,
    isService ? { engine: IANA_L4, selector: port } : { engine: IANA_L3, selector: protocol },
  );
}

/**
 * Sets the application of a row: the first matching custom application, else the one reported by the device, else the
 * well-known port, else the protocol.
 */
export function recogniseRow(out: DataView, row: number, recognition: Recognition): void {
  const found = matchCustom(out, row, recognition);
  if (found !== 0)
    writeApplication(out, row, { engine: Math.floor(found / TWO_32), selector: found % TWO_32 });
  else if (out.getUint32(row + APPLICATION, true) === 0 && out.getUint32(row + APPLICATION + 4, true) === 0)
    writePortApplication(out, row);
}
