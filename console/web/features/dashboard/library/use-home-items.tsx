import { useQuery } from '@tanstack/react-query';
import { IconHome, IconHomeOff, IconUsers } from '@tabler/icons-react';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { assignCustomerHome, chooseHome, readCurrentHome } from '#schemas/dashboard/home-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useSession } from '#web/kernel/session/session.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useHomeAssignmentTexts } from '../assignment/texts/en.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../texts/en.ts';

interface Choice {
  readonly home: number | null;
  readonly isForAll: boolean;
}

/** Stores a choice of a home page and reports it. */
function useChoice(customerId: number | undefined) {
  const text = useDashboardTexts();
  const { run } = useAction([readCurrentHome]);
  const customer = useSession().customers.find(({ id }) => id === customerId)?.name ?? '';
  return ({ home, isForAll }: Choice): void => {
    const args = { params: { customerId: customerId ?? 0 }, body: { home } };
    run(() => call(isForAll ? assignCustomerHome : chooseHome, args), {
      done: text('homeSaved', { customer }),
    });
  };
}

/** The home page of the user for the customer of the library, and what was chosen; undefined: a library without one, or not known yet. */
function useHomeChoice() {
  const { api } = useDocumentPlace();
  const { customerId } = api;
  const { data } = useQuery({
    ...routeQuery(readCurrentHome, { params: { customerId: customerId ?? 0 } }),
    enabled: api.kind === 'home' && customerId !== undefined,
  });
  return data;
}

/** Says of the document that is the home page of the user who has chosen it. */
export function useHomeMark(): (document: DocumentSummary) => string | undefined {
  const text = useHomeAssignmentTexts();
  const home = useHomeChoice()?.home;
  return ({ id }) => (home?.id === id ? text(`homeBy_${home.by}`) : undefined);
}

/** Choosing a home page as the own one, or as that of the users of the customer. */
export function useHomeItems(): (document: DocumentSummary) => readonly MenuItem[] {
  const { api } = useDocumentPlace();
  const text = useDashboardTexts();
  const { customerId } = api;
  const choose = useChoice(customerId);
  const isHome = api.kind === 'home' && customerId !== undefined;
  const assignReason = useDisabledReason(assignCustomerHome);
  const data = useHomeChoice();
  return ({ id }) => {
    if (!isHome || data === undefined) return [];
    const [isOwn, isOfAll] = [data.own === id, data.ofCustomer === id];
    return [
      {
        is: 'action',
        label: text(isOwn ? 'homeNotMine' : 'homeMine'),
        icon: isOwn ? <IconHomeOff size={15} /> : <IconHome size={15} />,
        run: () => choose({ home: isOwn ? null : id, isForAll: false }),
      },
      {
        is: 'action',
        label: text(isOfAll ? 'homeNotForAll' : 'homeForAll'),
        icon: <IconUsers size={15} />,
        disabledReason: assignReason,
        run: () => choose({ home: isOfAll ? null : id, isForAll: true }),
      },
    ];
  };
}
