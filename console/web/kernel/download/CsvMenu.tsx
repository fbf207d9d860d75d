import { IconDownload } from '@tabler/icons-react';
import type { CsvDialect } from '#schemas/csv/csv-dialect.ts';
import { useCsvDialect } from '#web/lib/export/csv-choice.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { useCsvItems } from '#web/ui/download/use-csv-items.ts';
import { useDownloadTexts } from '#web/ui/download/use-download-texts.ts';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { CallOptions } from '../api/call.ts';
import type { FileRoute } from './download-file.ts';
import { useFileDownload } from './use-file-download.ts';

interface Props<R extends FileRoute> {
  readonly label: string;
  readonly route: R;
  /** The call for the dialect of the user. */
  readonly options: (dialect: CsvDialect) => CallOptions<R>;
}

/** Downloads a CSV file of the server in the dialect that the user chose. */
export function CsvMenu<R extends FileRoute>({ label, route, options }: Props<R>) {
  const text = useDownloadTexts();
  const dialect = useCsvDialect();
  const csvItems = useCsvItems();
  const { busy, download } = useFileDownload();
  return (
    <Menu
      items={[
        { is: 'action', label: text('csv'), run: () => void download(route, options(dialect)) },
        ...csvItems,
      ]}
      target={
        <Button icon={<IconDownload size={15} />} busy={busy}>
          {label}
        </Button>
      }
    />
  );
}
