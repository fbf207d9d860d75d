import { IconX } from '@tabler/icons-react';
import { Button } from '../button/Button.tsx';
import type { ActiveFilter } from './panel-state.ts';
import { useUiTexts } from '../texts/en.ts';
import './filter-chips.css';

/** The filters that are on; a click removes one. */
export function FilterChips({ filters }: { readonly filters: readonly ActiveFilter[] }) {
  const text = useUiTexts();
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
