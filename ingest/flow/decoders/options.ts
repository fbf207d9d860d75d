import type { Domain } from '../exporter/domain.ts';
import { isApplicationId, selectorBytes } from '../template/application-id.ts';
import { numbersOf } from '../template/registry.ts';
import { fieldSize } from '../template/pack-record.ts';
import type { Template } from '../template/template.ts';

/** A number of any length up to 8 bytes, big-endian; undefined when longer (a name). */
function numberAt(view: DataView, at: number, length: number): number | undefined {
  if (length > 8) return undefined;
  let value = 0;
  for (let byte = 0; byte < length; byte += 1) value = value * 256 + view.getUint8(at + byte);
  return value;
}

interface Place {
  readonly at: number;
  readonly length: number;
}

const SCOPE_TYPES = 5;

/** Where the elements of one option record stand, the first of a number wins; `next` is undefined when it ends behind `end`. */
function placesOf(
  template: Template,
  view: DataView,
  span: { readonly at: number; readonly end: number },
): { readonly places: ReadonlyMap<number, Place>; readonly next: number | undefined } {
  const places = new Map<number, Place>();
  let { at } = span;
  for (const [index, { id, enterprise, length }] of template.fields.entries()) {
    const size = fieldSize(view, { at, end: span.end }, length);
    if (size === undefined) return { places, next: undefined };
    // Scope types of NetFlow v9 (1 system, 2 interface, …) are no elements.
    const named = enterprise === 0 && (index >= template.scopes || id > SCOPE_TYPES);
    if (named && !places.has(id)) places.set(id, { at: at + size.header, length: size.content });
    at += size.header + size.content;
  }
  return { places, next: at };
}

type NumberOf = (id: number) => number | undefined;

function rateOf(number: NumberOf): number | undefined {
  const taken = number(305);
  const skipped = number(306);
  if (taken !== undefined && taken > 0 && skipped !== undefined) return Math.round((taken + skipped) / taken);
  const interval = number(34) ?? number(50);
  return interval !== undefined && interval > 0 ? interval : undefined;
}

const [APPLICATION_ID = 0, APPLICATION_NAME = 0] = numbersOf('applicationId', 'applicationName');
const [SYSTEM_INIT = 0] = numbersOf('systemInitTimeMilliseconds');
const [INGRESS_VRF = 0, EGRESS_VRF = 0, VRF_NAME = 0] = numbersOf('ingressVRFID', 'egressVRFID', 'VRFname');
const utf8 = new TextDecoder();

/** Text without the zeroes that fill it up. */
const textAt = (view: DataView, { at, length }: Place): string =>
  utf8
    .decode(new Uint8Array(view.buffer, view.byteOffset + at, length))
    .replaceAll('\0', '')
    .trim();

/** A row of the device's table of VRFs. */
function learnVrf(domain: Domain, view: DataView, places: ReadonlyMap<number, Place>): void {
  const id = places.get(INGRESS_VRF) ?? places.get(EGRESS_VRF);
  const name = places.get(VRF_NAME);
  if (id === undefined || name === undefined) return;
  const text = textAt(view, name);
  if (text !== '') domain.nameVrf(numberAt(view, id.at, id.length) ?? 0, text);
}

/** As the column takes them: engine in the first byte, the last four bytes of the selector (RFC 6759 §4; engine 20 puts a PEN before). */
function applicationOf(
  view: DataView,
  places: ReadonlyMap<number, Place>,
): readonly [number, string] | undefined {
  const id = places.get(APPLICATION_ID);
  const name = places.get(APPLICATION_NAME);
  if (id === undefined || name === undefined || !isApplicationId(id.length)) return undefined;
  const bytes = selectorBytes(view.getUint8(id.at), id.length);
  const selector = numberAt(view, id.at + id.length - bytes, bytes) ?? 0;
  const text = textAt(view, name).toLowerCase();
  return text === '' ? undefined : [view.getUint8(id.at) * 2 ** 32 + selector, text];
}

function learnSampling(domain: Domain, number: NumberOf): void {
  const rate = rateOf(number);
  if (rate !== undefined) domain.sample(number(48) ?? number(302), rate);
}

/**
 * Reads the option records of a set: sampling rates, by sampler id (48, 302) or of the whole domain, the names of
 * applications (95, 96) and of VRFs (234, 236),
 * the start of the exporter (160). Answers the number of records; -1 minus it when one ends behind the set.
 */
export function readOptions(
  domain: Domain,
  template: Template,
  set: { readonly view: DataView; at: number; readonly end: number },
): number {
  const { view, end } = set;
  const names = new Map<number, string>();
  let { at } = set;
  let records = 0;
  let cut = false;
  while (at < end) {
    const { places, next } = placesOf(template, view, { at, end });
    if (next === undefined) {
      // What is left is padding when it is shorter than a record.
      cut = end - at >= 4 && records === 0;
      break;
    }
    at = next;
    records += 1;
    const number = (id: number): number | undefined => {
      const place = places.get(id);
      return place && numberAt(view, place.at, place.length);
    };
    learnSampling(domain, number);
    const bootMs = number(SYSTEM_INIT);
    if (bootMs !== undefined) domain.boot(bootMs);
    learnVrf(domain, view, places);
    const application = applicationOf(view, places);
    if (application !== undefined) names.set(...application);
  }
  if (names.size > 0) domain.name(names);
  return cut ? -1 - records : records;
}
