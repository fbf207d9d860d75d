import { describe, expect, it } from 'vitest';
import { builtInFormat, formattedNumber } from './number-format.ts';

describe('a number of a workbook', () => {
  it.each([
    ['42', '00000', '00042'],
    ['123456', '00000', '123456'],
    ['0', '000', '000'],
    ['7', '"S-"0000', 'S-0007'],
    ['7', 'S\\-0000', undefined],
    ['7', '\\S\\-0000', 'S-0007'],
    ['33145678901', '00\\ 00\\ 00\\ 00\\ 00', '331 45 67 89 01'],
    ['612345678', '00" "00" "00" "00" "00', '06 12 34 56 78'],
    ['75001', '0', '75001'],
    ['12', '#', '12'],
    ['10', '0" Mbit/s"', '10 Mbit/s'],
    ['-7', '000', '-007'],
    ['-7', '000;"M"000', 'M007'],
    ['7', '[Red]000;[Blue]000', '007'],
    ['7', '000-000', '000-007'],
    ['42', 'General', '42'],
    ['1.5', 'General', '1.5'],
    ['42', '@', '42'],
    ['0.5', '0%', undefined],
    ['1', '0%', undefined],
    ['1000', '#,##0', undefined],
    ['3.7', '0', undefined],
    ['3', '0.00', undefined],
    ['1000', '0.0E+0', undefined],
    ['5', '"yes"', undefined],
  ])('%s with the format %s shows %s', (number, format, text) => {
    expect(formattedNumber(number, format).text).toBe(text);
  });

  it.each([
    ['1000', '#,##0', '1000'],
    ['48.8566', '0.00', '48.8566'],
    ['1000', '0.0E+0', '1000'],
    ['-4.5', '#,##0.0;(#,##0.0)', '-4.5'],
    ['42', '00000', '42'],
    ['0.5', '0%', undefined],
    ['10', '0" Mbit/s"', undefined],
    ['10000', '#,##0" Mbit/s"', undefined],
    ['5000000', '0,,"M"', undefined],
    ['5000000', '0,,', undefined],
    ['5', '0 €', undefined],
    ['0.5', '# ?/?', undefined],
  ])('%s with the format %s is %s in a column of numbers', (number, format, plain) => {
    expect(formattedNumber(number, format).number).toBe(plain);
  });

  it('has the formats that every spreadsheet knows', () => {
    expect([0, 1, 9, 49].map(builtInFormat)).toEqual(['General', '0', '0%', '@']);
    expect(formattedNumber('5', builtInFormat(44))).toEqual({ text: undefined, number: undefined });
  });
});
