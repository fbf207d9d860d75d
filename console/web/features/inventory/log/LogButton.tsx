import { Suspense, useState } from 'react';
import { IconHistory } from '@tabler/icons-react';
import { Button } from '#web/ui/button/Button.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useChangeTexts } from '../change/texts/en.ts';
import type { LogCustomers } from './LogDialog.tsx';

const LogDialog = lazyOverlay(() => import('./LogDialog.tsx'), 'LogDialog');

/** Opens the action log of the inventory of a customer, or of one of several. */
export function LogButton({ customers }: { readonly customers: LogCustomers }) {
  const text = useChangeTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<IconHistory size={15} />} onClick={() => setOpen(true)}>
        {text('log')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <LogDialog customers={customers} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
