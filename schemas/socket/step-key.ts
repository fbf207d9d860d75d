import type { WindowNotice } from './window-notice.ts';

/** What the notices of a step of time are told apart by. */
export const stepKey = ({
  customer,
  of,
  granularity,
}: Pick<WindowNotice, 'customer' | 'of' | 'granularity'>): string =>
  `${String(customer)}:${of}:${granularity}`;
