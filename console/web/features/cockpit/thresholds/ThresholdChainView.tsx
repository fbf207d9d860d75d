import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { readThresholdChain, type ThresholdChain } from '#schemas/cockpit/threshold-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { kpiThreshold } from '#web/kernel/kpi/kpi-value.ts';
import { useCockpitTexts } from '../texts/en.ts';
import './threshold.css';

interface Props {
  readonly cockpitId: number;
  readonly alarm: Alarm;
  readonly element: number;
}

/** What the customer may set and has set, if that is not in force. */
function Bounds({
  chain: { bounds, own, links },
  show,
}: {
  readonly chain: ThresholdChain;
  readonly show: (value: number) => string;
}) {
  const text = useCockpitTexts();
  const value = links.find(({ from }) => from === 'own')?.value ?? null;
  const notes = [
    ...(bounds === null ? [] : [text('boundsRange', { min: show(bounds.min), max: show(bounds.max) })]),
    ...(own === null || own.value === value ? [] : [text('setAs', { value: show(own.value) })]),
    ...(own?.frozen === true ? [text('frozen')] : []),
  ];
  return notes.length === 0 ? null : <span className="tt-chain-note">{notes.join(' · ')}</span>;
}

/** The candidates for the threshold of an element, nearest first, and the one in force. */
export function ThresholdChainView({ cockpitId, alarm, element }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const kpi = factsIn(useKpis(), alarm.kpi);
  const { data: chain } = useQuery({
    // A new version of the alarm changes the chain.
    ...namedQuery('cockpit', ['chain', cockpitId, alarm.id, alarm.version, element], (signal) =>
      call(readThresholdChain, { params: { cockpitId, alarm: alarm.id }, query: { element }, signal }),
    ),
    placeholderData: keepPreviousData,
  });
  const shown = (value: number): string => kpiThreshold(kpi, value, language);
  return (
    <ol className="tt-chain" aria-label={text('chain')}>
      {(chain?.links ?? []).map(({ from, name, value }) => (
        <li key={from} data-in-force={from === chain?.inForce.from}>
          <span className="tt-chain-from">{text(`chain-${from}`)}</span>
          <span className="tt-ellipsis">{name}</span>
          <span className="tt-chain-value">
            {value === null ? <span className="tt-muted">{text('chainNone')}</span> : shown(value)}
            {from === chain?.inForce.from && <span className="tt-chain-mark">{text('inForceHere')}</span>}
          </span>
          {from === 'own' && chain !== undefined && <Bounds chain={chain} show={shown} />}
        </li>
      ))}
    </ol>
  );
}
