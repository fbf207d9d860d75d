const separators = [';', ',', '\t', '|'] as const;
/** Characters of a first line that are looked at. */
const MAX_LINE = 400_000;
/** The line that states the separator to Excel, which leaves it out itself. A table may have a column `sep` with other characters behind it. */
const sepLine = /^\uFEFF?"?sep=([^\p{L}\p{N}"\s]|\t)"?(?:[;,\t|]*)(?:\r\n|\n|\r|$)/iu;

export interface CsvSeparator {
  readonly separator: string;
  /** Whether the first line says the separator and nothing else: it is no line of the table. */
  readonly isStated: boolean;
}

/** The separator of a CSV file: that of a first line `sep=;`, else the most frequent one of the first line outside quotes. */
export function csvSeparatorOf(text: string): CsvSeparator {
  const stated = sepLine.exec(text.slice(0, MAX_LINE))?.[1];
  if (stated !== undefined) return { separator: stated, isStated: true };
  const [first = ''] = text.slice(0, MAX_LINE).split(/\r\n|\n|\r/, 1);
  const unquoted = first.replaceAll(/"[^"]*"/g, '');
  const counted = separators.map((separator) => ({ separator, count: unquoted.split(separator).length }));
  const [most] = counted.toSorted((one, other) => other.count - one.count);
  return { separator: most !== undefined && most.count > 1 ? most.separator : ',', isStated: false };
}
