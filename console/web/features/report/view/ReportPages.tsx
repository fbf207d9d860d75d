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
  /** Asks for everything at once, as for a print. */
  readonly isWanted?: boolean;
  /** Each page says report, period, zone and its number. */
  readonly hasFoot?: boolean;
  /** Called once all pages have their values. */
  readonly onReady?: (failed: number) => void;
}

/** All resolved pages of a report, one after another, without anything around them. */
export function ReportPages({ pages, onReady, ...rest }: ReportPagesProps) {
  const states = useRef(new Map<string, SheetState>());
  const [isTold, setIsTold] = useState(false);
  const onState = useCallback(
    (key: string, state: SheetState) => {
      states.current.set(key, state);
      const all = pages.map((page) => states.current.get(page.key));
      if (isTold || !all.every((each) => each?.isReady === true)) return;
      setIsTold(true);
      onReady?.(all.reduce((sum, each) => sum + (each?.failed ?? 0), 0));
    },
    [pages, onReady, isTold],
  );
  return (
    <div className="tt-report-pages">
      {pages.map((resolved) => (
        <ReportSheet
          key={resolved.key}
          {...rest}
          resolved={resolved}
          pageCount={pages.length}
          onState={onReady === undefined ? undefined : onState}
        />
      ))}
    </div>
  );
}
