import type { PointerEvent } from 'react';

/** Sets the full text as tooltip when it is cut off. Measured on hover, since columns and values change. */
export function showFullTextOnHover({ target }: PointerEvent): void {
  const text = target instanceof Element ? target.closest<HTMLElement>('.tt-ellipsis') : null;
  if (text === null || (text.title !== '' && text.dataset['whole'] === undefined)) return;
  text.dataset['whole'] = '';
  text.title = text.scrollWidth > text.clientWidth ? text.textContent : '';
}
