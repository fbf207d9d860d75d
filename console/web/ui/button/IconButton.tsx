import { useId, type ButtonHTMLAttributes, type ReactNode, type Ref } from 'react';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tooltip } from '../feedback/Tooltip.tsx';
import './button.css';

interface Props extends Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  | 'tabIndex'
  | 'popoverTarget'
  | 'onClick'
  | 'onMouseDown'
  | 'onPointerEnter'
  | 'aria-haspopup'
  | 'aria-expanded'
> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly pressed?: boolean;
  readonly small?: boolean;
  /** Its shortcut as in `aria-keyshortcuts`, shown in the tooltip. */
  readonly keys?: string | undefined;
  readonly disabledReason?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  pressed,
  small = false,
  keys,
  disabledReason,
  onClick,
  ...remaining
}: Props) {
  const language = useLanguage();
  const reasonId = useId();
  const rejected = disabledReason !== undefined;
  return (
    <Tooltip
      label={rejected ? labelled(label, disabledReason, language) : label}
      keys={rejected ? undefined : keys}
    >
      <button
        {...remaining}
        type="button"
        className="tt-icon-button"
        data-small={small}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={rejected || undefined}
        aria-describedby={rejected ? reasonId : undefined}
        onClick={rejected ? undefined : onClick}
      >
        {icon}
        {rejected && (
          <span id={reasonId} hidden>
            {disabledReason}
          </span>
        )}
      </button>
    </Tooltip>
  );
}
