import { lazy, Suspense, useState } from 'react';
import { useShortcut } from '#web/lib/use-shortcut.ts';

const ShortcutList = lazy(() =>
  import('./ShortcutList.tsx').then(({ ShortcutList: component }) => ({ default: component })),
);

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
