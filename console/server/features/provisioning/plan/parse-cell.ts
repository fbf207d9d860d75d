import { canonicalAddress, Prefix } from '#schemas/inventory/network-file-address.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import type { ImportCell } from '#schemas/provisioning/import-columns.ts';
import { invisibleCharacter } from '#schemas/text/line.ts';
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

/** A decimal comma counts as a point; separators of thousands do not. */
const numberOf = (text: string): number =>
  /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text.replace(',', '.')) : Number.NaN;

function parseNumber(text: string, { min, max }: { readonly min: number; readonly max: number }): ParsedCell {
  const number = numberOf(text);
  if (Number.isNaN(number)) return fault('IMPORT_NUMBER_INVALID', { value: text.slice(0, 80) });
  if (number < min) return fault('TOO_SMALL', { min });
  return number > max ? fault('TOO_LARGE', { max }) : value(number);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };
const MAX_BANDWIDTH = 100_000_000_000_000;

/** `200000000`, `200M`, `1,5 Gbit/s`. */
function parseBandwidth(text: string): ParsedCell {
  const [, amount, unit] = /^([\d.,]+)\s*([kmgt]?)(?:b(?:it)?(?:ps|\/s)?)?$/i.exec(text) ?? [];
  const parsed = parseNumber(amount ?? text, { min: 0, max: MAX_BANDWIDTH });
  if (!parsed.ok) return parsed;
  const bps = Math.round(Number(parsed.value) * (UNITS[(unit ?? '').toLowerCase()] ?? 1));
  return bps < 1 ? fault('TOO_SMALL', { min: 1 }) : parseNumber(String(bps), { min: 1, max: MAX_BANDWIDTH });
}

function parseInteger(text: string, range: { readonly min: number; readonly max: number }): ParsedCell {
  const parsed = parseNumber(text, range);
  return parsed.ok && !Number.isInteger(parsed.value)
    ? fault('IMPORT_NUMBER_INVALID', { value: text.slice(0, 80) })
    : parsed;
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
  name: (text, max) => parseText(text, max),
  text: (text, max) => parseText(text, max),
  latitude: (text) => parseNumber(text, { min: -LATITUDE, max: LATITUDE }),
  longitude: (text) => parseNumber(text, { min: -LONGITUDE, max: LONGITUDE }),
  network: (text) => parseInteger(text, { min: 1, max: 65_535 }),
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
  return found === undefined ? parsers[cell](text, max) : fault('IMPORT_CELL_INVISIBLE', found);
};
