import { useEffect, useEffectEvent } from 'react';
import { elementPage } from '#schemas/dashboard/element/element-document.ts';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { choiceIn, contextAt } from '../../dashboard/data/chosen-context.ts';
import { loadDashletViews } from '../../dashboard/dashlets/dashlet-views.ts';
import { prefetchData } from '../../dashboard/opening/prefetched-data.ts';
import { useElementPlace } from './use-element-place.ts';

interface OpenedElement {
  readonly customer: number;
  readonly kind: InventoryKind;
  readonly id: number;
  /** Its page can be drawn: it requests its values itself. */
  readonly isRead: boolean;
}

/**
 * Requests the values of the page of an element, and loads what draws them, while the element itself is read: kind and id say which they are. Those
 * of an application depend on its number.
 */
export function useEarlyValues({ customer, kind, id, isRead }: OpenedElement): void {
  const { search } = useElementPlace(customer);
  const kpis = useKpis();
  const language = useLanguage();
  const mayRead = usePermission('DASHBOARD.read');
  const zone = useSession().customers.find((one) => one.id === customer)?.timeZone;
  const request = useEffectEvent((): void => {
    if (isRead || !mayRead || kind === 'application') return;
    const choice = choiceIn(emptyDocument, search, zone);
    const { document } = elementPage({ kind, id }, { language, kpis, period: choice.period });
    loadDashletViews(document.dashlets);
    const requests = requestsOf(document, contextAt(choice, Math.floor(now() / 1_000)));
    prefetchData(
      { customerId: customer, document: undefined },
      requests.flatMap((one) => ('request' in one ? one.request : [])),
    );
  });
  useEffect(() => request(), []);
}
