import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly className?: string;
  /** `pre` for text with lines of its own. */
  readonly as?: 'div' | 'pre';
  /** `group`: part of a region with a name of its own. */
  readonly role?: 'region' | 'group';
  readonly children: ReactNode;
}

/** What scrolls by itself, and is reached and scrolled by keys (WCAG 2.1.1). */
export function ScrollRegion({ as: Tag = 'div', role = 'region', label, className, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing in it may be reachable
    <Tag className={className} role={role} aria-label={label} tabIndex={0}>
      {children}
    </Tag>
  );
}
