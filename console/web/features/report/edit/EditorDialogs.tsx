import { useSelector } from '@xstate/react';
import { warningText } from '#schemas/problem/warning.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { itemsOutside, unusedVariables } from '#schemas/report/rules.ts';
import { dashletOf } from '#schemas/report/views.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { DashletDrawer } from '../../dashboard/edit/DashletDrawer.tsx';
import { dashletFaults } from '../../dashboard/edit/fault/document-faults.ts';
import { useDashboardTexts } from '../../dashboard/texts/en.ts';
import { useReportPlace } from '../report-place.ts';
import { useReportTexts } from '../texts/en.ts';
import type { ReportControl } from './report-control.ts';
import { SaveProblem } from './conflict/SaveProblem.tsx';
import { useLeaving } from './use-leaving.ts';

interface Props {
  readonly control: ReportControl;
}

/** What the user confirms before the report is saved: one warning after the other. */
function Confirmations({ control }: Props) {
  const text = useReportTexts();
  const language = useLanguage();
  const { actor, document } = control;
  const [code] = useSelector(actor, ({ context }) => context.confirmations);
  const isConfirming = useSelector(actor, (state) => state.matches({ report: 'confirming' }));
  if (!isConfirming || code === undefined) return null;
  const consequence =
    code === 'REPORT_ITEMS_OUTSIDE_PAGE'
      ? text('outsideCount', { count: itemsOutside(document).length })
      : unusedVariables(document).join(', ');
  return (
    <ConfirmDialog
      open
      key={code}
      kind="primary"
      title={warningText(code, language)}
      consequence={consequence}
      action={text('saveAnyway')}
      onConfirm={() => actor.send({ type: 'confirm' })}
      onClose={() => actor.send({ type: 'refuse' })}
    />
  );
}

/** The settings of the dashlet that the address names, in the side panel. */
export function OpenDashlet({ control }: Props) {
  const language = useLanguage();
  const kpis = useKpis();
  const { search, change } = useReportPlace();
  const item = control.page.items.find(({ id }) => id === search.dashlet);
  if (item?.kind !== 'dashlet') return null;
  const dashlet = dashletOf(item);
  return (
    <DashletDrawer
      key={item.id}
      dashlet={dashlet}
      faults={dashletFaults(dashlet, kpis, language)}
      onChange={(recipe, mark) =>
        control.changeItem(
          item.id,
          (draft) => {
            // The content has what recipes change of a dashlet: its title and its settings.
            if (draft.kind === 'dashlet') recipe(draft.content as unknown as Dashlet);
          },
          mark,
        )
      }
      onClose={() => change({ dashlet: undefined }, true)}
    />
  );
}

interface DialogProps extends Props {
  readonly isDiscarding: boolean;
  readonly onDiscarded: () => void;
}

/** What the user confirms: before changes are lost, before a save, and when a save fails. */
export function EditorDialogs({ control, isDiscarding, onDiscarded }: DialogProps) {
  const text = useReportTexts();
  const words = useDashboardTexts();
  const leaving = useLeaving(control.isChanged);
  return (
    <>
      <ConfirmDialog
        open={isDiscarding}
        title={words('discardTitle')}
        consequence={text('discardHint')}
        action={words('discard')}
        onClose={onDiscarded}
        onConfirm={() => {
          onDiscarded();
          control.actor.send({ type: 'discard' });
        }}
      />
      <ConfirmDialog
        open={leaving.isBlocked}
        title={words('discardTitle')}
        consequence={text('leaveHint')}
        action={words('discard')}
        onClose={leaving.stay}
        onConfirm={() => {
          control.actor.send({ type: 'discard' });
          leaving.leave();
        }}
      />
      <Confirmations control={control} />
      <SaveProblem control={control} />
    </>
  );
}
