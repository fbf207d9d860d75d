import { useState } from 'react';
import { fromZonedInput, toZonedInput } from '#web/lib/zoned/zoned-input.ts';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { TimeField } from '../field/TimeField.tsx';
import { PeriodZone, type ShownZone } from './PeriodZone.tsx';
import { usePeriodTexts } from './texts/en.ts';

/** Seconds since 1970; undefined: without start or end. */
export interface PeriodBounds {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Last second that stores and addresses hold. */
const MAX_S = 2 ** 32 - 1;

interface TypedTime {
  readonly typed: string;
  readonly seconds: number | undefined;
}

/** Why two times are no period. */
function faultOf(from: TypedTime, to: TypedTime, mayBeOpen: boolean) {
  const isRead = ({ typed, seconds }: TypedTime): boolean =>
    seconds !== undefined || (mayBeOpen && typed === '');
  if (!isRead(from) || !isRead(to)) return 'unreadable';
  const [start, end] = [from.seconds ?? 0, to.seconds ?? MAX_S];
  if (start < 0 || end > MAX_S) return 'outside';
  return start < end ? undefined : 'invalid';
}

function useTypedTime(first: number | undefined, timeZone: string) {
  const [typed, setTyped] = useState(() =>
    first === undefined ? '' : toZonedInput(first * 1_000, timeZone),
  );
  const ms = fromZonedInput(typed, timeZone);
  return { typed, setTyped, seconds: ms === undefined ? undefined : Math.floor(ms / 1_000) };
}

interface CommonProps extends ShownZone {
  /** The period that is shown first. */
  readonly bounds: PeriodBounds;
  readonly onClose: () => void;
}

interface ClosedProps {
  readonly mayBeOpen?: false;
  readonly onChoose: (period: { readonly from: number; readonly to: number }) => void;
}

interface OpenProps {
  /** A time may be left out. */
  readonly mayBeOpen: true;
  readonly onChoose: (period: PeriodBounds) => void;
}

/** How a period is chosen by its start and end. */
export type BoundsChoice = ClosedProps | OpenProps;

/** Start and end of a period, as the clocks of a zone show them. */
export function PeriodDialog({
  bounds,
  onClose,
  timeZone,
  unknownZone,
  ...choice
}: CommonProps & BoundsChoice) {
  const text = usePeriodTexts();
  const from = useTypedTime(bounds.from, timeZone);
  const to = useTypedTime(bounds.to, timeZone);
  const fault = faultOf(from, to, choice.mayBeOpen === true);
  const apply = (): void => {
    if (fault !== undefined) return;
    if (choice.mayBeOpen === true) choice.onChoose({ from: from.seconds, to: to.seconds });
    else if (from.seconds !== undefined && to.seconds !== undefined)
      choice.onChoose({ from: from.seconds, to: to.seconds });
    onClose();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button kind="primary" disabledReason={fault && text(fault)} onClick={apply}>
        {text('apply')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('custom')} width={360} actions={actions} onClose={onClose}>
      <div className="tt-period-fields">
        <TimeField kind="datetime-local" label={text('from')} value={from.typed} onChange={from.setTyped} />
        <TimeField kind="datetime-local" label={text('to')} value={to.typed} onChange={to.setTyped} />
        {choice.mayBeOpen === true && <p className="tt-muted">{text('openHint')}</p>}
        <PeriodZone timeZone={timeZone} unknownZone={unknownZone} />
      </div>
    </Dialog>
  );
}
