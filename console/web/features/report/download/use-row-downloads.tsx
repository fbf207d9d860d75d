import { IconFileDownload } from '@tabler/icons-react';
import { outputFormats } from '#schemas/rendering/rendering.ts';
import { languageOf } from '#schemas/time/locale.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { LibraryRows } from '../../dashboard/document-page.ts';
import { useReportTexts } from '../texts/en.ts';
import { DownloadProgress } from './ReportDownload.tsx';
import { useReportRun } from './use-report-run.ts';

/** Downloads reports from the rows of the library, with their own period and all elements; templates of the provider have no data. */
export function useRowDownloads(customer: number | undefined): LibraryRows | undefined {
  const text = useReportTexts();
  const language = languageOf(useLanguage());
  const control = useReportRun(customer ?? 0);
  if (customer === undefined) return undefined;
  const disabledReason = control.run !== undefined || control.busy ? text('downloadRuns') : undefined;
  return {
    itemsOf: ({ id }) => [
      ...outputFormats.map((format) => ({
        is: 'action' as const,
        label: text('downloadAs', { format: text(`download_${format}`) }),
        icon: <IconFileDownload size={15} />,
        disabledReason,
        run: () => control.start(id, { format, language }),
      })),
      { is: 'line', id: 'downloads' },
    ],
    status: <DownloadProgress control={control} />,
  };
}
