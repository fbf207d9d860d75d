import { useState } from 'react';
import { IconDownload } from '@tabler/icons-react';
import {
  listAlarmOccurrences,
  MAX_OCCURRENCES,
  type AlarmOccurrence,
} from '#schemas/alerting/occurrences.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import type { TableFormat } from '#web/lib/export/exported-table.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { useCsvItems } from '#web/ui/download/use-csv-items.ts';
import { useTableDownload } from '#web/ui/download/use-table-download.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Menu } from '#web/ui/menu/Menu.tsx';
import { useAlertSearch } from '../alert-search.ts';
import { occurrenceTable } from './occurrence-table.ts';
import { listRequestOf, occurrenceOrderOf, type OccurrenceSelection } from './use-occurrences.ts';
import { useOccurrenceTexts } from './texts/en.ts';

/** Alarms of one file. */
const MAX_EXPORTED = 20_000;

/** Every row in the order of the list, up to `MAX_EXPORTED`, and how many there are. */
async function readAll(filter: OccurrenceSelection, order: string | undefined) {
  const { params, query } = listRequestOf(filter);
  const rows: AlarmOccurrence[] = [];
  for (;;) {
    const { occurrences, total } = await call(listAlarmOccurrences, {
      params,
      query: {
        ...query,
        order: occurrenceOrderOf(order),
        offset: rows.length,
        limit: MAX_OCCURRENCES,
      },
    });
    rows.push(...occurrences);
    if (occurrences.length === 0 || rows.length >= Math.min(total, MAX_EXPORTED)) return { rows, total };
  }
}

/** Downloads the alarms of the period. */
export function ExportOccurrences({ filter }: { readonly filter: OccurrenceSelection }) {
  const text = useOccurrenceTexts();
  const language = useLanguage();
  const { order } = useAlertSearch().search;
  const [busy, setBusy] = useState(false);
  const downloadTable = useTableDownload();
  const csvItems = useCsvItems();
  const download = async (format: TableFormat) => {
    setBusy(true);
    try {
      const { rows, total } = await readAll(filter, order);
      const timeZone = ownZone();
      const table = occurrenceTable(rows, { end: filter.to, timeZone });
      const named = { name: 'alert-events', title: text('exported'), timeZone, language: 'en' } as const;
      const isWritten = await downloadTable({ ...named, table }, format);
      const [shown, all] = [formatNumber(rows.length, language), formatNumber(total, language)];
      if (isWritten && rows.length < total) showToast({ text: text('csvCut', { shown, all }) });
    } catch (error) {
      showToast({ text: sentenceOf(error, language), tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const items = (['csv', 'xlsx'] as const).map((format) => ({
    is: 'action' as const,
    label: text(`as-${format}`),
    run: () => void download(format),
  }));
  return (
    <Menu
      items={[...items, ...csvItems]}
      target={
        <Button icon={<IconDownload size={15} />} busy={busy}>
          {text('export')}
        </Button>
      }
    />
  );
}
