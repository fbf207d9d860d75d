import { bandwidthBps, splitBandwidth } from '#schemas/inventory/bandwidth.ts';
import { canonicalAddress, Prefix } from '#schemas/address/address.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import type { ImportCell } from '#schemas/provisioning/import-columns.ts';
import { evenText, invisibleCharacter } from '#schemas/text/line.ts';
import { numberReadings } from '#schemas/unit/number-readings.ts';
import { TimeZone } from '#schemas/time/time-zone.ts';

export type ImportedValue = string | number | readonly string[];

export type ParsedCell =
  | { readonly ok: true; readonly value: ImportedValue }
  | { readonly ok: false; readonly code: ProblemCode; readonly params?: TextParameters };

const fault = (code: ProblemCode, params?: TextParameters): ParsedCell => ({
  ok: false,
  code,
  ...(params && { params }),
});
const value = (parsed: ImportedValue): ParsedCell => ({ ok: true, value: parsed });

const parseText = (text: string, max: number): ParsedCell =>
  text.length > max ? fault('TOO_LONG', { max }) : value(text);

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const MAX_SHOWN = 80;

const bounded = (number: number, { min, max }: Bounds): ParsedCell => {
  if (number < min) return fault('TOO_SMALL', { min });
  return number > max ? fault('TOO_LARGE', { max }) : value(number);
};

/** `amount`: the number of the text, `unit`: what follows it. Separators of thousands are not read: `1.000` may be a decimal number. */
function parseReadings(amount: string, unit: string, readings = numberReadings(amount)): ParsedCell {
  const shown = `${amount}${unit}`.slice(0, MAX_SHOWN);
  const [first, second] = readings;
  if (first === undefined) return fault('IMPORT_NUMBER_INVALID', { value: shown });
  return second === undefined
    ? value(first)
    : fault('IMPORT_NUMBER_AMBIGUOUS', {
        value: shown,
        first: `${String(first)}${unit}`,
        second: `${String(second)}${unit}`,
      });
}

/** A position within narrow bounds: what lies outside is not meant. */
function parseDegrees(text: string, bounds: Bounds): ParsedCell {
  const readings = numberReadings(text);
  const possible = readings.filter((number) => bounded(number, bounds).ok);
  const parsed = parseReadings(text, '', possible.length > 0 ? possible : readings.slice(0, 1));
  return parsed.ok ? bounded(Number(parsed.value), bounds) : parsed;
}

/** `200000000`, `200M`, `1,5 Gbit/s`. */
function parseBandwidth(text: string): ParsedCell {
  const { amount, unit, factor } = splitBandwidth(text);
  const parsed = parseReadings(amount, unit);
  return parsed.ok ? bounded(Math.round(Number(parsed.value) * factor), bandwidthBps) : parsed;
}

function parseInteger(text: string, bounds: Bounds): ParsedCell {
  const parsed = parseReadings(text, '');
  if (!parsed.ok) return parsed;
  return Number.isInteger(parsed.value)
    ? bounded(Number(parsed.value), bounds)
    : fault('IMPORT_NUMBER_INVALID', { value: text.slice(0, MAX_SHOWN) });
}

function parseAddress(text: string): ParsedCell {
  const address = canonicalAddress(text);
  return address === undefined ? fault('ADDRESS_INVALID', { address: text.slice(0, 80) }) : value(address);
}

const MAX_ENTRIES = 100;

function parseList(text: string, parse: (entry: string) => ParsedCell): ParsedCell {
  const entries = [...new Set(text.split(/[\s,;|]+/).filter((entry) => entry !== ''))];
  if (entries.length > MAX_ENTRIES) return fault('TOO_MANY', { max: MAX_ENTRIES });
  const parsed = entries.map(parse);
  return (
    parsed.find((one) => !one.ok) ??
    value([...new Set(parsed.map((one) => (one.ok ? String(one.value) : '')))])
  );
}

const parsePrefix = (text: string): ParsedCell =>
  Prefix.safeParse(text).success ? value(text) : fault('PREFIX_INVALID');

const parseZone = (text: string): ParsedCell =>
  TimeZone.safeParse(text).success ? value(text) : fault('TIMEZONE_UNKNOWN');

const LATITUDE = 90;
const LONGITUDE = 180;
const MAX_TEXT = 200;

const parsers = {
  name: parseText,
  port: parseText,
  text: parseText,
  latitude: (text) => parseDegrees(text, { min: -LATITUDE, max: LATITUDE }),
  longitude: (text) => parseDegrees(text, { min: -LONGITUDE, max: LONGITUDE }),
  network: (text) => parseInteger(text, { min: 1, max: 65_535 }),
  udpPort: (text) => parseInteger(text, { min: 1, max: 65_535 }),
  zone: parseZone,
  address: parseAddress,
  addresses: (text) => parseList(text, parseAddress),
  prefixes: (text) => parseList(text, parsePrefix),
  bandwidth: parseBandwidth,
} as const satisfies Record<ImportCell, (text: string, max: number) => ParsedCell>;

/** Parses a cell that is not empty. */
export const parseCell = (
  text: string,
  { cell, max = MAX_TEXT }: { readonly cell: ImportCell; readonly max?: number },
): ParsedCell => {
  const found = invisibleCharacter(text);
  if (found !== undefined) return fault('IMPORT_CELL_INVISIBLE', found);
  return parsers[cell](cell === 'port' ? text : evenText(text), max);
};
