import type { ReactNode } from 'react';
import './page.css';

interface Props {
  readonly title: string;
  /** Figures or badges beside the title. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, aside, actions }: Props) {
  return (
    <header className="tt-page-header">
      <h1>{title}</h1>
      {aside}
      {actions !== undefined && <div className="tt-page-actions">{actions}</div>}
    </header>
  );
}
