import { ipfixFields, netflow9Fields, samplerField } from './export-fields.ts';
import type { ExportContext, ExportField } from './export-fields.ts';
import type { FlowRecord } from './flows.ts';
import type { FleetDevice } from './model.ts';

const TEMPLATE = 256;
const INTERFACE_OPTIONS = 257;
const SAMPLER_OPTIONS = 258;
const SAMPLER_ID = 1;
const RANDOM_SAMPLING = 2;
const DOMAIN = 6;
/** Records a datagram: about 1,400 bytes, below the MTU. */
const MOST_RECORDS = 22;
const NAME_BYTES = 32;

const u16 = (value: number): readonly number[] => [(value >>> 8) & 0xff, value & 0xff];
const u32 = (value: number): readonly number[] => [...u16(value >>> 16), ...u16(value)];
const utf8 = new TextEncoder();
const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

/** NUL-padded, as routers send names. */
function text(value: string, bytes: number): readonly number[] {
  const encoded = [...utf8.encode(value)].slice(0, bytes);
  return [...encoded, ...zeros(bytes - encoded.length)];
}

/** A set with its header, padded to four bytes. */
function setOf(id: number, content: readonly number[]): readonly number[] {
  const padding = (4 - (content.length % 4)) % 4;
  return [...u16(id), ...u16(4 + content.length + padding), ...content, ...zeros(padding)];
}

interface OptionField {
  readonly id: number;
  readonly bytes: number;
}

interface Options {
  readonly id: number;
  readonly scope: OptionField;
  readonly fields: readonly OptionField[];
}

const interfaceOptions: Options = {
  id: INTERFACE_OPTIONS,
  scope: { id: 10, bytes: 4 },
  fields: [
    { id: 82, bytes: NAME_BYTES },
    { id: 83, bytes: NAME_BYTES },
  ],
};
const samplerOptions: Options = {
  id: SAMPLER_OPTIONS,
  scope: { id: 48, bytes: 2 },
  fields: [
    { id: 49, bytes: 1 },
    { id: 50, bytes: 4 },
  ],
};

const SCOPE_SYSTEM = { id: 1, bytes: 4 };
const fieldBytes = (fields: readonly OptionField[]): readonly number[] =>
  fields.flatMap(({ id, bytes }) => [...u16(id), ...u16(bytes)]);

/** RFC 3954 §6.1: lengths in bytes, the scope is a kind of place (here the system), and the keys are options. */
const netflow9Options = ({ id, scope, fields }: Options): readonly number[] =>
  setOf(1, [
    ...u16(id),
    ...u16(4),
    ...u16((fields.length + 1) * 4),
    ...fieldBytes([SCOPE_SYSTEM, scope, ...fields]),
  ]);

/** RFC 7011 §3.4.2.2: field counts; the first field is the scope. */
const ipfixOptions = ({ id, scope, fields }: Options): readonly number[] =>
  setOf(3, [...u16(id), ...u16(fields.length + 1), ...u16(1), ...fieldBytes([scope, ...fields])]);

export interface Exporter {
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
  const fields = flows.protocol === 'ipfix' ? ipfixFields : netflow9Fields;
  return flows.sampling === 1 ? fields : [...fields, samplerField];
};

/** Templates, names of the interfaces, and the sampler when there is one, as sets. */
function announcement(device: FleetDevice, fields: readonly ExportField[]): readonly (readonly number[])[] {
  const { protocol, sampling } = device.flows;
  const ipfix = protocol === 'ipfix';
  const optionTemplate = ipfix ? ipfixOptions : netflow9Options;
  const system = ipfix ? [] : u32(0);
  const names = device.ports.flatMap(({ index, name, alias }) => [
    ...system,
    ...u32(index),
    ...text(name, NAME_BYTES),
    ...text(alias, NAME_BYTES),
  ]);
  const sampler = [...system, ...u16(SAMPLER_ID), RANDOM_SAMPLING, ...u32(sampling)];
  return [
    setOf(ipfix ? 2 : 0, [...u16(TEMPLATE), ...u16(fields.length), ...fieldBytes(fields)]),
    optionTemplate(interfaceOptions),
    setOf(INTERFACE_OPTIONS, names),
    ...(sampling === 1 ? [] : [optionTemplate(samplerOptions), setOf(SAMPLER_OPTIONS, sampler)]),
  ];
}

/** Records that stand in an announcement: v9 counts templates too (RFC 3954 §5.1). */
const announcedRecords = ({ ports, flows }: FleetDevice): { readonly all: number; readonly data: number } => {
  const sampler = flows.sampling === 1 ? 0 : 1;
  const data = ports.length + sampler;
  return { data, all: data + 2 + sampler };
};

interface Body {
  readonly sets: Uint8Array;
  /** Records of any kind, and data records among them. */
  readonly all: number;
  readonly data: number;
}

function writeNumber(view: DataView, { at, bytes }: { at: number; bytes: number }, value: number): void {
  if (bytes === 1) view.setUint8(at, value);
  else if (bytes === 2) view.setUint16(at, value);
  // Setting 32 bits takes a number modulo 2^32: sysUptime wraps as that of a router does.
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
  const seconds = u32(Math.floor(nowMs / 1_000));
  const header =
    protocol === 'ipfix'
      ? [...u16(10), ...u16(16 + sets.length), ...seconds, ...u32(sequence), ...u32(DOMAIN)]
      : [...u16(9), ...u16(all), ...u32(nowMs - bootMs), ...seconds, ...u32(sequence), ...u32(DOMAIN)];
  const datagram = new Uint8Array(header.length + sets.length);
  datagram.set(header);
  datagram.set(sets, header.length);
  return datagram;
}

/** The export process of a device: NetFlow v9 or IPFIX, with its sequence. */
export function exporterOf(device: FleetDevice): Exporter {
  const fields = fieldsOf(device);
  const { protocol, sampling } = device.flows;
  const announced = Uint8Array.from(announcement(device, fields).flat());
  let sequence = 0;
  return {
    datagrams(records, moment) {
      const context: ExportContext = { bootMs: moment.bootMs, sampling, samplerId: SAMPLER_ID };
      const bodies: Body[] = moment.announce ? [{ sets: announced, ...announcedRecords(device) }] : [];
      for (let at = 0; at < records.length; at += MOST_RECORDS)
        bodies.push(dataSet(fields, records.slice(at, at + MOST_RECORDS), context));
      return bodies.map((body) => {
        const datagram = datagramOf(protocol, body, { ...moment, sequence });
        sequence = (sequence + (protocol === 'ipfix' ? body.data : 1)) % 2 ** 32;
        return datagram;
      });
    },
  };
}
