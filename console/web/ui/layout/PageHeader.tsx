import type { ReactNode } from 'react';
import { usePageTitle } from '#web/lib/document-title.ts';
import './page.css';

interface Props {
  readonly title: string;
  /** Figures or badges next to the title. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
}

/** Heading of a page, which is its title in the window as well. */
export function PageHeader({ title, aside, actions }: Props) {
  usePageTitle(title);
  return (
    <header className="tt-page-header">
      <h1 title={title} dir="auto">
        {title}
      </h1>
      {aside}
      {actions !== undefined && <div className="tt-page-actions">{actions}</div>}
    </header>
  );
}
