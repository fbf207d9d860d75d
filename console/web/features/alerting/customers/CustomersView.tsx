import { Suspense, useMemo, useState } from 'react';
import { IconAdjustmentsHorizontal, IconHistory, IconRefresh } from '@tabler/icons-react';
import { totalCounts } from '#schemas/alerting/counts.ts';
import type { CustomerAlerts } from '#schemas/alerting/routes.ts';
import type { FilterSearch } from '#schemas/alerting/saved-filter-list.ts';
import { StaleBanner } from '#web/kernel/alert/StaleBanner.tsx';
import { now } from '#web/lib/clock.ts';
import { ShownTime } from '#web/lib/shown-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Figure } from '#web/ui/layout/Figure.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { loadSentence } from '../alert-loads.ts';
import { SavedFilters } from '../saved-filters/SavedFilters.tsx';
import { CustomerTable } from './CustomerTable.tsx';
import { FilterChips } from '#web/ui/panel/FilterChips.tsx';
import { useAlertingTexts } from '../texts/en.ts';
import { filterAcross, partsOfFilter } from './filter-across.ts';
import { useCustomerAlertSearch } from './customer-alert-search.ts';
import { customerRows } from './customer-rows.ts';
import { historyStart } from '../history/history-start.ts';
import type { CustomerAlertsShown } from './use-customer-alerts.ts';
import { useCustomerFilters } from './use-customer-filters.ts';
import './customer-alert.css';

const PastBar = lazyPart(() => import('../history/PastBar.tsx'), 'PastBar');
const DisplayOptions = lazyPart(() => import('./DisplayOptions.tsx'), 'DisplayOptions');

const none: readonly CustomerAlerts[] = [];
const waiting = { nbCritical: undefined, nbWarning: undefined, nbMinor: undefined, nbUnhandled: undefined };

/** Totals of the rows: they follow the filters. */
function Totals({ rows }: { readonly rows: readonly CustomerAlerts[] | undefined }) {
  const text = useAlertingTexts();
  const { nbCritical, nbWarning, nbMinor, nbUnhandled } =
    rows === undefined ? waiting : totalCounts([...rows]);
  return (
    // What is put in the place of the dashes has not moved.
    <div className="tt-figures tt-customer-figures" key={String(rows === undefined)}>
      <Figure value={nbUnhandled} label={text('unhandled', { count: nbUnhandled ?? 0 })} />
      <Figure value={nbCritical} label={text('critical', { count: nbCritical ?? 0 })} />
      <Figure value={nbWarning} label={text('warning', { count: nbWarning ?? 0 })} />
      <Figure value={nbMinor} label={text('minorTotal', { count: nbMinor ?? 0 })} />
    </div>
  );
}

function Actions({
  shown,
  onDisplay,
}: {
  readonly shown: CustomerAlertsShown;
  readonly onDisplay: () => void;
}) {
  const text = useAlertingTexts();
  return (
    <>
      <Button icon={<IconRefresh size={15} />} busy={shown.refreshing} onClick={shown.refresh}>
        {text('refresh')}
      </Button>
      <Button icon={<IconAdjustmentsHorizontal size={15} />} onClick={onDisplay}>
        {text('display')}
      </Button>
    </>
  );
}

/** What the table lacks while the counts are there. */
function TableProblem({ shown: { data, table } }: { readonly shown: CustomerAlertsShown }) {
  const text = useAlertingTexts();
  const language = useLanguage();
  if (data === undefined || table.problem === undefined) return null;
  return (
    <Banner tone="warning">
      {loadSentence('table', table.problem, language)}{' '}
      <Button kind="quiet" onClick={table.reload}>
        {text('refresh')}
      </Button>
    </Banner>
  );
}

function SearchBar({ stored: { layout, save, query } }: Pick<CustomerAlertsShown, 'stored'>) {
  const text = useAlertingTexts();
  const { search, change } = useCustomerAlertSearch();
  const { q, at } = search;
  const apply = (filter: FilterSearch) => {
    const parts = partsOfFilter(filter, layout);
    change(parts.search);
    save(parts.layout);
  };
  const end = (
    <>
      {layout.pinnedCustomers.length > 0 && (
        <span className="tt-muted">{text('pinnedCount', { count: layout.pinnedCustomers.length })}</span>
      )}
      <Button
        pressed={at !== undefined}
        icon={<IconHistory size={15} />}
        onClick={() => change({ at: at === undefined ? historyStart(undefined, now()) : undefined }, false)}
      >
        {text('history')}
      </Button>
    </>
  );
  return (
    <Toolbar label={text('toolbar')} end={end}>
      <SearchField label={text('findCustomer')} value={q} onChange={(next) => change({ q: next })} />
      {query.data !== undefined && (
        <SavedFilters
          customerId={undefined}
          filter={filterAcross(search, layout)}
          isPast={at !== undefined}
          onApply={apply}
        />
      )}
    </Toolbar>
  );
}

/** The timeline while a past time is shown; live, a report when data is stale. */
function TimeShown({
  at,
  customers,
}: {
  readonly at: number | undefined;
  readonly customers: readonly CustomerAlerts[];
}) {
  if (at === undefined) return <StaleBanner of={customers.map(({ position }) => position)} />;
  return (
    <Suspense fallback={null}>
      <PastBar customerId={undefined} at={at} />
    </Suspense>
  );
}

interface ViewProps {
  readonly shown: CustomerAlertsShown;
  /** Past time shown, seconds since 1970. Undefined: live. */
  readonly at: number | undefined;
}

/** The customers with their counts, live or at a past time. */
export function CustomersView({ shown, at }: ViewProps) {
  const text = useAlertingTexts();
  const { data, stored, choices } = shown;
  const { layout } = stored;
  const { search } = useCustomerAlertSearch();
  const { filters } = useCustomerFilters(shown);
  const [choosing, setChoosing] = useState(false);
  const customers = data?.customers ?? none;
  const { profiles } = choices;
  const rows = useMemo(
    () => customerRows(customers, { layout, profiles, query: search.q ?? '' }),
    [customers, layout, profiles, search.q],
  );
  return (
    <ShownTime value={at === undefined ? undefined : at * 1_000}>
      <div className="tt-page">
        <PageHeader
          title={text('ccTitle')}
          aside={<Totals rows={data === undefined ? undefined : rows} />}
          actions={<Actions shown={shown} onDisplay={() => setChoosing(true)} />}
        />
        <SearchBar stored={stored} />
        <TimeShown at={at} customers={customers} />
        <TableProblem shown={shown} />
        <FilterChips filters={filters} />
        <CustomerTable shown={shown} rows={rows} />
        {choosing && (
          <Suspense fallback={null}>
            <DisplayOptions
              layout={layout}
              choices={choices}
              onClose={() => setChoosing(false)}
              onApply={(changed) => {
                stored.save(changed);
                setChoosing(false);
              }}
            />
          </Suspense>
        )}
      </div>
    </ShownTime>
  );
}
