import type { ReactNode } from 'react';
import './page.css';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
  /** Content at the end. */
  readonly end?: ReactNode;
}

export function Toolbar({ label, children, end }: Props) {
  return (
    <div className="tt-toolbar" role="group" aria-label={label}>
      {children}
      {end !== undefined && end !== false && <div className="tt-toolbar-end">{end}</div>}
    </div>
  );
}
