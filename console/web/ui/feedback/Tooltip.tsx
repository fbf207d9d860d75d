import {
  cloneElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useTimer } from '#web/lib/use-timer.ts';
import { Kbd } from '../text/Kbd.tsx';
import { positionNextTo, type Side } from './position-next-to.ts';
import './tooltip.css';

interface TargetProps {
  readonly onPointerEnter?: (event: unknown) => void;
  readonly onPointerLeave?: (event: unknown) => void;
  readonly onFocus?: (event: unknown) => void;
  readonly onBlur?: (event: unknown) => void;
  readonly onPointerDown?: (event: unknown) => void;
  readonly 'aria-keyshortcuts'?: string | undefined;
}

interface Props {
  /** Undefined: nothing to say at present. */
  readonly label: ReactNode;
  readonly children: ReactElement<TargetProps>;
  readonly position?: Side;
  /** The shortcut of the target as in `aria-keyshortcuts`: `Control+K`. */
  readonly keys?: string | undefined;
}

const showAfterMs = 300;

const shortKeys: Readonly<Record<string, string>> = { Control: 'Ctrl', Escape: 'Esc', Enter: '↵' };

/** The keys of a shortcut as they are printed on a keyboard. */
function Keys({ keys }: { readonly keys: string }) {
  return keys.split('+').map((key) => <Kbd key={key}>{shortKeys[key] ?? key}</Kbd>);
}

function Bubble({
  label,
  keys,
  target,
  position,
}: {
  readonly label: ReactNode;
  readonly keys: string | undefined;
  readonly target: Element;
  readonly position: Side;
}) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (element === null) return;
    const room = {
      width: document.documentElement.clientWidth,
      height: document.documentElement.clientHeight,
    };
    const { left, top } = positionNextTo(target.getBoundingClientRect(), element.getBoundingClientRect(), {
      side: position,
      room,
    });
    element.style.transform = `translate(${String(left)}px, ${String(top)}px)`;
  });
  return createPortal(
    <div ref={bubble} role="tooltip" className="tt-tooltip">
      {label}
      {keys !== undefined && <Keys keys={keys} />}
    </div>,
    document.body,
  );
}

type Handler = (event: unknown) => void;
const both =
  (own: Handler, given: Handler | undefined): Handler =>
  (event) => {
    own(event);
    given?.(event);
  };
const targetOf = (event: unknown): Element => (event as { readonly currentTarget: Element }).currentTarget;

/** Shows after 300 ms and on keyboard focus, hides at once and on Escape. */
export function Tooltip({ label, children, position = 'bottom', keys }: Props) {
  const [target, setTarget] = useState<Element>();
  const timer = useTimer();
  const show: Handler = (event) => {
    if (label === undefined) return;
    const element = targetOf(event);
    timer.start(showAfterMs, () => setTarget(element));
  };
  const hide = () => {
    timer.stop();
    setTarget(undefined);
  };
  useEffect(() => {
    if (target === undefined) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setTarget(undefined);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [target]);
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: both(show, props.onPointerEnter),
        onPointerLeave: both(hide, props.onPointerLeave),
        onPointerDown: both(hide, props.onPointerDown),
        onFocus: both((event) => targetOf(event).matches(':focus-visible') && show(event), props.onFocus),
        onBlur: both(hide, props.onBlur),
        ...(keys !== undefined && { 'aria-keyshortcuts': keys }),
      })}
      {target !== undefined && label !== undefined && (
        <Bubble label={label} keys={keys} target={target} position={position} />
      )}
    </>
  );
}
