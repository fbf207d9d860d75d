import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { ExportersTab } from './ExportersTab.tsx';
import { UnknownTab } from './UnknownTab.tsx';
import { useCollectorPage } from './use-collector-page.ts';
import { useCollectorTexts } from './use-collector-texts.ts';
import './collector.css';

/** NF collector monitoring: every exporter, known and unknown, with what came in and what did not. */
export function CollectorPage() {
  const text = useCollectorTexts();
  const { search, change } = useCollectorPage();
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} aside={<span className="tt-muted">{text('lead')}</span>} />
      <Tabs
        page
        label={text('tabs')}
        chosen={search.tab ?? 'exporters'}
        onChoose={(tab) => change({ tab: tab === 'unknown' ? 'unknown' : undefined, open: undefined })}
        tabs={[
          { id: 'exporters', label: text('exporters'), content: <ExportersTab /> },
          { id: 'unknown', label: text('unknown'), content: <UnknownTab /> },
        ]}
      />
    </div>
  );
}
