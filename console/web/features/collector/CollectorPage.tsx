import { FailingTargets } from '#web/kernel/notification/FailingTargets.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { CollectorTab, useCollectorSearch } from './collector-search.ts';
import { ExportersTab } from './ExportersTab.tsx';
import { PolledTab } from './PolledTab.tsx';
import { PlatformTrouble } from './PlatformTrouble.tsx';
import { StreamsTab } from './StreamsTab.tsx';
import { UnknownTab } from './UnknownTab.tsx';
import { useCollectorTexts } from './texts/en.ts';
import './collector.css';

/** NF collector monitoring: the known and unknown exporters, with received and lost traffic. */
export function CollectorPage() {
  const text = useCollectorTexts();
  const { search, change } = useCollectorSearch();
  const { everyCustomer } = useSession();
  const seesPolling = usePermission('POLLING.read');
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} aside={<span className="tt-muted">{text('lead')}</span>} />
      <PlatformTrouble />
      <FailingTargets />
      <Tabs
        page
        label={text('tabs')}
        chosen={search.tab ?? 'exporters'}
        onChoose={(tab) =>
          change({ tab: tab === 'exporters' ? undefined : CollectorTab.parse(tab), open: undefined })
        }
        tabs={[
          { id: 'exporters', label: text('exporters'), content: <ExportersTab /> },
          { id: 'unknown', label: text('unknown'), content: <UnknownTab /> },
          ...(seesPolling ? [{ id: 'polled', label: text('polled'), content: <PolledTab /> }] : []),
          ...(everyCustomer ? [{ id: 'streams', label: text('streams'), content: <StreamsTab /> }] : []),
        ]}
      />
    </div>
  );
}
