import { useState } from 'react';
import type { RowChoice, RowChoices } from './row-order.ts';

/** How the reader orders and filters the rows of dashlets; it lasts as long as the page. */
export function useRowChoices(): readonly [RowChoices, (dashlet: string, part: RowChoice) => void] {
  const [choices, setChoices] = useState<RowChoices>({});
  const choose = (dashlet: string, part: RowChoice): void =>
    setChoices((last) => ({ ...last, [dashlet]: { ...last[dashlet], ...part } }));
  return [choices, choose];
}
