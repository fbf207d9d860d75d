import { IconX } from '@tabler/icons-react';
import { Button } from '#web/ui/button/Button.tsx';
import type { ActiveFilter } from '#web/ui/panel/panel-state.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';

/** The filters that are on; a click removes one. */
export function FilterChips({ filters }: { readonly filters: readonly ActiveFilter[] }) {
  const text = useAlertingTexts();
  if (filters.length === 0) return null;
  return (
    <div className="tt-filter-chips" role="group" aria-label={text('activeFilters')}>
      {filters.map(({ label, clear }) => (
        <Button key={label} pressed icon={<IconX size={14} />} onClick={clear}>
          <span className="tt-hidden">{text('removeFilter')} </span>
          {label}
        </Button>
      ))}
    </div>
  );
}
