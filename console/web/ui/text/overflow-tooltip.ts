import type { PointerEvent } from 'react';

/** A text that its place cuts off is told in full where the pointer rests. Measured then: columns and values change meanwhile. */
export function showFullTextOnHover({ target }: PointerEvent): void {
  const text = target instanceof Element ? target.closest<HTMLElement>('.tt-ellipsis') : null;
  if (text === null || (text.title !== '' && text.dataset['whole'] === undefined)) return;
  text.dataset['whole'] = '';
  text.title = text.scrollWidth > text.clientWidth ? text.textContent : '';
}
