import { describe, expect, it } from 'vitest';
import type { ChartLine } from './chart-lines.ts';
import { lineFormat } from './line-formats.ts';

type Style = Pick<ChartLine, 'unit' | 'decimals' | 'limits'>;
const seen = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');

describe('values of lines that are read together', () => {
  it.each<[string, readonly (Style & { readonly value: number | null })[], readonly string[]]>([
    [
      'of one unit have equal decimals',
      [
        { unit: 'percent', value: 100 },
        { unit: 'percent', value: 99.95 },
        { unit: 'percent', value: null },
      ],
      ['100.00%', '99.95%', '–'],
    ],
    [
      'of other units have decimals of their own',
      [
        { unit: 'percent', value: 99.992 },
        { unit: 'bps', value: 1_500_000 },
      ],
      ['99.992%', '1.5 Mbps'],
    ],
    [
      'have the decimals of their series, and still never read 100 %',
      [
        { unit: 'percent', decimals: 1, value: 99.96 },
        { unit: 'percent', decimals: 0, value: 12.3 },
        { unit: 'percent', value: 12.3 },
      ],
      ['> 99.9%', '12%', '12.3%'],
    ],
    [
      'never read as a level that they do not reach',
      [
        { unit: 'percent', limits: [80], value: 79.996 },
        { unit: 'percent', limits: [80], value: 80 },
      ],
      ['79.996%', '80.000%'],
    ],
  ])('%s', (_, lines, texts) => {
    const format = lineFormat(lines, ({ value }) => [value], 'en');
    expect(lines.map((line) => seen(format(line, line.value)))).toEqual(texts);
  });
});
