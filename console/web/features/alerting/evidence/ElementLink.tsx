import { Link } from '@tanstack/react-router';
import type { ElementKind } from '#schemas/element/kind.ts';
import { isInventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useAlertSearch } from '../alert-search.ts';

interface Props {
  readonly kind: ElementKind;
  readonly id: number;
  readonly name: string;
}

/** The name of an element, which leads to its page in the inventory for those who may read it. */
export function ElementLink({ kind, id, name }: Props) {
  const { customer } = useAlertSearch().search;
  const { modules } = useSession();
  const mayRead = usePermission('NETWORK.read') && modules.includes('inventory');
  if (!mayRead || !isInventoryKind(kind)) return name;
  return (
    <Link
      className="tt-evidence-element"
      to="/inventory/$kind/$element"
      params={{ kind, element: String(id) }}
      search={{ customer }}
    >
      {name}
    </Link>
  );
}
