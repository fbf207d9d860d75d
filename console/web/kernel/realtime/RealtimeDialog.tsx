import { useState } from 'react';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { snmpFailureWords } from '#schemas/polling/failure-words.ts';
import { realtimeCharts, type RealtimeReading } from '#schemas/realtime/realtime.ts';
import { formatAge } from '#schemas/unit/duration.ts';
import { problemSentence } from '#web/kernel/api/problem-texts.ts';
import { useNow } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Segment } from '#web/ui/button/Segment.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { RealtimeChart } from './RealtimeChart.tsx';
import type { RealtimeElement, RealtimeShown, RealtimeState } from './realtime-state.ts';
import { useRealtime } from './use-realtime.ts';
import { useRealtimeTexts } from './texts/en.ts';
import '#web/styles/series.css';
import './realtime.css';

/** Why there are no values, or no more. */
function Trouble({
  link,
  last,
}: Pick<RealtimeShown, 'link'> & { readonly last: RealtimeReading | undefined }) {
  const text = useRealtimeTexts();
  const language = useLanguage();
  if (typeof link === 'object')
    return (
      <Banner tone={link.over === null ? 'info' : 'bad'}>
        {link.over === null ? text('over') : problemSentence(link.over, language, {})}
      </Banner>
    );
  if (link !== 'live') return <Banner tone="warning">{text(link)}</Banner>;
  if (last === undefined || last.failure === '') return null;
  if (last.failure === 'missing') return <Banner tone="bad">{text('missing')}</Banner>;
  return (
    <Banner tone="bad">{text('noResponse', { reason: snmpFailureWords(last.failure, language) })}</Banner>
  );
}

/** How old the newest value or failed query is, and how long the device is still queried. */
function Ages({
  endsAt,
  last,
  link,
}: Pick<RealtimeShown, 'endsAt' | 'link'> & { readonly last: RealtimeReading | undefined }) {
  const text = useRealtimeTexts();
  const language = useLanguage();
  const now = useNow();
  const age = last === undefined ? undefined : formatAge(now - last.at, language);
  return (
    <p className="tt-muted tt-realtime-ages">
      <span>
        {age === undefined ? text('waiting') : text(last?.failure === '' ? 'age' : 'requested', { age })}
      </span>
      {typeof link !== 'object' && (
        <span>{text('left', { left: formatAge(Math.max(0, endsAt - now), language) })}</span>
      )}
    </p>
  );
}

function Charts({ shown }: { readonly shown: RealtimeShown }) {
  const text = useRealtimeTexts();
  const [chosen, setChosen] = useState(0);
  const [held, setHeld] = useState<readonly RealtimeReading[]>();
  const charts = realtimeCharts[shown.kind];
  const chart = charts[chosen] ?? charts[0];
  return (
    <>
      <div className="tt-realtime-bar">
        {charts.length > 1 && (
          <Segment
            label={text('charts')}
            options={charts.map(({ name }, index) => ({ value: index, label: text(`name_${name}`) }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
        <Button
          icon={held === undefined ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
          onClick={() => setHeld(held === undefined ? shown.readings : undefined)}
        >
          {text(held === undefined ? 'pause' : 'resume')}
        </Button>
      </div>
      <RealtimeChart key={chart.name} kpis={chart.kpis} readings={held ?? shown.readings} />
      {held !== undefined && <p className="tt-muted">{text('paused')}</p>}
    </>
  );
}

/** Problems that another try has as well: of the inventory, or of the rights of the user. */
const lasting: readonly ProblemCode[] = ['FORBIDDEN', 'NOT_FOUND', 'REALTIME_NOT_POLLED'];

/** What the user may do where no more readings come; undefined: nothing helps, or nothing is needed. */
function offerOf(state: RealtimeState): 'again' | 'retry' | undefined {
  if (state.is === 'rejected') return lasting.includes(state.code) ? undefined : 'retry';
  if (state.is !== 'shown' || typeof state.link !== 'object') return undefined;
  const { over } = state.link;
  if (over === null) return 'again';
  return lasting.includes(over) ? undefined : 'retry';
}

interface Props {
  readonly element: RealtimeElement;
  readonly layer: string | undefined;
  readonly onClose: () => void;
}

/** The values of an element of every second, as long as the dialog is open. */
export function RealtimeDialog({ element: { customer, id, name }, layer, onClose }: Props) {
  const text = useRealtimeTexts();
  const language = useLanguage();
  const { state, restart } = useRealtime(customer, id);
  const last = state.is === 'shown' ? state.readings.at(-1) : undefined;
  const offer = offerOf(state);
  return (
    <Dialog
      open
      title={text('title', { name })}
      width={720}
      onClose={onClose}
      {...(layer !== undefined && { layer })}
    >
      <div className="tt-realtime">
        {state.is === 'opening' && <p role="status">{text('opening')}</p>}
        {state.is === 'rejected' && <Banner tone="bad">{problemSentence(state.code, language, {})}</Banner>}
        {state.is === 'shown' && (
          <>
            <Trouble link={state.link} last={last} />
            <Charts shown={state} />
            <Ages endsAt={state.endsAt} link={state.link} last={last} />
            <p className="tt-muted">{text('every')}</p>
          </>
        )}
        {offer !== undefined && (
          <div>
            <Button onClick={restart}>{text(offer)}</Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
