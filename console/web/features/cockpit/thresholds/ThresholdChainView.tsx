import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { readThresholdChain } from '#schemas/cockpit/threshold-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { kpiValue } from '#web/kernel/kpi/kpi-value.ts';
import { useCockpitTexts } from '../use-cockpit-texts.ts';
import './threshold.css';

interface Props {
  readonly cockpitId: number;
  readonly alarm: Alarm;
  readonly element: number;
}

/** The candidates for the threshold of an element, nearest first, and the one in force. */
export function ThresholdChainView({ cockpitId, alarm, element }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const kpi = factsIn(useKpis(), alarm.kpi);
  const { data: chain } = useQuery({
    // A new version of the alarm changes the chain.
    queryKey: ['cockpit', 'chain', cockpitId, alarm.id, alarm.version, element],
    queryFn: ({ signal }) =>
      call(readThresholdChain, { params: { cockpitId, alarm: alarm.id }, query: { element }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <ol className="tt-chain" aria-label={text('chain')}>
      {(chain?.links ?? []).map(({ from, name, value }) => (
        <li key={from} data-in-force={from === chain?.inForce.from}>
          <span className="tt-chain-from">{text(`chain-${from}`)}</span>
          <span className="tt-ellipsis">{name}</span>
          <span className="tt-chain-value">
            {value === null ? (
              <span className="tt-muted">{text('chainNone')}</span>
            ) : (
              kpiValue(kpi, value, language)
            )}
            {from === chain?.inForce.from && <span className="tt-chain-mark">{text('inForceHere')}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
