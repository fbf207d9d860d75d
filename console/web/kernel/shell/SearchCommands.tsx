import { Suspense, useState } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { onFirstUse } from '#web/lib/on-first-use.ts';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { Kbd } from '#web/ui/text/Kbd.tsx';
import { useKernelTexts } from '../text/en.ts';

const load = () => import('./Commands.tsx');
const Commands = lazyOverlay(load, 'Commands');
onFirstUse(() => void load().catch(() => undefined));

/** The search button of the header and `Ctrl+K`. */
export function SearchCommands() {
  const text = useKernelTexts();
  const [open, setOpen] = useState(false);
  useShortcut({ key: 'k', control: true }, () => setOpen(true));
  return (
    <>
      <Tooltip label={text('search')} keys="Control+K">
        <button type="button" className="tt-search" onClick={() => setOpen(true)}>
          <IconSearch size={15} />
          <span>{text('search')}</span>
          <Kbd>Ctrl K</Kbd>
        </button>
      </Tooltip>
      {open && (
        <Suspense>
          <Commands onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
