import { useCallback, useRef, useState } from 'react';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import type { ResolvedPage } from '#schemas/report/resolve.ts';
import { ReportSheet, type SheetState } from './ReportSheet.tsx';

interface ReportPagesProps {
  readonly name: string;
  readonly document: ReportDocument;
  readonly pages: readonly ResolvedPage[];
  readonly customerId: number;
  readonly at: (time: number) => DocumentContext;
  /** Loads everything at once, as for a print. */
  readonly loadsAll?: boolean;
  /** Each page says report, period, zone and its number. */
  readonly hasFoot?: boolean;
  /** Called once all pages have their values. */
  readonly onReady?: (failed: number) => void;
}

/** All resolved pages of a report, one after another, without anything around them. */
export function ReportPages({ pages, onReady, ...own }: ReportPagesProps) {
  const states = useRef(new Map<string, SheetState>());
  const [isReported, setIsReported] = useState(false);
  const onState = useCallback(
    (key: string, state: SheetState) => {
      states.current.set(key, state);
      const all = pages.map((page) => states.current.get(page.key));
      if (isReported || !all.every((each) => each?.isReady === true)) return;
      setIsReported(true);
      onReady?.(all.reduce((sum, each) => sum + (each?.failed ?? 0), 0));
    },
    [pages, onReady, isReported],
  );
  return (
    <div className="tt-report-pages">
      {pages.map((resolved) => (
        <ReportSheet
          key={resolved.key}
          {...own}
          resolved={resolved}
          pageCount={pages.length}
          onState={onReady === undefined ? undefined : onState}
        />
      ))}
    </div>
  );
}
