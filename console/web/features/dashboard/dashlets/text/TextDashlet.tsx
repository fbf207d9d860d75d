import type { ComponentProps } from 'react';
import { Markdown } from 'markdown-to-jsx/react';
import type { DashletProps } from '../../dashlet-props.ts';
import './text.css';

/** Pages of others open next to the dashboard and do not learn its address. */
function Link({ href = '', children }: ComponentProps<'a'>) {
  const isOwn = href.startsWith('/') && !href.startsWith('//');
  return isOwn ? (
    <a href={href}>{children}</a>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** An image would be fetched from a server of others: its text stands for it. */
const ImageText = ({ alt }: ComponentProps<'img'>) => <>{alt}</>;

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: { a: { component: Link }, img: { component: ImageText }, input: { props: { disabled: true } } },
} as const;

/** A text in Markdown. */
export function TextDashlet({ settings, title }: DashletProps<'text'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
    <div className="tt-text-dashlet" role="group" aria-label={title} tabIndex={0}>
      <Markdown options={options}>{settings.markdown}</Markdown>
    </div>
  );
}
