import { Link } from '@tanstack/react-router';
import type { DimensionId } from '#schemas/explore/fields.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useExploreLinkTexts } from './texts/en.ts';

interface Props {
  readonly customer: number;
  /** In the language of docs/62-explore.md; ids as `#12`. */
  readonly filter: string;
  /** Seconds since 1970; undefined: the last 24 hours. */
  readonly period?: { readonly from: number; readonly to: number } | undefined;
  readonly by: readonly DimensionId[];
}

/** Whether the user may open the explorer. */
export function useExplorer(): boolean {
  const { modules } = useSession();
  return usePermission('FLOWMAP.read') && modules.includes('explore');
}

/** Opens the explorer with a filter; nothing for users without it. */
export function ExploreLink({ customer, filter, period, by }: Props) {
  const text = useExploreLinkTexts();
  if (!useExplorer()) return null;
  return (
    <Link to="/explore" search={{ customer, ...(filter === '' ? {} : { filter }), ...period, by: [...by] }}>
      {text('open')}
    </Link>
  );
}
