import { groupAttributes } from '#schemas/data/key-attribute.ts';
import { inNameOrder } from '#schemas/order/name-order.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import type { SearchPart } from '#web/lib/search-hook.ts';
import { useLanguage } from '#web/lib/text.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import type { ExploreSearch } from '../explore-search.ts';
import { useExploreTexts } from '../texts/en.ts';
import { isExplorable, keysOffered } from './explored-kpi.ts';

interface Props {
  readonly search: ExploreSearch;
  readonly change: (part: SearchPart<ExploreSearch>) => void;
}

const MOST_KEYS = 4;

/** The KPI that is the measure. What it cannot be grouped by is left out with the next one. */
export function KpiChoice({ search, change }: Props) {
  const text = useExploreTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const { kpi: key = '', keys } = search;
  const named = inNameOrder([...kpis.values()].filter(isExplorable), (each) => each[language]);
  const choose = (next: string): void => {
    const facts = kpis.get(next);
    const known = facts === undefined ? [] : keysOffered(facts);
    change({ kpi: next, keys: keys.filter((each) => known.includes(each)) });
  };
  return (
    <div className="tt-explore-kpi">
      <Select
        label={text('kpi')}
        searchable
        options={named.map((each) => ({
          value: each.key,
          label: `${each[language]} · ${elementKindNames[each.element][language]}`,
        }))}
        value={kpis.has(key) ? key : null}
        onChange={choose}
      />
    </div>
  );
}

/** What the values of the KPI are grouped by. */
export function KpiKeys({ search, change }: Props) {
  const text = useExploreTexts();
  const language = useLanguage();
  const kpi = useKpis().get(search.kpi ?? '');
  const offered = kpi === undefined ? [] : keysOffered(kpi);
  return (
    <MultiSelect
      label={text('dimensions')}
      placeholder={text('dimensionsHint')}
      max={MOST_KEYS}
      options={offered.map((id) => ({ value: id, label: elementKindNames[id][language], keywords: id }))}
      values={search.keys}
      onChange={(next) => change({ keys: groupAttributes.filter((id) => next.includes(id)) })}
    />
  );
}
