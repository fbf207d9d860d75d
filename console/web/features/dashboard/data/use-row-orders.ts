import { useState } from 'react';
import type { RowOrder, RowOrders } from './row-order.ts';

/** How the reader orders the rows of dashlets; it lasts as long as the page. */
export function useRowOrders(): readonly [RowOrders, (dashlet: string, order: RowOrder | undefined) => void] {
  const [orders, setOrders] = useState<RowOrders>({});
  const choose = (dashlet: string, order: RowOrder | undefined): void =>
    setOrders((last) => {
      const others = Object.entries(last).filter(([id]) => id !== dashlet);
      return Object.fromEntries(order === undefined ? others : [...others, [dashlet, order]]);
    });
  return [orders, choose];
}
