import type { ConfigurationValue, ProcessConfiguration } from '#schemas/configuration/configuration.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

/** A value of a process. */
export interface ConfigurationRow extends ConfigurationValue {
  readonly id: string;
  /** With its instance where several may run. */
  readonly process: string;
}

export const configurationRows = (processes: readonly ProcessConfiguration[]): readonly ConfigurationRow[] =>
  processes.flatMap(({ process, instance, values }) => {
    const shown = instance === '' || instance === process ? process : `${process} ${instance}`;
    return values.map((value) => ({ ...value, id: `${shown} ${value.name}`, process: shown }));
  });

type Text = Translate<typeof en>;

const shownValue = ({ isSensitive, value }: ConfigurationRow, text: Text): string =>
  isSensitive ? text('secret') : (value ?? '');

/** The columns of the configuration. */
export const configurationColumns = (text: Text): readonly Column<ConfigurationRow>[] => [
  {
    ...textColumn<ConfigurationRow>('process', text('process'), ({ process }) => process),
    width: 130,
    fixed: true,
    card: { line: 2 },
  },
  {
    ...textColumn<ConfigurationRow>('name', text('name'), ({ name }) => name),
    width: 220,
    grow: 1,
    card: { line: 1 },
  },
  {
    ...textColumn<ConfigurationRow>('value', text('value'), (row) => shownValue(row, text)),
    width: 200,
    grow: 3,
    card: { line: 2, end: true },
  },
  {
    ...textColumn<ConfigurationRow>('default', text('defaultValue'), (row) =>
      row.isSensitive ? '' : (row.defaultValue ?? ''),
    ),
    width: 160,
    grow: 2,
    yields: 2,
  },
  {
    ...textColumn<ConfigurationRow>('type', text('type'), ({ type }) => text(`type-${type}`)),
    width: 100,
    yields: 3,
  },
  {
    id: 'from',
    header: text('from'),
    width: 100,
    yields: 1,
    value: ({ isSet }) => (isSet ? 0 : 1),
    cell: ({ isSet }) => <Tag>{text(isSet ? 'set' : 'unset')}</Tag>,
  },
];
