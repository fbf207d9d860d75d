import { Suspense, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { fieldName } from '#schemas/explore/fields.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import type { ExploreSearch } from '../explore-search.ts';
import { alarmOf } from './alarm-of.ts';
import { applicationOfFilter } from './application-of.ts';
import { savedDashlet } from './dashlet-of.ts';
import { useExploreTexts } from '../texts/en.ts';

const SaveAlarmDialog = lazyOverlay(() => import('./SaveAlarmDialog.tsx'), 'SaveAlarmDialog');
const SaveDashletDialog = lazyOverlay(() => import('./SaveDashletDialog.tsx'), 'SaveDashletDialog');

interface Props {
  readonly customer: number;
  readonly search: ExploreSearch;
}

/** What a dashlet with the same values is called. */
function useTitle({ by, measure = 'bps' }: ExploreSearch): string {
  const text = useExploreTexts();
  const language = useLanguage();
  const names = by.map((id) => fieldName(id, language));
  return [text(`measure_${measure}`), ...names].join(' · ');
}

/** What the user may create elsewhere. */
function useWritable() {
  const { modules } = useSession();
  const dashboard = usePermission('DASHBOARD.write');
  const cockpit = usePermission('TEMPLATE.COCKPIT.write');
  const application = usePermission('PARAMETERS.APPLICATION.write');
  const may = { dashboard, cockpit, application };
  return (module: keyof typeof may): boolean => may[module] && modules.includes(module);
}

/** The entries for what the user may create, with the reason where the request has no counterpart. */
function useSaveItems({ customer, search }: Props, open: (dialog: 'dashlet' | 'alarm') => void) {
  const text = useExploreTexts();
  const navigate = useNavigate();
  const isWritable = useWritable();
  const given = applicationOfFilter(search.filter ?? '');
  const dashlet = savedDashlet(search);
  const alarm = alarmOf(search);
  const item = (label: string, disabledReason: string | undefined, run: () => void): MenuItem => ({
    is: 'action',
    label,
    disabledReason,
    run,
  });
  const noDashlet = typeof dashlet === 'string' ? text(`noDashlet_${dashlet}`) : undefined;
  const noAlarm = typeof alarm === 'string' ? text(`noAlarm_${alarm}`) : undefined;
  const noApplication = given === undefined ? text('saveNeedsEnds') : undefined;
  const define = (): void =>
    void navigate({ to: '/application', search: { customer, edit: 'new', ...given } });
  const items = [
    ...(isWritable('dashboard') ? [item(text('saveDashlet'), noDashlet, () => open('dashlet'))] : []),
    ...(isWritable('cockpit') ? [item(text('saveAlarm'), noAlarm, () => open('alarm'))] : []),
    ...(isWritable('application') ? [item(text('saveApplication'), noApplication, define)] : []),
  ];
  return { items, dashlet, alarm };
}

/** What the request can become elsewhere: its editor opens with it filled in. */
export function SaveMenu(props: Props) {
  const { customer, search } = props;
  const text = useExploreTexts();
  const [dialog, setDialog] = useState<'dashlet' | 'alarm'>();
  const title = useTitle(search);
  const { items, dashlet, alarm } = useSaveItems(props, setDialog);
  if (items.length === 0) return null;
  const close = (): void => setDialog(undefined);
  return (
    <>
      <Menu
        width={300}
        target={<Button icon={<IconDeviceFloppy size={15} />}>{text('save')}</Button>}
        items={items}
      />
      <Suspense fallback={null}>
        {dialog === 'dashlet' && typeof dashlet !== 'string' && (
          <SaveDashletDialog customerId={customer} dashlet={dashlet} title={title} onClose={close} />
        )}
        {dialog === 'alarm' && typeof alarm !== 'string' && (
          <SaveAlarmDialog start={alarm} isFiltered={(search.filter ?? '') !== ''} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
