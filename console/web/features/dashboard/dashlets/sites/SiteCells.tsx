import { memo, use, useMemo, useState, type KeyboardEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { siteDashlet } from '#schemas/limit/dashlet.ts';
import { nextByArrow } from '#web/ui/menu/next-by-arrow.ts';
import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import { SeverityIcon } from '#web/ui/severity/SeverityIcon.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { DrillTarget } from '../../drill/drill-links.ts';
import { cellLayout } from './cell-layout.ts';
import type { SiteState } from './site-states.ts';
import './sites.css';

/** Where a site leads: to its page, to what its reader may see of it, or nowhere. */
export type CellLink =
  | { readonly to: 'page'; readonly customer: number }
  | { readonly to: 'choice'; readonly onDrill: (target: DrillTarget) => void }
  | undefined;

export const siteTarget = ({ id, name }: Pick<SiteState, 'id' | 'name'>): DrillTarget => ({
  name,
  key: [{ attribute: 'site', id, name }],
});

interface CellProps {
  readonly site: SiteState;
  readonly value: string;
  readonly isNamed: boolean;
  readonly link: CellLink;
  /** Whether the tab key leads to it: to one of them. */
  readonly isEntry: boolean;
}

const Cell = memo(function Cell({ site, value, isNamed, link, isEntry }: CellProps) {
  const text = useUiTexts();
  const { id, name, status } = site;
  // What is seen comes first, as it is seen (WCAG 2.5.3).
  const label = [name, value, text(status)].filter((part) => part !== '').join(', ');
  const shared = {
    className: 'tt-site-cell',
    'data-status': status,
    'data-named': isNamed,
    title: label,
    'aria-label': label,
  };
  const content = isNamed && (
    <>
      <span className="tt-site-cell-name">
        <SeverityIcon status={status} />
        <span className="tt-ellipsis">{name}</span>
      </span>{' '}
      {value !== '' && <span className="tt-site-cell-value">{value}</span>}
    </>
  );
  const tabIndex = isEntry ? 0 : -1;
  if (link === undefined)
    return (
      <span {...shared} role="img">
        {content}
      </span>
    );
  if (link.to === 'choice')
    return (
      <button type="button" {...shared} tabIndex={tabIndex} onClick={() => link.onDrill(siteTarget(site))}>
        {content}
      </button>
    );
  return (
    <Link
      {...shared}
      tabIndex={tabIndex}
      to="/inventory/$kind/$element"
      params={{ kind: 'site', element: String(id) }}
      search={{ customer: link.customer }}
      preload={false}
    >
      {content}
    </Link>
  );
});

interface Props {
  readonly label: string;
  readonly sites: readonly SiteState[];
  readonly valueOf: (site: SiteState) => string;
  readonly link: CellLink;
  readonly size: { readonly width: number; readonly height: number };
}

/** A cell per site in its order: with its name where there is room for it, and for those that are not good. Arrow keys lead through them. */
export function SiteCells({ label, sites, valueOf, link, size }: Props) {
  const isOnPaper = use(OnPaper) !== undefined;
  const [entry, setEntry] = useState<number>();
  const shownSites = useMemo(() => sites.slice(0, siteDashlet.maxCells), [sites]);
  const { named, side } = cellLayout(shownSites, { ...size, isPressed: link !== undefined && !isOnPaper });
  const { box, shown, more, isWaiting } = usePaperList<SiteState>(shownSites);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('.tt-site-cell')];
    const next = nextByArrow(cells, event);
    if (next === undefined) return;
    event.preventDefault();
    setEntry(cells.indexOf(next));
    next.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cells take the keys, which bubble to here
    <ul
      ref={box}
      aria-label={label}
      className="tt-site-cells"
      data-waiting={isWaiting}
      style={{ '--cell': `${String(side)}px` } as React.CSSProperties}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable where nothing in it is, as on a wall (WCAG 2.1.1)
      tabIndex={link === undefined && !isOnPaper ? 0 : undefined}
      onKeyDown={onKeyDown}
    >
      {shown.map((site, index) => (
        <li key={site.id} data-named={index < named}>
          <Cell
            site={site}
            value={valueOf(site)}
            isNamed={index < named}
            link={isOnPaper ? undefined : link}
            isEntry={index === (entry ?? 0)}
          />
        </li>
      ))}
      {more}
    </ul>
  );
}
