import { useId, type ReactNode, type Ref } from 'react';
import { Tooltip } from '../feedback/Tooltip.tsx';
import './button.css';

interface Props {
  readonly children: ReactNode;
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly icon?: ReactNode;
  readonly busy?: boolean;
  readonly pressed?: boolean;
  readonly wide?: boolean;
  /** Why the action is disabled. The button stays in the tab order and shows the reason. */
  readonly disabledReason?: string | undefined;
  readonly onClick?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Props of a disabled or busy button: it stays in place, with its reason or spinner. */
function conduct({ busy = false, disabledReason, type = 'button', onClick }: Props, reasonId: string) {
  const rejected = disabledReason !== undefined;
  if (!rejected && !busy) return { type, onClick } as const;
  return {
    type: 'button',
    'aria-disabled': true,
    'aria-busy': busy || undefined,
    'aria-describedby': rejected ? reasonId : undefined,
  } as const;
}

export function Button(props: Props) {
  const {
    children,
    kind = 'secondary',
    icon,
    busy = false,
    pressed,
    wide = false,
    disabledReason,
    ref,
  } = props;
  const { onClick: _, ...remaining } = props;
  const reasonId = useId();
  const button = (
    <button
      {...passedOn(remaining)}
      {...conduct(props, reasonId)}
      ref={ref}
      className="tt-button"
      data-kind={kind}
      data-wide={wide}
      aria-pressed={pressed}
    >
      {busy ? <span className="tt-spinner" aria-hidden="true" /> : icon}
      <span className="tt-ellipsis">{children}</span>
      {disabledReason !== undefined && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </button>
  );
  // In the same place with and without a reason: the button keeps the focus when saving disables it.
  return <Tooltip label={disabledReason}>{button}</Tooltip>;
}

/** Attributes that a menu or tooltip sets on its button. */
function passedOn(props: object): object {
  return Object.fromEntries(
    Object.entries(props).filter(([name]) => /^(aria-|onPointer|onFocus|onBlur|onKeyDown|id$)/.test(name)),
  );
}
