import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import type { ResolvedPage } from '#schemas/report/resolve.ts';
import { reportLimits } from '#schemas/limit/console.ts';
import type { PaperStack } from '../print/use-paper-tables.ts';
import { LinkedElements } from '#web/kernel/element/linked-elements.ts';
import { ReportSheet, type SheetState } from './ReportSheet.tsx';

interface ReportPagesProps {
  readonly name: string;
  readonly document: ReportDocument;
  readonly pages: readonly ResolvedPage[];
  readonly customerId: number;
  readonly at: (time: number) => DocumentContext;
  /** Loads everything at once, as for a print. */
  readonly loadsAll?: boolean;
  /** Calls with the number of sheets: each page says report, period, zone and its number, and tables continue over further sheets. */
  readonly onSheets?: ((count: number) => void) | undefined;
  /** In words, on the last sheet of what is printed: the report has more pages. */
  readonly cut?: string | undefined;
  /** Called once all pages have their values. */
  readonly onReady?: (failed: number) => void;
}

const noSheets: ReadonlyMap<string, number> = new Map();

/** Pages with the numbers of their first sheets, and the number of all sheets. */
function numberedPages(
  pages: readonly ResolvedPage[],
  further: ReadonlyMap<string, number>,
): { readonly numbered: readonly ResolvedPage[]; readonly count: number } {
  let before = 0;
  const numbered = pages.map((page) => {
    const own = before === 0 ? page : { ...page, number: page.number + before };
    before += further.get(page.key) ?? 0;
    return own;
  });
  return { numbered, count: pages.length + before };
}

/** The sheets of pages on paper, where those behind others have higher numbers. */
function useSheets({ pages, onSheets }: Pick<ReportPagesProps, 'pages' | 'onSheets'>) {
  const [further, setFurther] = useState(noSheets);
  const taken = useRef(new Set<string>());
  const [isOnPaper] = useState(onSheets !== undefined);
  const paper = useMemo<PaperStack | undefined>(
    () =>
      isOnPaper
        ? {
            take(sheet) {
              const { current } = taken;
              if (current.size < reportLimits.maxTableSheets) current.add(sheet);
              return current.has(sheet);
            },
            onSheets: (page, sheets) =>
              setFurther((last) =>
                (last.get(page) ?? 0) === sheets ? last : new Map(last).set(page, sheets),
              ),
          }
        : undefined,
    [isOnPaper],
  );
  const { numbered, count } = useMemo(() => numberedPages(pages, further), [pages, further]);
  useEffect(() => onSheets?.(count), [onSheets, count]);
  return { paper, numbered, count };
}

/** All resolved pages of a report, one after another, without anything around them. */
export function ReportPages({ pages, onReady, onSheets, cut, ...own }: ReportPagesProps) {
  const { paper, numbered, count } = useSheets({ pages, onSheets });
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
    <LinkedElements value={own.customerId}>
      <div className="tt-report-pages">
        {numbered.map((resolved, index) => (
          <ReportSheet
            key={resolved.key}
            {...own}
            resolved={resolved}
            pageCount={count}
            paper={paper}
            cut={index === numbered.length - 1 ? cut : undefined}
            onState={onReady === undefined ? undefined : onState}
          />
        ))}
      </div>
    </LinkedElements>
  );
}
