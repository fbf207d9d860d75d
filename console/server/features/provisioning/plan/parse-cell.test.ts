import { describe, expect, it } from 'vitest';
import { definitionOf, type ImportField } from '#schemas/provisioning/import-columns.ts';
import { parseCell } from './parse-cell.ts';

const parsed = (field: ImportField, text: string) => parseCell(text, definitionOf(field));
const ambiguous = (value: string, first: string, second: string) => ({
  ok: false,
  code: 'IMPORT_NUMBER_AMBIGUOUS',
  params: { value, first, second },
});

describe('a bandwidth', () => {
  it.each([
    ['1,000M', '1M', '1000M'],
    ['10,000', '10', '10000'],
    ['1.000', '1', '1000'],
    ['100,000', '100', '100000'],
    ['10,000 kbit/s', '10 kbit/s', '10000 kbit/s'],
    ['2.048 Mbps', '2.048 Mbps', '2048 Mbps'],
  ])('of %j is rejected with its possible readings', (text, first, second) => {
    expect(parsed('bandwidthIn', text)).toEqual(ambiguous(text, first, second));
  });

  it.each([
    ['200000000', 200_000_000],
    ['1,5G', 1_500_000_000],
    ['1.5 Gbps', 1_500_000_000],
    ['200M', 200_000_000],
    ['2048k', 2_048_000],
    ['1544 kbit/s', 1_544_000],
    ['0,512 Mbit/s', 512_000],
    ['1e9', 1_000_000_000],
    ['1000', 1_000],
    ['100T', 100_000_000_000_000],
  ])('of %j is %i bit/s', (text, bps) => {
    expect(parsed('bandwidthOut', text)).toEqual({ ok: true, value: bps });
  });

  it.each([
    ['2', 'TOO_SMALL'],
    ['999', 'TOO_SMALL'],
    ['0', 'TOO_SMALL'],
    ['-5M', 'IMPORT_NUMBER_INVALID'],
    ['101T', 'TOO_LARGE'],
    ['1.000.000.000', 'IMPORT_NUMBER_INVALID'],
    ['100 000 000', 'IMPORT_NUMBER_INVALID'],
    ['1 000 Mbit/s', 'IMPORT_NUMBER_INVALID'],
    ['1\u202F000 Mbit/s', 'IMPORT_NUMBER_INVALID'],
    ['1\u00A0000M', 'IMPORT_NUMBER_INVALID'],
    ["1'000M", 'IMPORT_NUMBER_INVALID'],
    ['1\u2019000M', 'IMPORT_NUMBER_INVALID'],
    ['1_000M', 'IMPORT_NUMBER_INVALID'],
    ['1,000.5M', 'IMPORT_NUMBER_INVALID'],
    ['fast', 'IMPORT_NUMBER_INVALID'],
  ])('of %j is none: %s', (text, code) => {
    expect(parsed('bandwidthIn', text)).toMatchObject({ ok: false, code });
  });
});

describe('a position', () => {
  it.each([
    ['latitude', '45.764', 45.764],
    ['latitude', '45,764', 45.764],
    ['latitude', '-89.999', -89.999],
    ['longitude', '4.835', 4.835],
    ['longitude', '-179,500', -179.5],
    ['longitude', '0', 0],
  ] as const)('%s %j is what lies on the earth', (field, text, degrees) => {
    expect(parsed(field, text)).toEqual({ ok: true, value: degrees });
  });

  it.each([
    ['latitude', '148', 'TOO_LARGE'],
    ['latitude', '-91,5', 'TOO_SMALL'],
    ['longitude', '200.123', 'TOO_LARGE'],
    ['longitude', '4.83.5', 'IMPORT_NUMBER_INVALID'],
  ] as const)('%s %j is none', (field, text, code) => {
    expect(parsed(field, text)).toMatchObject({ ok: false, code });
  });
});

describe('a collection sub-network', () => {
  it('of 1.000 is rejected with its possible readings', () => {
    expect(parsed('recipientId', '1.000')).toEqual(ambiguous('1.000', '1', '1000'));
    expect(parsed('recipientId', '70,000')).toEqual(ambiguous('70,000', '70', '70000'));
  });

  it('is an integer between 1 and 65535', () => {
    expect(parsed('recipientId', '12')).toEqual({ ok: true, value: 12 });
    expect(parsed('recipientId', '1.5')).toMatchObject({ code: 'IMPORT_NUMBER_INVALID' });
    expect(parsed('recipientId', '65536')).toEqual({ ok: false, code: 'TOO_LARGE', params: { max: 65_535 } });
  });
});
