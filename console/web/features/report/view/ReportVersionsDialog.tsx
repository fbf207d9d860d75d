import type { ReportEntry } from '#schemas/report/entry.ts';
import { DocumentVersionsDialog } from '../../dashboard/view/DocumentVersionsDialog.tsx';
import { useReportPlace } from '../report-place.ts';
import { useReportCache } from '../report-queries.ts';
import { ReportDifferenceList } from './ReportDifferenceList.tsx';

interface Props {
  readonly entry: ReportEntry;
  readonly onRestored: (restored: ReportEntry) => void;
}

/** The versions of a report, newest first, with what changed since the selected one. */
export function ReportVersionsDialog({ entry, onRestored }: Props) {
  const { api } = useReportPlace();
  const cache = useReportCache(api);
  return (
    <DocumentVersionsDialog
      entry={entry}
      differences={ReportDifferenceList}
      onRestored={(restored) => {
        const report = restored as unknown as ReportEntry;
        cache(report);
        onRestored(report);
      }}
    />
  );
}
