import { WORKBOOK_ROWS, type FileTable } from '#schemas/csv/table-file.ts';
import { now } from '#web/lib/clock.ts';
import { useCsvDialect } from '#web/lib/export/csv-choice.ts';
import { SHEET_ROWS, type TableFormat, type FactLine } from '#web/lib/export/exported-table.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { showToast } from '../feedback/toast-store.ts';
import { fileProgress } from './file-progress.ts';
import { useDownloadTexts } from './texts/en.ts';

export interface DownloadedTable {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly timeZone: string;
  readonly table: FileTable;
  /** Whether there are more rows than a workbook has, which were not read. */
  readonly isCut?: boolean;
  /** What else a workbook says about the table, in lines of a label and its values. */
  readonly facts?: readonly FactLine[];
  /** Of the headings that the table does not have itself; by default that of the texts. */
  readonly language?: Language;
}

const loadDownload = () => import('#web/lib/export/download-table.ts');

export type TableDownload = (file: DownloadedTable, format: TableFormat) => Promise<boolean>;

interface Rows {
  /** Rows of the table. */
  readonly all: number;
  readonly isCut: boolean;
}

/** Sentences about the number of rows. */
function useRowTexts() {
  const text = useDownloadTexts();
  const language = useLanguage();
  const number = (value: number): string => formatNumber(value, language);
  return {
    /** Of the second sheet of a workbook. */
    fact({ all, isCut }: Rows): number | string {
      if (isCut) return text('rowsAtLimit', { rows: number(all) });
      return all > WORKBOOK_ROWS ? text('rowsCut', { rows: number(WORKBOOK_ROWS), all: number(all) }) : all;
    },
    /** Of a notification; undefined: the file has every row, and Excel opens them. */
    notice(written: number, { all, isCut }: Rows): string | undefined {
      if (isCut) return text('cutAtLimit', { rows: number(written) });
      if (written < all) return text('cut', { rows: number(written), all: number(all) });
      if (written < SHEET_ROWS) return undefined;
      return text('long', { rows: number(written), opened: number(SHEET_ROWS - 1) });
    },
  };
}

/** Downloads tables in the form that the user chose. Rows that are missing, or that Excel will not open, are a notification, and so is a failure, which returns false. */
export function useTableDownload(): TableDownload {
  const text = useDownloadTexts();
  const rowTexts = useRowTexts();
  const language = useLanguage();
  const dialect = useCsvDialect();
  return async (
    { name, title, timeZone, table, isCut = false, facts = [], language: ofTable = language },
    format,
  ) => {
    const rows = { all: table.rows.length, isCut };
    const madeAt = now();
    const about: readonly FactLine[] = [
      [text('title'), title],
      [text('timeZone'), timeZone],
      [text('madeAt'), { is: 'time', at: madeAt }],
      [text('rows'), rowTexts.fact(rows)],
      ...facts,
    ];
    const progress = fileProgress(title, text);
    try {
      const { downloadTable } = await loadDownload();
      const written = await downloadTable(
        name,
        { title, timeZone, madeAt, table, facts: about },
        { form: { format, dialect, language: ofTable }, onProgress: progress.report },
      );
      const notice = rowTexts.notice(written, rows);
      if (notice !== undefined) showToast({ text: notice });
      return true;
    } catch {
      showToast({ text: text('failed'), tone: 'bad' });
      return false;
    } finally {
      progress.close();
    }
  };
}
