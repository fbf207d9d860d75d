import { Suspense, useCallback, useState } from 'react';
import {
  IconAdjustmentsHorizontal,
  IconFilter,
  IconHistory,
  IconList,
  IconMapPin,
  IconX,
} from '@tabler/icons-react';
import type { FilterSearch } from '#schemas/alerting/saved-filter-list.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import { now } from '#web/lib/clock.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { SeverityIcon } from '#web/ui/severity/SeverityIcon.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { chooseDensity, densities, useDensity } from '#web/ui/table/use-density.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { LivePosition } from '#schemas/socket/live.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { historyStart } from '../history/history-start.ts';
import { useMapShown } from '../map/use-map-shown.ts';
import { live, useAlertSearch, type AlertSearch } from '../alert-search.ts';
import type { HandlingFilter } from '../handling/handling.ts';
import { filterInSearch, searchOfFilter } from '../saved-filters/filter-search.ts';
import { SavedFilters } from '../saved-filters/SavedFilters.tsx';
import { useAlertingTexts } from '../texts/en.ts';
import { useAlertFiles } from './use-alert-files.ts';
import '#web/ui/button/segment.css';

const FoldedFilters = lazyPart(() => import('./FoldedFilters.tsx'), 'FoldedFilters');

interface Props {
  /** Undefined until loaded. */
  readonly counts: Readonly<Record<Severity, number>> | undefined;
  /** Counts of acknowledged and silenced alarms; undefined until loaded. */
  readonly handled: Readonly<Record<keyof HandlingFilter, number>> | undefined;
  /** The rows of the table. */
  readonly rows: readonly AlarmRow[];
  /** The newest complete one. */
  readonly window: LivePosition['window'];
}

/** Chooses severities, with the number of alarms of each. */
export function SeverityFilter({
  counts,
  chosen,
  onToggle,
}: {
  readonly counts: Props['counts'];
  readonly chosen: readonly Severity[];
  readonly onToggle: (severity: Severity) => void;
}) {
  const text = useAlertingTexts();
  const name = useUiTexts();
  const language = useLanguage();
  return (
    <div className="tt-segment" role="group" aria-label={text('severityFilter')}>
      {Severity.options.map((severity) => (
        <button
          key={severity}
          type="button"
          aria-pressed={chosen.includes(severity)}
          onClick={() => onToggle(severity)}
        >
          <SeverityIcon status={severity} size={13} />
          {name(severity)}
          <span className="tt-muted">
            {counts === undefined ? '–' : formatNumber(counts[severity], language)}
          </span>
        </button>
      ))}
    </div>
  );
}

function ViewMenu({ rows }: Pick<Props, 'rows'>) {
  const ui = useUiTexts();
  const density = useDensity();
  const files = useAlertFiles(rows);
  const items: readonly MenuItem[] = [
    { is: 'heading', label: ui('density') },
    ...densities.map((each): MenuItem => ({
      is: 'action',
      label: ui(each),
      chosen: each === density,
      run: () => chooseDensity(each),
    })),
    { is: 'line', id: 'file' },
    ...files,
  ];
  return (
    <Menu
      keepOpen
      items={items}
      target={<IconButton label={ui('view')} icon={<IconAdjustmentsHorizontal size={16} />} />}
    />
  );
}

/** A telephone folds the search away too. */
const PHONE_PX = 640;

/** How many of the filters that are folded away are set. */
const countFolded = ({ q, acknowledged, silenced, group, assigned }: AlertSearch, isPhone: boolean): number =>
  [isPhone && q, !acknowledged, !silenced, group, assigned].filter(Boolean).length;

/** Past or live, map or none, and how rows are shown. */
function ViewTools({ rows, window }: Pick<Props, 'rows' | 'window'>) {
  const text = useAlertingTexts();
  const { search, change } = useAlertSearch();
  const map = useMapShown();
  const isPast = search.at !== undefined;
  return (
    <>
      <div className="tt-segment" role="group" aria-label={text('views')}>
        <button
          type="button"
          aria-pressed={!map.shown && !isPast}
          onClick={() => {
            if (map.shown) map.show(false);
            if (isPast) change(live);
          }}
        >
          <IconList size={15} />
          <span>{text('showList')}</span>
        </button>
        <button type="button" aria-pressed={map.shown} onClick={() => map.show(!map.shown)}>
          <IconMapPin size={15} />
          <span>{text('showMap')}</span>
        </button>
        <button
          type="button"
          aria-pressed={isPast}
          onClick={() => change(isPast ? live : { ...live, at: historyStart(window, now()) })}
        >
          <IconHistory size={15} />
          <span>{text('history')}</span>
        </button>
      </div>
      <ViewMenu rows={rows} />
    </>
  );
}

/** One line: search and severities on the left, views on the right; a button opens the other filters. All of it is in the address. */
export function AlertToolbar({ counts, handled, rows, window }: Props) {
  const text = useAlertingTexts();
  const { search, change, toggleSeverity } = useAlertSearch();
  const [unfolded, setUnfolded] = useState(false);
  const set = countFolded(search, !useWide(PHONE_PX));
  const isPast = search.at !== undefined;
  const apply = useCallback((filter: FilterSearch) => change(searchOfFilter(filter), true), [change]);
  return (
    <Toolbar label={text('toolbar')} end={<ViewTools rows={rows} window={window} />}>
      <SearchField label={text('search')} value={search.q} onChange={(q) => change({ q }, true)} />
      <SeverityFilter counts={counts} chosen={search.severity} onToggle={toggleSeverity} />
      <button
        type="button"
        className="tt-button tt-unfold"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <IconFilter size={15} />
        {text('filters')} {set > 0 && <span className="tt-muted">{set}</span>}
      </button>
      {unfolded && (
        <Suspense fallback={null}>
          <FoldedFilters handled={handled} />
        </Suspense>
      )}
      {search.customer !== undefined && (
        <SavedFilters
          key={search.customer}
          customerId={search.customer}
          filter={filterInSearch(search)}
          isPast={isPast}
          onApply={apply}
        />
      )}
      {search.site.length > 0 && (
        <Button pressed icon={<IconX size={14} />} onClick={() => change({ site: [] })}>
          {text('onlySites', { count: search.site.length })}
        </Button>
      )}
      {search.alarm.length > 0 && (
        <Button pressed icon={<IconX size={14} />} onClick={() => change({ alarm: [] })}>
          {text('onlyAlarms', { count: search.alarm.length })}
        </Button>
      )}
    </Toolbar>
  );
}
