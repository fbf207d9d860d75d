import { memo } from 'react';
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { fillOf } from '#schemas/brand/paint.ts';
import { reportLimits } from '#schemas/limit/console.ts';
import type { ReportPage } from '#schemas/report/document.ts';
import { isOutside } from '#schemas/report/rules.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useBrandStyle } from '../brand/use-brand.ts';
import { withNewPage, withoutPage, withPageCopy, withPageMoved } from '../machine/page-changes.ts';
import { useReportTexts } from '../texts/en.ts';
import type { ReportControl } from './report-control.ts';

const THUMB_PX = 132;

/** Where the items of a page are, without what they show. A page that has not changed is not drawn again. */
const Thumbnail = memo(function Thumbnail({ page }: { readonly page: ReportPage }) {
  const { width, height, background } = page;
  const brand = useBrandStyle();
  return (
    <svg
      className="tt-report-thumb"
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      width={THUMB_PX}
      height={(THUMB_PX * height) / width}
      style={{ ...brand, background: fillOf(background) }}
      aria-hidden
    >
      {page.items.map(({ id, kind, frame }) => (
        <rect
          key={id}
          {...frame}
          data-kind={kind}
          data-outside={isOutside(frame, page) || undefined}
          rx={6}
        />
      ))}
    </svg>
  );
});

/** The pages of the report, in their order. */
export function PageStrip({ control }: { readonly control: ReportControl }) {
  const text = useReportTexts();
  const { document, page, changePages, openPage, newId } = control;
  const at = document.pages.findIndex(({ id }) => id === page.id);
  const isFull = document.pages.length >= reportLimits.maxPages;
  const full = isFull ? text('fullPages', { max: reportLimits.maxPages }) : undefined;
  return (
    <nav className="tt-report-strip" aria-label={text('pages')}>
      <div className="tt-report-strip-tools">
        <IconButton
          small
          label={text('addPage')}
          icon={<IconPlus size={14} />}
          disabledReason={full}
          onClick={() => changePages(withNewPage(document, page.id, newId))}
        />
        <IconButton
          small
          label={text('copyPage')}
          icon={<IconCopy size={14} />}
          disabledReason={full}
          onClick={() => changePages(withPageCopy(document, page.id, newId))}
        />
        <IconButton
          small
          label={text('pageUp')}
          icon={<IconArrowUp size={14} />}
          disabledReason={at === 0 ? text('isFirstPage') : undefined}
          onClick={() => changePages(withPageMoved(document, page.id, -1))}
        />
        <IconButton
          small
          label={text('pageDown')}
          icon={<IconArrowDown size={14} />}
          disabledReason={at === document.pages.length - 1 ? text('isLastPage') : undefined}
          onClick={() => changePages(withPageMoved(document, page.id, 1))}
        />
        <IconButton
          small
          label={text('deletePage')}
          icon={<IconTrash size={14} />}
          onClick={() => changePages(withoutPage(document, page.id, newId))}
        />
      </div>
      <ol>
        {document.pages.map((each, index) => (
          <li key={each.id}>
            <button
              type="button"
              aria-current={each.id === page.id ? 'page' : undefined}
              onClick={() => openPage(each.id)}
            >
              <Thumbnail page={each} />
              <span className="tt-ellipsis">
                {each.title === ''
                  ? text('pageNumber', { number: index + 1 })
                  : `${String(index + 1)}. ${each.title}`}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
