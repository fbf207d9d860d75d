import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { dashletTypeNames, type DashletType } from '#schemas/dashboard/dashlets.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useDocumentPlace } from '../../document-page.ts';
import { useDashboardTexts } from '../../texts/en.ts';
import { isFull, newDashlet, newDashletId } from './dashlet-start.ts';
import type { DocumentDraftControl } from '../use-document-draft.ts';
import { useEditTexts } from '../texts/en.ts';

const DashletPicker = lazyOverlay(() => import('../picker/DashletPicker.tsx'), 'DashletPicker');

/** Why a document takes no more dashlets; undefined: it does. */
export function useFullReason({ draft }: DocumentDraftControl): string | undefined {
  const words = useEditTexts();
  const { maxDashlets: max } = dashboardLimits;
  return isFull(draft.document.dashlets) ? words('full', { max }) : undefined;
}

export interface AddProps {
  readonly control: DocumentDraftControl;
  /** The next key is for the new one. */
  readonly onAdd: (id: string) => void;
}

/** Adds a dashlet of a type, with its settings open. */
export function AddDashlet({ control, onAdd }: AddProps) {
  const text = useDashboardTexts();
  const { change: open } = useDocumentPlace();
  const [isPicking, setIsPicking] = useState(false);
  const add = (type: DashletType): void => {
    const dashlet = newDashlet(type, newDashletId(), control.draft.document.dashlets);
    setIsPicking(false);
    control.change(({ dashlets }) => void dashlets.push(dashlet));
    open({ dashlet: dashlet.id }, true);
    onAdd(dashlet.id);
  };
  return (
    <>
      <Button
        icon={<IconPlus size={15} />}
        disabledReason={useFullReason(control)}
        onClick={() => setIsPicking(true)}
      >
        {text('addDashlet')}
      </Button>
      {isPicking && (
        <Suspense>
          <DashletPicker types={dashletTypeNames} onPick={add} onClose={() => setIsPicking(false)} />
        </Suspense>
      )}
    </>
  );
}
