import { useMemo } from 'react';
import type { BilledDay } from '#schemas/billing/routes.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useNow } from '#web/lib/clock.ts';
import { formatDayOfUtc, formatMonthOfUtc } from '#web/lib/zoned/format-utc.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { dayColumns } from './billing-columns.tsx';
import { periodOf, recentMonths } from './billing-period.ts';
import { useBilledDays } from './billing-queries.ts';
import { useBillingSearch } from './billing-search.ts';
import { BilledDayDrawer } from './BilledDayDrawer.tsx';
import { BillingActions } from './BillingActions.tsx';
import { useBillingTexts } from './texts/en.ts';
import type { ContractedUnits } from '#schemas/billing/service.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import './billing.css';

/** Which billing applies, and how units are counted. */
function BillingHelp({ contract }: { readonly contract: ContractedUnits | null }) {
  const text = useBillingTexts();
  return (
    <details className="tt-billing-help">
      <summary>
        <Tag tone="plain">{text(contract === null ? 'billing_default' : 'billing_contract')}</Tag>{' '}
        {text('help')}
      </summary>
      <p>{text('helpUnits')}</p>
      <p>{text('helpDefault')}</p>
      <p>{text('helpContract')}</p>
    </details>
  );
}

const dayId = ({ day }: BilledDay): string => day;
const RECENT = 'recent';
const EVERY = 'every';

type BilledDays = ReturnType<typeof useBilledDays>;

function Filters({ billedDays }: { readonly billedDays: BilledDays }) {
  const text = useBillingTexts();
  const language = useLanguage();
  const now = useNow();
  const { search, change } = useBillingSearch();
  const customers = billedDays.data?.customers ?? [];
  return (
    <Toolbar label={text('toolbar')} end={<span className="tt-muted">{text('lead')}</span>}>
      <Select
        quietLabel
        label={text('period')}
        options={[
          { value: RECENT, label: text('last30') },
          ...recentMonths(now).map((month) => ({ value: month, label: formatMonthOfUtc(month, language) })),
        ]}
        value={search.month ?? RECENT}
        onChange={(month) => change({ month: month === RECENT ? undefined : month, day: undefined })}
      />
      <Select
        quietLabel
        searchable
        label={text('customer')}
        options={[
          { value: EVERY, label: text('everyCustomer') },
          ...customers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={search.customer === undefined ? EVERY : String(search.customer)}
        onChange={(id) => change({ customer: id === EVERY ? undefined : Number(id) })}
      />
    </Toolbar>
  );
}

function DayList({ billedDays }: { readonly billedDays: BilledDays }) {
  const text = useBillingTexts();
  const language = useLanguage();
  const address = useBillingSearch();
  const { search, change } = address;
  const { state, shown } = useListPanel({
    query: billedDays,
    rows: billedDays.data?.days,
    change,
    empty: { title: text('emptyTitle'), hint: text('emptyHint') },
  });
  // A contract covers all customers together.
  const contract = search.customer === undefined ? billedDays.data?.contract : null;
  const columns = useMemo(
    () => dayColumns({ text, language, ...(contract === undefined ? {} : { contract }) }),
    [text, language, contract],
  );
  return (
    <Panel label={text('days')} state={state}>
      <DataTable
        name="billed-days"
        label={text('days')}
        rows={shown}
        columns={columns}
        rowId={dayId}
        rowName={({ day }) => formatDayOfUtc(day, language)}
        density={useDensity()}
        {...useListSorting(address)}
        openedId={search.day}
        onOpen={({ day }) => change({ day })}
      />
    </Panel>
  );
}

/** Units that were monitored, by service and date. */
export function BillingPage() {
  const text = useBillingTexts();
  const { search, change } = useBillingSearch();
  const period = periodOf(search.month, useNow());
  const billedDays = useBilledDays({ ...period, customer: search.customer });
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} actions={<BillingActions {...period} />} />
      <Filters billedDays={billedDays} />
      <BillingHelp contract={billedDays.data?.contract ?? null} />
      <div className="tt-page-body">
        <DayList billedDays={billedDays} />
        {search.day !== undefined && (
          <BilledDayDrawer key={search.day} day={search.day} onClose={() => change({ day: undefined })} />
        )}
      </div>
    </div>
  );
}
