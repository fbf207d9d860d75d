import { IconDownload, IconX } from '@tabler/icons-react';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import { outputFormats } from '#schemas/rendering/rendering.ts';
import { languageOf } from '#schemas/time/locale.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import { useReportTexts } from '../texts/en.ts';
import { useReportRun, type ReportRunControl } from './use-report-run.ts';

/** How far a file is; it can be cancelled. */
export function DownloadProgress({ control: { run, cancel } }: { readonly control: ReportRunControl }) {
  const text = useReportTexts();
  if (run === undefined) return null;
  const { done, total } = run.progress;
  const format = text(`download_${run.format}`);
  return (
    <>
      <span role="status" className="tt-muted">
        {total === 0 ? text('downloadWaits', { format }) : text('downloading', { format, done, total })}
      </span>
      <IconButton label={text('cancelDownload')} icon={<IconX size={16} />} onClick={cancel} />
    </>
  );
}

interface Props {
  readonly report: number;
  readonly customer: number;
  /** What the reader has selected. */
  readonly context: DocumentContext;
}

/** Downloads a report with the period and the variables of its reader; while it is rendered, it can be cancelled. */
export function ReportDownload({ report, customer, context }: Props) {
  const text = useReportTexts();
  const language = languageOf(useLanguage());
  const control = useReportRun(customer);
  if (control.run !== undefined) return <DownloadProgress control={control} />;
  const { busy, start } = control;
  const { period, timeZone, selection = {} } = context;
  const variables = Object.fromEntries(Object.entries(selection).map(([id, ids]) => [id, [...ids]]));
  return (
    <Menu
      items={outputFormats.map((format) => ({
        is: 'action',
        label: text(`download_${format}`),
        run: () => start(report, { format, from: period.from, to: period.to, timeZone, language, variables }),
      }))}
      target={
        <Button icon={<IconDownload size={15} />} busy={busy}>
          {text('download')}
        </Button>
      }
    />
  );
}
