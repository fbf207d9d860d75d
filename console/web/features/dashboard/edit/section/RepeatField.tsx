import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { useDashboardTexts } from '../../texts/en.ts';
import { filterName } from '../../view/filter-name.ts';

interface Props {
  readonly dashlet: Pick<Dashlet, 'repeat'>;
  /** Of the document; none: there is nothing to repeat it for. */
  readonly filters: readonly DocumentFilter[];
  readonly onChange: (filter: string | undefined) => void;
}

/** Whether a dashlet stands once for each element that a filter of the document selects. The editor shows it once. */
export function RepeatField({ dashlet: { repeat = '' }, filters, onChange }: Props) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const options = [
    { value: '', label: text('repeatNone') },
    ...filters.map((filter) => ({ value: filter.id, label: filterName(filter, language) })),
  ];
  return (
    <Select
      label={text('repeat')}
      description={text('repeatHint', { max: dashboardLimits.maxRepeated })}
      options={options}
      value={options.some(({ value }) => value === repeat) ? repeat : ''}
      onChange={(filter) => onChange(filter === '' ? undefined : filter)}
    />
  );
}
