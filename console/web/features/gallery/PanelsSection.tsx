import { useState } from 'react';
import { now } from '#web/lib/clock.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { useGalleryTexts } from './texts/en.ts';

const nothing = () => undefined;
const staleForMs = 260_000;

export function PanelsSection() {
  const text = useGalleryTexts();
  const [opened] = useState(now);
  const panels: readonly (readonly [string, PanelState])[] = [
    [text('ready'), { is: 'ready' }],
    [text('never'), { is: 'never-loaded' }],
    [text('over'), { is: 'loading-over' }],
    [text('empty'), { is: 'empty', title: text('emptyTitle'), hint: text('emptyHint') }],
    [
      text('filtered'),
      {
        is: 'empty-by-filter',
        filters: [
          { label: text('filter'), clear: nothing },
          { label: text('filterText'), clear: nothing },
        ],
        clearAll: nothing,
      },
    ],
    [text('error'), { is: 'error', cause: text('errorCause'), requestId: 'req-7f3a91', retry: nothing }],
    [text('stale'), { is: 'stale', at: opened - staleForMs, refresh: nothing }],
    [text('forbidden'), { is: 'forbidden', permission: 'ALERT.read' }],
  ];
  return (
    <div className="tt-gallery-panels">
      {panels.map(([name, state]) => (
        <figure key={state.is} className="tt-gallery-panel">
          <figcaption>{name}</figcaption>
          <Panel label={name} state={state}>
            <p className="tt-gallery-content">{text('readyText')}</p>
          </Panel>
        </figure>
      ))}
    </div>
  );
}
