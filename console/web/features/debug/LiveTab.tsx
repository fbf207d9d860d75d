import { useEffect, useMemo } from 'react';
import { useMachine } from '@xstate/react';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { tailLimits } from '#schemas/debug/tail.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { formatNumber, formatTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useDebugSearch } from './debug-search.ts';
import { filterIn, LiveFilter } from './LiveFilter.tsx';
import { tailColumns } from './tail-columns.tsx';
import { tailMachine, type ShownFlow } from './tail.machine.ts';
import { useDebugTexts } from './texts/en.ts';

const rowId = ({ number }: ShownFlow): string => String(number);
const rowName = ({ source, destination }: ShownFlow): string => `${source} → ${destination}`;

/** Watches the flows of the site with the filter of the address. */
function useTail(site: number) {
  const { search } = useDebugSearch();
  const filter = filterIn(search);
  const key = JSON.stringify(filter);
  const [state, send] = useMachine(tailMachine, { input: { site, filter } });
  useEffect(() => {
    send({ type: 'watch', watched: { site, filter: JSON.parse(key) as typeof filter } });
    return () => send({ type: 'close' });
  }, [send, site, key]);
  const watch = () => send({ type: 'watch', watched: { site, filter } });
  return { state, send, watch };
}
type TailControl = ReturnType<typeof useTail>;

const nameOf = (state: TailControl['state']): 'opening' | 'live' | 'paused' | 'over' | 'rejected' => {
  if (state.matches('rejected')) return 'rejected';
  if (state.matches('over')) return 'over';
  if (state.matches({ watching: 'paused' })) return 'paused';
  return state.matches({ watching: 'live' }) ? 'live' : 'opening';
};

function TailState({ state, send, watch }: TailControl) {
  const text = useDebugTexts();
  const language = useLanguage();
  const { count, skipped, missed, endsAt } = state.context;
  const name = nameOf(state);
  const said = {
    time: formatTime(endsAt, language),
    missed: formatNumber(missed, language),
  };
  return (
    <Toolbar
      label={text('live')}
      end={
        <span className="tt-muted">
          {text('shown', { count })}
          {skipped > 0 &&
            ` · ${text('skipped', { skipped: formatNumber(skipped, language), limit: tailLimits.rowsPerSecond })}`}
        </span>
      }
    >
      <span role="status">
        <Tag tone={name === 'live' ? 'good' : 'plain'}>{text(`liveState_${name}`, said)}</Tag>
      </span>
      {name === 'live' && (
        <Button icon={<IconPlayerPause size={15} />} onClick={() => send({ type: 'pause' })}>
          {text('pause')}
        </Button>
      )}
      {name === 'paused' && (
        <Button icon={<IconPlayerPlay size={15} />} onClick={() => send({ type: 'resume' })}>
          {text('resume')}
        </Button>
      )}
      {(name === 'over' || name === 'rejected') && (
        <Button icon={<IconPlayerPlay size={15} />} onClick={watch}>
          {text('again')}
        </Button>
      )}
      <Button kind="quiet" onClick={() => send({ type: 'clear' })}>
        {text('clear')}
      </Button>
    </Toolbar>
  );
}

/** Decoded flows of a site as they arrive. */
export function LiveTab({ site }: { readonly site: number }) {
  const text = useDebugTexts();
  const language = useLanguage();
  const tail = useTail(site);
  const { flows, code } = tail.state.context;
  const columns = useMemo(() => tailColumns({ rows: flows, text, language }), [flows, text, language]);
  const state =
    flows.length === 0
      ? ({ is: 'empty', title: text('liveEmpty'), hint: text('liveEmptyHint'), isGood: true } as const)
      : ({ is: 'ready' } as const);
  return (
    <>
      <LiveFilter />
      {code !== null && <Banner tone="bad">{problemText(code, language)}</Banner>}
      <TailState {...tail} />
      <Panel label={text('live')} state={state}>
        <DataTable
          name="live-flows"
          label={text('live')}
          rows={flows}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          density={useDensity()}
        />
      </Panel>
    </>
  );
}
