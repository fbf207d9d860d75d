import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DebugTab, useDebugSearch } from './debug-search.ts';
import { LiveTab } from './LiveTab.tsx';
import { RecordingsTab } from './RecordingsTab.tsx';
import { SitePicker } from './SitePicker.tsx';
import { TemplatesTab } from './TemplatesTab.tsx';
import { useDebugTexts } from './texts/en.ts';
import './debug.css';

function ChooseSite({ label }: { readonly label: string }) {
  const text = useDebugTexts();
  const state = { is: 'empty', title: text('chooseTitle'), hint: text('chooseHint'), isGood: true } as const;
  return (
    <Panel label={label} state={state}>
      {null}
    </Panel>
  );
}

/** Debug mode: recordings, live flows and templates of a site. */
export function DebugPage() {
  const text = useDebugTexts();
  const { search, change } = useDebugSearch();
  const { site } = search;
  const ofSite = (tab: 'live' | 'templates', content: ReactNode) => ({
    id: tab,
    label: text(`tab_${tab}`),
    content: site === undefined ? <ChooseSite label={text(`tab_${tab}`)} /> : content,
  });
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} />
      <SitePicker />
      <Tabs
        page
        label={text('tabs')}
        chosen={search.tab ?? 'recordings'}
        onChoose={(tab) =>
          change({
            tab: tab === 'recordings' ? undefined : DebugTab.parse(tab),
            open: undefined,
            sort: undefined,
          })
        }
        tabs={[
          { id: 'recordings', label: text('tab_recordings'), content: <RecordingsTab /> },
          ofSite('live', site !== undefined && <LiveTab key={site} site={site} />),
          ofSite('templates', site !== undefined && <TemplatesTab key={site} site={site} />),
        ]}
      />
    </div>
  );
}
