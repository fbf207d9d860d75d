import { useMemo } from 'react';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import { importFields } from '#schemas/provisioning/import-columns.ts';
import type { ImportDifferenceRow, ImportFault, ImportRun } from '#schemas/provisioning/import-run.ts';
import { formatTyped } from '#schemas/unit/format.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { DialogTable } from '#web/ui/table/DialogTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useProvisioningTexts, type en } from '../texts/en.ts';

type ShownFault = ImportFault & { readonly message: string };
type Text = Translate<typeof en>;

const tones = { added: 'good', changed: 'accent', removed: 'bad' } as const;

type Field = ImportDifferenceRow['fields'][number];

const isBandwidth = (name: Field['name']): boolean => importFields[name].cell === 'bandwidth';

/** `Bandwidth in: – → 200 Mbit/s`. */
function valuesOf({ change, fields }: ImportDifferenceRow, text: Text, language: Language): string {
  const shown = ({ name }: Field, value: string | null): string => {
    if (value === null) return '–';
    return isBandwidth(name) ? formatTyped(Number(value), 'bps', language) : value;
  };
  return fields
    .map((field) => {
      const after = shown(field, field.after);
      const values = change === 'added' ? after : `${shown(field, field.before)} → ${after}`;
      return text('fieldValue', { field: text(`field_${field.name}`), values });
    })
    .join(', ');
}

const changeColumns = (text: Text, language: Language): readonly Column<ImportDifferenceRow>[] => [
  {
    id: 'line',
    header: text('line'),
    value: ({ line }) => line,
    cell: ({ line }) => line ?? '–',
    width: 70,
    align: 'right',
    card: { line: 2, end: true, named: true },
  },
  {
    id: 'change',
    header: text('change'),
    value: ({ change }) => change,
    // A mistyped id makes a customer of its own: that is no everyday addition.
    cell: ({ change, kind }) =>
      change === 'added' && kind === 'customer' ? (
        <Tag tone="warning">{text('newCustomer')}</Tag>
      ) : (
        <Tag tone={tones[change]}>{text(`row_${change}`)}</Tag>
      ),
    width: 130,
    card: { line: 1, end: true },
  },
  {
    ...textColumn<ImportDifferenceRow>('kind', text('kind'), ({ kind }) => text(kind)),
    width: 100,
    card: { line: 2 },
  },
  {
    ...textColumn<ImportDifferenceRow>('element', text('element'), ({ name }) => name),
    width: 220,
    grow: 2,
    fixed: true,
    card: { line: 1, wraps: true },
  },
  {
    ...textColumn<ImportDifferenceRow>('values', text('values'), (row) => valuesOf(row, text, language)),
    width: 240,
    grow: 3,
    card: { line: 3, wraps: true },
  },
];

const faultColumns = (text: Text, language: Language): readonly Column<ShownFault>[] => [
  {
    ...countColumn<ShownFault>('line', text('line'), { countOf: ({ line }) => line, language }),
    width: 80,
    card: { line: 1, end: true, named: true },
  },
  {
    ...textColumn<ShownFault>('field', text('column'), ({ field, column }) =>
      field === null ? (column === 0 ? '–' : String(column)) : text(`field_${field}`),
    ),
    width: 160,
    card: { line: 1 },
  },
  {
    ...textColumn<ShownFault>('fault', text('fault'), ({ message }) => message),
    width: 300,
    grow: 3,
    fixed: true,
    card: { line: 2, wraps: true },
  },
];

interface Props {
  readonly run: ImportRun;
  readonly changes: readonly ImportDifferenceRow[];
  readonly faults: readonly ShownFault[];
}

const changeId = ({ kind, name }: ImportDifferenceRow): string => `${kind} ${name}`;
const changeName = ({ name }: ImportDifferenceRow): string => name;
const faultId = ({ line, column, field, code }: ShownFault): string =>
  [line, column, field ?? '', code].map(String).join('.');
const faultName = ({ line }: ShownFault): string => String(line);

/** The lines in error and the changes of an import. */
export function DifferenceTables({ run, changes, faults }: Props) {
  const text = useProvisioningTexts();
  const language = useLanguage();
  const ofChanges = useMemo(() => changeColumns(text, language), [text, language]);
  const ofFaults = useMemo(() => faultColumns(text, language), [text, language]);
  const newCustomers = changes.filter(({ change, kind }) => change === 'added' && kind === 'customer').length;
  const cut = { count: provisioningLimits.maxListed };
  return (
    <>
      {faults.length > 0 && (
        <DialogTable rows={faults.length}>
          <h3>{text('faults')}</h3>
          <DataTable
            name="import-faults"
            label={text('faults')}
            rows={faults}
            columns={ofFaults}
            rowId={faultId}
            rowName={faultName}
          />
          {faults.length >= cut.count && <p className="tt-muted">{text('faultsCut', cut)}</p>}
        </DialogTable>
      )}
      {newCustomers > 0 && <Banner tone="warning">{text('newCustomers', { count: newCustomers })}</Banner>}
      {changes.length > 0 && (
        <DialogTable rows={changes.length}>
          <h3>{text('changes')}</h3>
          <DataTable
            name="import-changes"
            label={text('changes')}
            rows={changes}
            columns={ofChanges}
            rowId={changeId}
            rowName={changeName}
          />
          {changes.length >= cut.count && <p className="tt-muted">{text('changesCut', cut)}</p>}
        </DialogTable>
      )}
      {run.state === 'ready' && changes.length === 0 && faults.length === 0 && <p>{text('noChanges')}</p>}
    </>
  );
}
