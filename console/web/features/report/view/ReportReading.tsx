import { useRef } from 'react';
import { warningText } from '#schemas/problem/warning.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import type { Resolution, ResolvedPage } from '#schemas/report/resolve.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { useBoxSize } from '../../dashboard/view/use-box-size.ts';
import { useShownCustomer } from '../../dashboard/view/use-shown-customer.ts';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import { useReportTexts } from '../texts/en.ts';
import { ReportPages } from './ReportPages.tsx';

interface Props {
  readonly name: string;
  readonly document: ReportDocument;
  readonly chosen: ChosenContext;
  /** Undefined: the pages are being resolved. */
  readonly pages: readonly ResolvedPage[] | undefined;
  readonly resolution: Resolution | undefined;
  readonly maxPages: number;
}

const MARGIN_PX = 48;

/** Pages are as wide as there is room, and never larger than on paper. */
function useZoom(width: number | undefined, pages: readonly ResolvedPage[]): number {
  const widest = Math.max(1, ...pages.map(({ page }) => page.width));
  if (width === undefined) return 1;
  return Math.min(1.25, Math.max(0.2, (width - MARGIN_PX) / widest));
}

/** In place of pages: they are being resolved, there are none, or no customer's data can be shown. */
function NoPages({ pages }: Pick<Props, 'pages'>) {
  const text = useReportTexts();
  const customerId = useShownCustomer();
  if (customerId === undefined) return <p className="tt-muted tt-report-resolving">{text('noCustomer')}</p>;
  if (pages === undefined)
    return (
      <p className="tt-muted tt-report-resolving" role="status">
        {text('resolving')}
      </p>
    );
  return pages.length === 0 ? <p className="tt-muted tt-report-resolving">{text('noPages')}</p> : null;
}

/** A report as its readers see it. */
export function ReportReading({ name, document, chosen, pages, resolution, maxPages }: Props) {
  const text = useReportTexts();
  const language = useLanguage();
  const customerId = useShownCustomer();
  const box = useRef<HTMLDivElement>(null);
  const zoom = useZoom(useBoxSize(box)?.width, pages ?? []);
  return (
    <>
      {resolution?.truncated === true && (
        <Banner tone="warning">{warningText('REPORT_PAGES_TRUNCATED', language, { max: maxPages })}</Banner>
      )}
      <ScrollRegion className="tt-report-reading" label={text('pagesOf', { name })}>
        <div ref={box}>
          <NoPages pages={pages} />
          {pages !== undefined && customerId !== undefined && (
            <div style={{ zoom }}>
              <ReportPages
                name={name}
                document={document}
                pages={pages}
                customerId={customerId}
                at={chosen.at}
              />
            </div>
          )}
        </div>
      </ScrollRegion>
    </>
  );
}
