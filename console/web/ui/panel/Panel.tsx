import { formatAge } from '#schemas/unit/duration.ts';
import type { ReactNode } from 'react';
import { useNow } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '../button/Button.tsx';
import type { PanelState } from './panel-state.ts';
import { PanelMessage } from './PanelMessage.tsx';
import type { LoadPhase } from './load-news.ts';
import { useLoadNews } from './use-load-news.ts';
import { PanelSkeleton, type SkeletonKind } from './PanelSkeleton.tsx';
import { useUiTexts } from '../texts/en.ts';
import './panel.css';

interface Props {
  /** Name of the region, announced when loading starts and ends. */
  readonly label: string;
  readonly state: PanelState;
  readonly children: ReactNode;
  readonly skeleton?: SkeletonKind;
  /** Part of an element with a name of its own: no landmark. */
  readonly nested?: boolean;
}

const keepsContent = (state: PanelState): boolean => ['ready', 'loading-over', 'stale'].includes(state.is);
const isBusy = (state: PanelState): boolean => state.is === 'never-loaded' || state.is === 'loading-over';

/**
 * What a screen reader hears when loading starts and ends. Parts that renew what stays readable, as the dashlets of a page do with every
 * window, say nothing.
 */
function newsOf(state: PanelState, nested: boolean): LoadPhase | undefined {
  if (nested && state.is === 'loading-over') return undefined;
  if (isBusy(state)) return 'loading';
  return state.is === 'error' || state.is === 'forbidden' ? 'notLoaded' : 'loaded';
}

/** A region with data in any panel state. The state replaces the whole content including its header. */
export function Panel({ label, state, children, skeleton = 'rows', nested = false }: Props) {
  const Frame = nested ? 'div' : 'section';
  useLoadNews(label, newsOf(state, nested));
  return (
    <Frame className="tt-panel" aria-label={nested ? undefined : label} aria-busy={isBusy(state)}>
      {state.is === 'loading-over' && <span className="tt-panel-bar" aria-hidden="true" />}
      {state.is === 'stale' && <Stale at={state.at} refresh={state.refresh} />}
      {keepsContent(state) ? children : <Replacement state={state} skeleton={skeleton} />}
    </Frame>
  );
}

function Replacement({ state, skeleton }: { readonly state: PanelState; readonly skeleton: SkeletonKind }) {
  if (state.is === 'never-loaded') return <PanelSkeleton kind={skeleton} cancel={state.cancel} />;
  return <PanelMessage state={state} />;
}

function Stale({ at, refresh }: { readonly at: number; readonly refresh: () => void }) {
  const text = useUiTexts();
  const language = useLanguage();
  const now = useNow();
  return (
    <div className="tt-panel-stale">
      <span>{text('stale', { age: formatAge(now - at, language) })}</span>
      <Button kind="quiet" onClick={refresh}>
        {text('refresh')}
      </Button>
    </div>
  );
}
