import { Suspense, useState } from 'react';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';

const ShortcutList = lazyOverlay(() => import('./ShortcutList.tsx'), 'ShortcutList');

/** `?` lists the keys of the console. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  useShortcut({ key: '?' }, () => setOpen(true));
  return (
    open && (
      <Suspense>
        <ShortcutList onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
