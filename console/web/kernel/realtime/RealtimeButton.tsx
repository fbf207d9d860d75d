import { Suspense, useState } from 'react';
import { IconActivity } from '@tabler/icons-react';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import type { RealtimeElement } from './realtime-state.ts';
import { useRealtimeTexts } from './texts/en.ts';

const RealtimeDialog = lazyOverlay(() => import('./RealtimeDialog.tsx'), 'RealtimeDialog');

/** As in `schemas/realtime`, whose KPIs load with the dialog. */
const kinds: readonly string[] = ['device', 'interface', 'class'];

/** Opens an element in real time; nothing for kinds that a poller cannot read by themselves, nor without the right to values. */
export function RealtimeButton({
  element,
  layer,
}: {
  readonly element: RealtimeElement;
  /** Of a button in a dialog: its name within the `DialogStack`. */
  readonly layer?: string;
}) {
  const text = useRealtimeTexts();
  const [open, setOpen] = useState(false);
  const mayWatch = usePermission('DASHBOARD.read');
  if (!mayWatch || !kinds.includes(element.kind)) return null;
  return (
    <>
      <Button icon={<IconActivity size={15} />} onClick={() => setOpen(true)}>
        {text('open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <RealtimeDialog element={element} layer={layer} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
