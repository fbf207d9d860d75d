import { useState } from 'react';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { StaleBanner } from '#web/kernel/alert/StaleBanner.tsx';
import { useCounts } from '#web/kernel/alert/count-feed.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Figure } from '#web/ui/layout/Figure.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { CustomerTable } from './CustomerTable.tsx';
import { DisplayOptions } from './DisplayOptions.tsx';
import { useAlertingTexts } from '../use-alerting-texts.ts';
import { useCustomerAlertSearch } from './customer-alert-search.ts';
import { useLayout } from './use-layout.ts';
import './customer-alert.css';

function Totals() {
  const text = useAlertingTexts();
  const { data } = useCounts(true);
  if (data === undefined) return null;
  return (
    <div className="tt-figures">
      <Figure value={data.nbCritical} label={text('critical', { count: data.nbCritical })} />
      <Figure value={data.nbWarning} label={text('warning', { count: data.nbWarning })} />
    </div>
  );
}

function SearchBar({ pinnedCount }: { readonly pinnedCount: number }) {
  const text = useAlertingTexts();
  const { search, change } = useCustomerAlertSearch();
  const { q } = search;
  const end = <span className="tt-muted">{text('pinnedCount', { count: pinnedCount })}</span>;
  return (
    <Toolbar label={text('toolbar')} end={end}>
      <SearchField label={text('findCustomer')} value={q} onChange={(next) => change({ q: next })} />
    </Toolbar>
  );
}

/** Alarm counts of the user's customers. */
export function CustomerAlertPage() {
  const text = useAlertingTexts();
  const stored = useLayout();
  const { data } = useCounts(true);
  const [choosing, setChoosing] = useState(false);
  const actions = (
    <Button icon={<IconAdjustmentsHorizontal size={15} />} onClick={() => setChoosing(true)}>
      {text('display')}
    </Button>
  );
  return (
    <div className="tt-page">
      <PageHeader title={text('ccTitle')} aside={<Totals />} actions={actions} />
      <StaleBanner of={(data?.customers ?? []).map(({ position }) => position)} />
      <SearchBar pinnedCount={stored.layout.pinnedCustomers.length} />
      <CustomerTable {...stored} />
      {choosing && (
        <DisplayOptions
          layout={stored.layout}
          customers={data?.customers ?? []}
          onClose={() => setChoosing(false)}
          onApply={(layout) => {
            stored.save(layout);
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}
