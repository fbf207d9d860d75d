import { IconCompass } from '@tabler/icons-react';
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
  /** Looks like the buttons next to it. */
  readonly button?: boolean;
  /** What the flows are of, where several links are alike. */
  readonly of?: string;
}

/** Whether the user may open the explorer. */
export function useExplorer(): boolean {
  const { modules } = useSession();
  return usePermission('FLOWMAP.read') && modules.includes('explore');
}

/** Opens the explorer with a filter; nothing for users without it. */
export function ExploreLink({ customer, filter, period, by, button = false, of }: Props) {
  const text = useExploreLinkTexts();
  if (!useExplorer()) return null;
  const search = { customer, ...(filter === '' ? {} : { filter }), ...period, by: [...by] };
  if (of !== undefined)
    return (
      <Link to="/explore" search={search} aria-label={text('openOf', { name: of })}>
        <IconCompass size={15} />
      </Link>
    );
  return (
    <Link className={button ? 'tt-button' : undefined} to="/explore" search={search}>
      {button && <IconCompass size={15} />}
      {button ? <span className="tt-wide-word">{text('open')}</span> : text('open')}
    </Link>
  );
}
