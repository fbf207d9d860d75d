import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import type { FilterSearch } from '#schemas/alerting/saved-filter-list.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { sameFilter } from './filter-search.ts';
import type { SavedFiltersProps } from './SavedFiltersDialog.tsx';
import { useAlertingTexts } from '../texts/en.ts';
import { savedFiltersQuery } from './saved-filters-query.ts';

interface Props extends SavedFiltersProps {
  /** The page was opened without a filter, and shows the present: the user starts with their default. */
  readonly startsEmpty: boolean;
}

const none: FilterSearch = {};

/** The saved filter that the page shows, with a click to remove it. Applies the default of the user once, when the page is opened. */
export function AppliedFilter({ customerId, filter, startsEmpty, onApply }: Props) {
  const text = useAlertingTexts();
  const { data } = useQuery(savedFiltersQuery(customerId));
  const isStarted = useRef(!startsEmpty);
  useEffect(() => {
    if (data === undefined || isStarted.current) return;
    isStarted.current = true;
    const start = data.find(({ isDefault }) => isDefault);
    // A user who filters before the reply has chosen.
    if (start !== undefined && sameFilter(filter, none)) onApply(start.search);
  }, [data, filter, onApply]);
  const applied = data?.find(({ search }) => sameFilter(search, filter));
  if (applied === undefined || sameFilter(filter, none)) return null;
  return (
    <Button pressed icon={<IconX size={14} />} onClick={() => onApply(none)}>
      <span className="tt-hidden">{text('removeFilter')} </span>
      <span className="tt-ellipsis">{text('appliedFilter', { name: applied.name })}</span>
    </Button>
  );
}
