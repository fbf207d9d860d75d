import type { DataResult } from '#schemas/data/data-result-size.ts';

/** The values that a figure in words stands for, such as `1.23 Mbps`, `12,5 %` or `< 0,01 %`. */
interface ReadFigure {
  readonly from: number;
  readonly to: number;
}

const PROMISED_FROM = 98;
const prefixes: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 };

/** What is rounded to a digit; where contracts promise, figures are rounded down (docs/adr/0073-precision-of-displayed-values.md). */
const rounded = (value: number, digit: number, isPercent: boolean): ReadFigure =>
  isPercent && value >= PROMISED_FROM && value < 100
    ? { from: value, to: value + digit }
    : { from: value - digit / 2, to: value + digit / 2 };

/** Reads a figure as a person does: by its digits and the prefix of its unit. */
function readFigure(text: string): ReadFigure | undefined {
  const parts = /^(<\s*)?([−-]?\d[\d\s]*(?:[.,]\d+)?)\s*([kMGTP]?)(bit\/s|bps|B|o|%)$/u.exec(text.trim());
  if (parts === null) return undefined;
  const [, less, digits = '', prefix = '', unit] = parts;
  const plain = digits.replaceAll(/\s/gu, '').replace(',', '.').replace('−', '-');
  const [, decimals = ''] = plain.split('.');
  const scale = prefixes[prefix] ?? Number.NaN;
  const value = Number(plain) * scale;
  if (less !== undefined) return { from: 0, to: value };
  return rounded(value, scale * 10 ** -decimals.length, unit === '%');
}

/** Whether a text says a value, rounded to its last digit. */
export function saysValue(text: string, value: number): boolean {
  const figure = readFigure(text);
  if (figure === undefined) return false;
  const noise = Math.abs(value) * 1e-7;
  return value >= figure.from - noise && value <= figure.to + noise;
}

/** Cells of the rows of a table in a text with its layout, by the first cell: the name of the row. */
export const rowsInText = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text.split('\n').flatMap((line): [string, readonly string[]][] => {
      const [name = '', ...cells] = line.trim().split(/\s{2,}/u);
      return cells.length === 0 ? [] : [[name, cells]];
    }),
  );

/** Values of a result without steps, by the name of its row. */
export const valuesByName = ({ rows }: DataResult): ReadonlyMap<string, readonly (number | null)[]> =>
  new Map(
    rows.map(({ key, values }) => [
      key.map(({ name }) => name ?? '').join(' · '),
      values.map(([value]) => value ?? null),
    ]),
  );
