import type { ReactNode } from 'react';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCloudOff,
  IconFilterOff,
  IconLock,
} from '@tabler/icons-react';
import { Button } from '../button/Button.tsx';
import type { PanelState } from './panel-state.ts';
import { WithRequestId } from '../text/WithRequestId.tsx';
import { useUiTexts } from '../texts/en.ts';

type Of<Is extends PanelState['is']> = Extract<PanelState, { readonly is: Is }>;

interface LayoutProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly tone?: 'calm' | 'bad';
}

function Layout({ icon, title, children, tone = 'calm' }: LayoutProps) {
  return (
    <div className="tt-panel-message" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <span className="tt-panel-message-icon">{icon}</span>
      <p className="tt-panel-message-title">{title}</p>
      {children}
    </div>
  );
}

function ByFilter({ state }: { readonly state: Of<'empty-by-filter'> }) {
  const text = useUiTexts();
  return (
    <Layout icon={<IconFilterOff size={20} />} title={text('nothingMatches')}>
      <p>{text('nothingMatchesHint')}</p>
      <div className="tt-panel-message-actions">
        {state.filters.map((filter) => (
          <Button key={filter.label} onClick={filter.clear}>
            {text('clearFilter', { filter: filter.label })}
          </Button>
        ))}
        {state.filters.length > 1 && <Button onClick={state.clearAll}>{text('clearAllFilters')}</Button>}
      </div>
    </Layout>
  );
}

/** What an administrator finds the call by. */
function RequestId({ id }: { readonly id: string | undefined }) {
  const text = useUiTexts();
  if (id === undefined) return null;
  return (
    <p className="tt-muted tt-mono">
      <WithRequestId text={text('requestId', { id })} />
    </p>
  );
}

function Failed({ state }: { readonly state: Of<'error'> }) {
  const text = useUiTexts();
  return (
    <Layout icon={<IconCloudOff size={20} />} title={text('failed')} tone="bad">
      <p>
        <WithRequestId text={state.cause} />
      </p>
      <div className="tt-panel-message-actions">
        <Button onClick={state.retry}>{text('retry')}</Button>
      </div>
      <RequestId id={state.requestId} />
    </Layout>
  );
}

/** The states that replace the content. Text only: many panels may fail at once. */
export function PanelMessage({ state }: { readonly state: PanelState }) {
  const text = useUiTexts();
  if (state.is === 'empty')
    return (
      <Layout
        icon={state.isGood === true ? <IconCircleCheck size={20} /> : <IconCircleDashed size={20} />}
        title={state.title}
      >
        {state.hint !== undefined && <p>{state.hint}</p>}
        {state.add !== undefined && (
          <div className="tt-panel-message-actions">
            <Button disabledReason={state.add.disabledReason} onClick={state.add.run}>
              {state.add.label ?? text('addFirst')}
            </Button>
          </div>
        )}
        <RequestId id={state.requestId} />
      </Layout>
    );
  if (state.is === 'empty-by-filter') return <ByFilter state={state} />;
  if (state.is === 'error') return <Failed state={state} />;
  if (state.is === 'forbidden')
    return (
      <Layout icon={<IconLock size={20} />} title={text('forbidden')}>
        <p>{text('forbiddenHint', { permission: state.permission })}</p>
      </Layout>
    );
  return null;
}
