import { SeverityIcon } from '#web/ui/severity/SeverityIcon.tsx';
import type { Status } from '#web/ui/severity/severity.ts';
import { useElementTexts } from '../texts/en.ts';
import type { PartStateName as State } from './part-rows.ts';

const marks: Readonly<Record<Exclude<State, 'pending'>, Status>> = {
  critical: 'critical',
  major: 'major',
  minor: 'minor',
  down: 'critical',
  'no data': 'unknown',
  ok: 'ok',
  off: 'silenced',
};

/** The state of a part as shape and word. */
export function PartState({ state }: { readonly state: State }) {
  const text = useElementTexts();
  if (state === 'pending') return '–';
  return (
    <span className="tt-element-state" data-status={marks[state]}>
      <SeverityIcon status={marks[state]} />
      <span>{text(`part_${state}`)}</span>
    </span>
  );
}
