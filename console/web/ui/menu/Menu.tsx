import { cloneElement, Suspense, useState, type ReactElement, type Ref } from 'react';
import { lazyOverlay } from '../overlay/lazy-overlay.tsx';
import type { MenuItem } from './menu-item.ts';

const load = () => import('./MenuPopup.tsx');
const MenuView = lazyOverlay(load, 'MenuPopup');

interface TargetProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
}

interface Props {
  /** The button that opens it. */
  readonly target: ReactElement<TargetProps>;
  /** A function is called when it opens. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  readonly width?: number;
  /** Stays open for several choices, such as columns. */
  readonly keepOpen?: boolean;
}

/** A button with a menu. The code of the menu loads on hover or click. */
export function Menu({ target, items, width = 220, keepOpen = false }: Props) {
  const [isRequested, setRequested] = useState(false);
  const button = cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setRequested(true),
    onPointerEnter: () => void load(),
  });
  if (!isRequested) return button;
  return (
    <Suspense fallback={button}>
      <MenuView
        target={target}
        items={items}
        width={width}
        keepOpen={keepOpen}
        onClose={() => setRequested(false)}
      />
    </Suspense>
  );
}
