import {
  ipfixFields,
  measuredFields,
  netflow9Fields,
  samplerField,
  type ExportContext,
  type ExportField,
} from './export-fields.ts';
import { announcements, SAMPLER_ID, TEMPLATE, uint16, uint32, type Body } from './export-options.ts';
import type { FlowRecord } from '../flows.ts';
import type { FleetDevice } from '../model.ts';

const DOMAIN = 6;
/** Records per datagram: about 1,400 bytes, below the MTU. */
const MAX_RECORDS = 18;

export interface FleetExporter {
  /** Datagrams that carry the records; `announce` puts templates and options before them. */
  readonly datagrams: (records: readonly FlowRecord[], moment: ExportMoment) => readonly Uint8Array[];
}

export interface ExportMoment {
  readonly nowMs: number;
  /** When sysUptime was zero. */
  readonly bootMs: number;
  readonly announce: boolean;
}

const fieldsOf = ({ flows }: FleetDevice): readonly ExportField[] => {
  const plain = flows.protocol === 'ipfix' ? ipfixFields : netflow9Fields;
  const fields = flows.isMeasured ? [...plain, ...measuredFields] : plain;
  return flows.sampling === 1 ? fields : [...fields, samplerField];
};

function writeNumber(view: DataView, { at, bytes }: { at: number; bytes: number }, value: number): void {
  if (bytes === 1) view.setUint8(at, value);
  else if (bytes === 2) view.setUint16(at, value);
  // `setUint32` stores a number modulo 2^32, so sysUptime wraps as on a router.
  else if (bytes === 4) view.setUint32(at, value);
  else view.setBigUint64(at, BigInt(value));
}

function dataSet(
  fields: readonly ExportField[],
  records: readonly FlowRecord[],
  context: ExportContext,
): Body {
  const recordBytes = fields.reduce((sum, { bytes }) => sum + bytes, 0);
  const length = 4 + recordBytes * records.length;
  const sets = new Uint8Array(length + ((4 - (length % 4)) % 4));
  const view = new DataView(sets.buffer);
  view.setUint16(0, TEMPLATE);
  view.setUint16(2, sets.length);
  let at = 4;
  for (const record of records)
    for (const { bytes, value } of fields) {
      writeNumber(view, { at, bytes }, value(record, context));
      at += bytes;
    }
  return { sets, all: records.length, data: records.length };
}

/** Header of a datagram. RFC 3954 §5.1 counts datagrams in its sequence, RFC 7011 §3.1 data records before this one. */
function datagramOf(
  protocol: FleetDevice['flows']['protocol'],
  { sets, all }: Body,
  { nowMs, bootMs, sequence }: ExportMoment & { readonly sequence: number },
): Uint8Array {
  const seconds = uint32(Math.floor(nowMs / 1_000));
  const header =
    protocol === 'ipfix'
      ? [...uint16(10), ...uint16(16 + sets.length), ...seconds, ...uint32(sequence), ...uint32(DOMAIN)]
      : [
          ...uint16(9),
          ...uint16(all),
          ...uint32(nowMs - bootMs),
          ...seconds,
          ...uint32(sequence),
          ...uint32(DOMAIN),
        ];
  const datagram = new Uint8Array(header.length + sets.length);
  datagram.set(header);
  datagram.set(sets, header.length);
  return datagram;
}

/** The export process of a device: NetFlow v9 or IPFIX, with its sequence. */
export function fleetExporter(device: FleetDevice): FleetExporter {
  const fields = fieldsOf(device);
  const { protocol, sampling } = device.flows;
  const announced = announcements(device, fields);
  let sequence = 0;
  return {
    datagrams(records, moment) {
      const context: ExportContext = { bootMs: moment.bootMs, sampling, samplerId: SAMPLER_ID };
      const bodies: Body[] = moment.announce ? [...announced] : [];
      for (let at = 0; at < records.length; at += MAX_RECORDS)
        bodies.push(dataSet(fields, records.slice(at, at + MAX_RECORDS), context));
      return bodies.map((body) => {
        const datagram = datagramOf(protocol, body, { ...moment, sequence });
        sequence = (sequence + (protocol === 'ipfix' ? body.data : 1)) % 2 ** 32;
        return datagram;
      });
    },
  };
}
