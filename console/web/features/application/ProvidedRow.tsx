import type { ReactNode } from 'react';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  /** The value of the provider, one per line. */
  readonly provided: string;
  /** The input of the value in effect. */
  readonly children: ReactNode;
}

/** An input of an override next to the value of the provider. */
export function ProvidedRow({ provided, children }: Props) {
  const text = useApplicationTexts();
  return (
    <div className="tt-application-provided">
      {children}
      <div className="tt-application-provided-value">
        <span className="tt-application-label tt-muted">{text('providedIs')}</span>
        {provided === '' ? <span className="tt-muted">{text('nothing')}</span> : provided}
      </div>
    </div>
  );
}
