import { IconDownload } from '@tabler/icons-react';
import type { CsvDialect } from '#schemas/csv/csv-dialect.ts';
import { useCsvDialect } from '#web/lib/export/csv-choice.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { useCsvItems } from '#web/ui/download/use-csv-items.ts';
import { useDownloadTexts } from '#web/ui/download/texts/en.ts';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { CallOptions } from '../api/call.ts';
import type { FileRoute } from './download-file.ts';
import type { RowsRoute } from './read-rows.ts';
import { useFileDownload } from './use-file-download.ts';
import { useRowsDownload, type Workbook } from './use-rows-download.ts';

interface Props<F extends FileRoute, R extends RowsRoute> {
  readonly label: string;
  /** The CSV file of the server, in the dialect of the user. */
  readonly csv: { readonly route: F; readonly options: (dialect: CsvDialect) => CallOptions<F> };
  /** The same rows, written as a workbook by the browser. */
  readonly xlsx: {
    readonly route: R;
    readonly options: () => CallOptions<R>;
    readonly workbook: () => Workbook;
  };
}

/** Downloads what the server has as a CSV file or as a workbook. */
export function FileMenu<F extends FileRoute, R extends RowsRoute>({ label, csv, xlsx }: Props<F, R>) {
  const text = useDownloadTexts();
  const dialect = useCsvDialect();
  const csvItems = useCsvItems();
  const file = useFileDownload();
  const rows = useRowsDownload();
  return (
    <Menu
      items={[
        {
          is: 'action',
          label: text('csv'),
          run: () => void file.download(csv.route, csv.options(dialect)),
        },
        {
          is: 'action',
          label: text('xlsx'),
          run: () => void rows.download(xlsx.route, xlsx.options(), xlsx.workbook()),
        },
        ...csvItems,
      ]}
      target={
        <Button icon={<IconDownload size={15} />} busy={file.busy || rows.busy}>
          {label}
        </Button>
      }
    />
  );
}
