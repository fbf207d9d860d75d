import { IconPlus } from '@tabler/icons-react';
import { dashletTypeNames, dashletTypes } from '#schemas/dashboard/dashlets.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useDocumentPlace } from '../../document-page.ts';
import { useDashboardTexts } from '../../texts/en.ts';
import { isFull, newDashlet, newDashletId } from './dashlet-start.ts';
import type { DocumentDraftControl } from '../use-document-draft.ts';
import { useEditTexts } from '../texts/en.ts';

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
  const language = useLanguage();
  const words = useEditTexts();
  const { change: open } = useDocumentPlace();
  const items = dashletTypeNames.map((type): MenuItem => ({
    is: 'action',
    label: dashletTypes[type][language],
    description: words(`type_${type}`),
    run() {
      const dashlet = newDashlet(type, newDashletId(), control.draft.document.dashlets);
      control.change(({ dashlets }) => void dashlets.push(dashlet));
      open({ dashlet: dashlet.id }, true);
      onAdd(dashlet.id);
    },
  }));
  const button = (
    <Button icon={<IconPlus size={15} />} disabledReason={useFullReason(control)}>
      {text('addDashlet')}
    </Button>
  );
  return <Menu target={button} items={items} width={380} />;
}
