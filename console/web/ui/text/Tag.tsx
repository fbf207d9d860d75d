import type { ReactNode } from 'react';
import './tag.css';

export type TagTone = 'plain' | 'accent' | 'good' | 'bad' | 'warning';

/** A label about the item next to it. */
export function Tag({ tone = 'plain', children }: { readonly tone?: TagTone; readonly children: ReactNode }) {
  return (
    <span className="tt-tag" data-tone={tone}>
      {children}
    </span>
  );
}
