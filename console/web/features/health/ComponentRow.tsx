import type { HealthComponent } from '#schemas/health/component.ts';
import { componentName } from '#schemas/health/component-names.ts';
import { reasonText } from '#schemas/health/reason.ts';
import { useLanguage } from '#web/lib/text.ts';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { MonthStrip } from './MonthStrip.tsx';
import type { StripDay } from './month-strip.ts';
import { StateDot } from './StateDot.tsx';
import { useHealthTexts } from './texts/en.ts';

interface Props {
  readonly component: HealthComponent;
  /** Undefined while the month cannot be read. */
  readonly days: readonly StripDay[] | undefined;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** A part of the platform: its state, why and since when, what to do, and its month. The name opens the details. */
export function ComponentRow({ component, days, isOpen, onOpen }: Props) {
  const text = useHealthTexts();
  const language = useLanguage();
  const { state, since } = component;
  const name = componentName(component.id, language);
  const { reason, action } = reasonText(component.reason, language);
  const isBad = state === 'warning' || state === 'critical';
  return (
    <li className="tt-health-row" data-state={state} data-open={isOpen}>
      <StateDot state={state} />
      <button type="button" className="tt-health-name tt-ellipsis" aria-expanded={isOpen} onClick={onOpen}>
        {name}
      </button>
      <div className="tt-health-words">
        <span>{reason}</span>
        {isBad && since !== null && (
          <span className="tt-muted">
            <TimeIn as="age" sentence={(time) => text('since', { time })} at={since} />
          </span>
        )}
        {isBad && action !== undefined && <span className="tt-health-action">{action}</span>}
      </div>
      {days === undefined ? <span /> : <MonthStrip name={name} days={days} />}
    </li>
  );
}
