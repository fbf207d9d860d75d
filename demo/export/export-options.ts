import { applicationTable } from '../flows.ts';
import type { ExportField } from './export-fields.ts';
import type { FleetDevice } from '../model.ts';

export const TEMPLATE = 256;
const INTERFACE_OPTIONS = 257;
const SAMPLER_OPTIONS = 258;
const APPLICATION_OPTIONS = 259;
export const SAMPLER_ID = 1;
const RANDOM_SAMPLING = 2;
const NAME_BYTES = 32;
const APPLICATION_NAME_BYTES = 24;
const DESCRIPTION_BYTES = 40;

export const uint16 = (value: number): readonly number[] => [(value >>> 8) & 0xff, value & 0xff];
export const uint32 = (value: number): readonly number[] => [...uint16(value >>> 16), ...uint16(value)];
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
  return [...uint16(id), ...uint16(4 + content.length + padding), ...content, ...zeros(padding)];
}

interface OptionField {
  readonly id: number;
  readonly bytes: number;
  readonly enterprise?: number;
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
/** RFC 6759 §4.1: applicationId, applicationName, applicationDescription. */
const applicationOptions: Options = {
  id: APPLICATION_OPTIONS,
  scope: { id: 95, bytes: 4 },
  fields: [
    { id: 96, bytes: APPLICATION_NAME_BYTES },
    { id: 94, bytes: DESCRIPTION_BYTES },
  ],
};

/** RFC 7011 §3.2: an enterprise number follows. */
const ENTERPRISE_BIT = 0x80_00;
const SCOPE_SYSTEM = { id: 1, bytes: 4 };
const fieldBytes = (fields: readonly OptionField[]): readonly number[] =>
  fields.flatMap(({ id, bytes, enterprise }) =>
    enterprise === undefined
      ? [...uint16(id), ...uint16(bytes)]
      : [...uint16(ENTERPRISE_BIT | id), ...uint16(bytes), ...uint32(enterprise)],
  );

/** RFC 3954 §6.1: lengths in bytes, the scope is a kind of place (here the system), and the keys are options. */
const netflow9Options = ({ id, scope, fields }: Options): readonly number[] =>
  setOf(1, [
    ...uint16(id),
    ...uint16(4),
    ...uint16((fields.length + 1) * 4),
    ...fieldBytes([SCOPE_SYSTEM, scope, ...fields]),
  ]);

/** RFC 7011 §3.4.2.2: field counts; the first field is the scope. */
const ipfixOptions = ({ id, scope, fields }: Options): readonly number[] =>
  setOf(3, [...uint16(id), ...uint16(fields.length + 1), ...uint16(1), ...fieldBytes([scope, ...fields])]);

/** Sets of one datagram, with how many records they hold. */
export interface Body {
  readonly sets: Uint8Array;
  /** Records of any kind: v9 counts templates too (RFC 3954 §5.1). */
  readonly all: number;
  readonly data: number;
}

const announcementOf = (
  sets: readonly (readonly number[])[],
  { templates, data }: { readonly templates: number; readonly data: number },
): Body => ({ sets: Uint8Array.from(sets.flat()), all: templates + data, data });

/** Template of the flows, names of the interfaces, and the sampler when there is one. */
function templates(device: FleetDevice, fields: readonly ExportField[]): Body {
  const { protocol, sampling } = device.flows;
  const ipfix = protocol === 'ipfix';
  const optionTemplate = ipfix ? ipfixOptions : netflow9Options;
  const system = ipfix ? [] : uint32(0);
  const names = device.ports.flatMap(({ index, name, alias }) => [
    ...system,
    ...uint32(index),
    ...text(name, NAME_BYTES),
    ...text(alias, NAME_BYTES),
  ]);
  const sampler = [...system, ...uint16(SAMPLER_ID), RANDOM_SAMPLING, ...uint32(sampling)];
  const sampled = sampling === 1 ? 0 : 1;
  return announcementOf(
    [
      setOf(ipfix ? 2 : 0, [...uint16(TEMPLATE), ...uint16(fields.length), ...fieldBytes(fields)]),
      optionTemplate(interfaceOptions),
      setOf(INTERFACE_OPTIONS, names),
      ...(sampled === 0 ? [] : [optionTemplate(samplerOptions), setOf(SAMPLER_OPTIONS, sampler)]),
    ],
    { templates: 2 + sampled, data: device.ports.length + sampled },
  );
}

/** The applications that the router knows by name, in a separate datagram, since they do not fit with the others. */
function applications({ flows }: FleetDevice): Body {
  const ipfix = flows.protocol === 'ipfix';
  const records = applicationTable.flatMap(({ id, name, description }) => [
    ...(ipfix ? [] : uint32(0)),
    ...uint32(id),
    ...text(name, APPLICATION_NAME_BYTES),
    ...text(description, DESCRIPTION_BYTES),
  ]);
  return announcementOf(
    [(ipfix ? ipfixOptions : netflow9Options)(applicationOptions), setOf(APPLICATION_OPTIONS, records)],
    { templates: 1, data: applicationTable.length },
  );
}

/** Templates and option data of a device, as datagrams. */
export const announcements = (device: FleetDevice, fields: readonly ExportField[]): readonly Body[] => [
  templates(device, fields),
  applications(device),
];
