import { dscpName } from '#schemas/qos/dscp.ts';
import type { UnmappedName } from '#schemas/qos/mapping-routes.ts';
import type { QosName } from '#schemas/qos/rules.ts';
import { columnFormat } from '#schemas/unit/column-format.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import type { en } from './texts/en.ts';

/** What was seen of a rule or a name. */
export interface SeenRow {
  /** The rule, or what maps to nothing. */
  readonly what: QosName;
  readonly elements: number;
  readonly bytes: number;
  readonly flows: number;
}

export interface SeenColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
}

/** The text of a rule or name: `VOICE*`, `queue0`, `EF`. */
export const whatText = (what: QosName): string => (what.kind === 'dscp' ? dscpName(what.dscp) : what.name);

export const vendorText = (what: QosName): string => (what.kind === 'class-map' ? what.vendor : '');

/** Kind, text and vendor of a rule or name. */
export const whatColumns = <Row extends SeenRow>({ text }: SeenColumnOptions): readonly Column<Row>[] => [
  {
    ...textColumn<Row>('kind', text('kind'), ({ what }) => text(`kind-${what.kind}`)),
    width: 120,
    card: { line: 2 },
  },
  {
    id: 'what',
    header: text('what'),
    value: ({ what }) => whatText(what),
    cell: ({ what }) => <span className="tt-ellipsis tt-mono">{whatText(what)}</span>,
    width: 150,
    grow: 2,
    fixed: true,
    card: { line: 1 },
  },
  {
    ...textColumn<Row>('vendor', text('vendor'), ({ what }) => vendorText(what)),
    width: 90,
    yields: 1,
    card: { line: 2 },
  },
];

/** Elements, or for a DSCP the volume and number of flows of the last hour. */
export function seenColumns<Row extends SeenRow>(
  { text, language }: SeenColumnOptions,
  rows: readonly Row[] = [],
): readonly Column<Row>[] {
  const volumes = rows.map(({ what, bytes }) => (what.kind === 'dscp' ? bytes : null));
  const volume = columnFormat(volumes, 'byte', language);
  return [
    {
      id: 'elements',
      header: text('elements'),
      value: ({ what, elements }) => (what.kind === 'dscp' ? null : elements),
      cell: ({ what, elements }) => (what.kind === 'dscp' ? '' : formatNumber(elements, language)),
      width: 100,
      align: 'right',
      card: { line: 2, end: true, named: true },
    },
    {
      id: 'volume',
      header: text('volume'),
      value: ({ what, bytes }) => (what.kind === 'dscp' ? bytes : null),
      cell: ({ what, bytes }) => (what.kind === 'dscp' ? volume(bytes) : ''),
      width: 120,
      align: 'right',
      card: { line: 2, end: true },
    },
    {
      id: 'flows',
      header: text('flows'),
      value: ({ what, flows }) => (what.kind === 'dscp' ? flows : null),
      cell: ({ what, flows }) => (what.kind === 'dscp' ? formatNumber(flows, language) : ''),
      width: 90,
      align: 'right',
      card: { line: 3, end: true, named: true },
    },
  ];
}

type Exemplified = Pick<UnmappedName, 'example'>;

export const exampleText = ({ example }: Exemplified): string =>
  example === null ? '' : `${example.device} / ${example.key}`;

/** An element with the name. */
export const exampleColumn = <Row extends Exemplified>({ text }: SeenColumnOptions): Column<Row> => ({
  id: 'example',
  header: text('example'),
  value: exampleText,
  cell: (row) => <MiddleEllipsis text={exampleText(row)} />,
  width: 200,
  grow: 4,
  card: { line: 3 },
});

/** A table of rules or names: the id and name of a row, and the texts that it is found by. */
export const seenIdentity = {
  rowId: ({ what }: SeenRow): string => JSON.stringify(what),
  rowName: ({ what }: SeenRow): string => whatText(what),
} as const;
