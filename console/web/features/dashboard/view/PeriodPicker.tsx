import { useState } from 'react';
import { IconChevronLeft, IconChevronRight, IconClock, IconZoomReset } from '@tabler/icons-react';
import type { DocumentPeriod } from '#schemas/dashboard/document.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { labelled } from '#web/lib/labelled.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { namedPeriod, namedPeriods, offeredMinutes, periodBounds, shiftedPeriod } from './period-text.ts';
import type { ChosenContext } from './use-document-context.ts';
import { usePeriodText } from '../period/use-period-text.ts';
import { fromZonedInput, toZonedInput } from '#web/lib/zoned/zoned-input.ts';

const seconds = (): number => Math.floor(now() / 1_000);

interface CustomProps {
  readonly period: DocumentPeriod;
  readonly timeZone: string;
  readonly onChoose: (period: DocumentPeriod) => void;
  readonly onClose: () => void;
}

/** Last second that stores and addresses hold. */
const MAX_MS = (2 ** 32 - 1) * 1_000;

/** Why two times are no period. */
function faultOf(start: number | undefined, end: number | undefined) {
  if (start === undefined || end === undefined) return 'periodUnreadable';
  if (start < 0 || end > MAX_MS) return 'periodOutside';
  return start < end ? undefined : 'periodInvalid';
}

function CustomPeriod({ period, timeZone, onChoose, onClose }: CustomProps) {
  const text = useDashboardTexts();
  const [bounds] = useState(() => periodBounds(period, seconds()));
  const [from, setFrom] = useState(() => toZonedInput(bounds.from * 1_000, timeZone));
  const [to, setTo] = useState(() => toZonedInput(bounds.to * 1_000, timeZone));
  const [start, end] = [fromZonedInput(from, timeZone), fromZonedInput(to, timeZone)];
  const fault = faultOf(start, end);
  const apply = (): void => {
    if (start === undefined || end === undefined || fault !== undefined) return;
    onChoose({ kind: 'fixed', from: Math.floor(start / 1_000), to: Math.floor(end / 1_000) });
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
        <TimeField kind="datetime-local" label={text('from')} value={from} onChange={setFrom} />
        <TimeField kind="datetime-local" label={text('to')} value={to} onChange={setTo} />
      </div>
    </Dialog>
  );
}

/** The zone of the days that the page shows, or which one takes its place. */
function PeriodZone({ timeZone, unknownZone }: Pick<ChosenContext, 'timeZone' | 'unknownZone'>) {
  const text = useDashboardTexts();
  const language = useLanguage();
  return unknownZone === undefined ? (
    <span className="tt-muted tt-period-zone">{labelled(text('timeZone'), timeZone, language)}</span>
  ) : (
    <span role="status" className="tt-period-zone">
      {warningText('TIMEZONE_FALLBACK', language, { name: unknownZone, fallback: timeZone })}
    </span>
  );
}

/** The period of the page: presets, a custom one, earlier and later. */
export function PeriodPicker({ chosen }: { readonly chosen: ChosenContext }) {
  const text = useDashboardTexts();
  const words = usePeriodText(chosen.timeZone);
  const [isCustom, setIsCustom] = useState(false);
  const { period, isOwnPeriod, choosePeriod } = chosen;
  const items: readonly MenuItem[] = [
    ...offeredMinutes.map((minutes): MenuItem => {
      const offered = { kind: 'last', minutes } as const;
      return {
        is: 'action',
        label: words(offered),
        chosen: period.kind === 'last' && period.minutes === minutes,
        run: () => choosePeriod(offered),
      };
    }),
    { is: 'line', id: 'named' },
    ...namedPeriods.map((name): MenuItem => ({
      is: 'action',
      label: text(`period_${name}`),
      run: () => choosePeriod(namedPeriod(name, { now: seconds(), timeZone: chosen.timeZone })),
    })),
    { is: 'line', id: 'line' },
    { is: 'action', label: `${text('custom')} …`, run: () => setIsCustom(true) },
  ];
  return (
    <div className="tt-period" role="group" aria-label={text('period')}>
      <IconButton
        label={text('earlier')}
        icon={<IconChevronLeft size={16} />}
        onClick={() => choosePeriod(shiftedPeriod(period, -1, seconds()))}
      />
      <Menu target={<Button icon={<IconClock size={15} />}>{words(period)}</Button>} items={items} />
      <IconButton
        label={text('later')}
        icon={<IconChevronRight size={16} />}
        disabledReason={period.kind === 'last' ? text('isLatest') : undefined}
        onClick={() => choosePeriod(shiftedPeriod(period, 1, seconds()))}
      />
      {isOwnPeriod && (
        <IconButton
          label={text('zoomOut')}
          icon={<IconZoomReset size={16} />}
          onClick={() => choosePeriod(undefined)}
        />
      )}
      <PeriodZone {...chosen} />
      {isCustom && (
        <CustomPeriod
          period={period}
          timeZone={chosen.timeZone}
          onChoose={choosePeriod}
          onClose={() => setIsCustom(false)}
        />
      )}
    </div>
  );
}
