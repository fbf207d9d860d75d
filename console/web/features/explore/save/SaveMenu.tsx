import { Suspense, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { fieldName } from '#schemas/explore/fields.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import type { ExploreSearch } from '../explore-search.ts';
import { alarmOf } from './alarm-of.ts';
import { applicationOfFilter } from './application-of.ts';
import { savedDashlet } from './dashlet-of.ts';
import type { SavedDocument } from './saved-documents.ts';
import { useExploreTexts } from '../texts/en.ts';

const AlarmStartDialog = lazyOverlay(
  () => import('#web/kernel/alarm-start/AlarmStartDialog.tsx'),
  'AlarmStartDialog',
);
const SaveDashletDialog = lazyOverlay(() => import('./SaveDashletDialog.tsx'), 'SaveDashletDialog');

interface Props {
  readonly customer: number;
  readonly search: ExploreSearch;
}

/** What a dashlet with the same values is called. */
function useTitle({ by, measure = 'bps', kpi, keys }: ExploreSearch): string {
  const text = useExploreTexts();
  const language = useLanguage();
  const facts = useKpis().get(kpi ?? '');
  if (facts !== undefined)
    return [facts[language], ...keys.map((key) => elementKindNames[key][language])].join(' · ');
  const names = by.map((id) => fieldName(id, language));
  return [text(`measure_${measure}`), ...names].join(' · ');
}

/** What the user may create elsewhere. */
function useWritable() {
  const { modules } = useSession();
  const dashboard = usePermission('DASHBOARD.write');
  const report = usePermission('REPORT.write');
  const cockpit = usePermission('TEMPLATE.COCKPIT.write');
  const application = usePermission('PARAMETERS.APPLICATION.write');
  const may = { dashboard, report, cockpit, application };
  return (module: keyof typeof may): boolean => may[module] && modules.includes(module);
}

type SaveDialog = SavedDocument | 'alarm';

/** Why no custom application matches the flows, in words. */
function useApplicationReason(given: ReturnType<typeof applicationOfFilter>): string | undefined {
  const text = useExploreTexts();
  const language = useLanguage();
  if (!('obstacle' in given)) return undefined;
  return 'field' in given
    ? text(`noApplication_${given.obstacle}`, { field: fieldName(given.field, language) })
    : text(`noApplication_${given.obstacle}`);
}

/** The entries for what the user may create, with the reason where the request has no counterpart. */
function useSaveItems({ customer, search }: Props, open: (dialog: SaveDialog) => void) {
  const text = useExploreTexts();
  const navigate = useNavigate();
  const isWritable = useWritable();
  const given = applicationOfFilter(search.kpi === undefined ? (search.filter ?? '') : '');
  const kpis = useKpis();
  const dashlet = savedDashlet(search, kpis);
  const alarm = alarmOf(search, kpis);
  const item = (label: string, disabledReason: string | undefined, run: () => void): MenuItem => ({
    is: 'action',
    label,
    disabledReason,
    run,
  });
  const noDashlet = typeof dashlet === 'string' ? text(`noDashlet_${dashlet}`) : undefined;
  const noAlarm = typeof alarm === 'string' ? text(`noAlarm_${alarm}`) : undefined;
  const noApplication = useApplicationReason(given);
  const define = (): void => {
    if (!('obstacle' in given))
      void navigate({ to: '/application', search: { customer, edit: 'new', ...given } });
  };
  const items = [
    ...(isWritable('dashboard') ? [item(text('saveDashlet'), noDashlet, () => open('dashboard'))] : []),
    ...(isWritable('report') ? [item(text('saveReport'), noDashlet, () => open('report'))] : []),
    ...(isWritable('cockpit') ? [item(text('saveAlarm'), noAlarm, () => open('alarm'))] : []),
    ...(isWritable('application') ? [item(text('saveApplication'), noApplication, define)] : []),
  ];
  return { items, dashlet, alarm };
}

/** What the request can become elsewhere: its editor opens with it filled in. */
export function SaveMenu(props: Props) {
  const { customer, search } = props;
  const text = useExploreTexts();
  const [dialog, setDialog] = useState<SaveDialog>();
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
        {dialog !== undefined && dialog !== 'alarm' && typeof dashlet !== 'string' && (
          <SaveDashletDialog
            customerId={customer}
            kind={dialog}
            dashlet={dashlet}
            title={title}
            onClose={close}
          />
        )}
        {dialog === 'alarm' && typeof alarm !== 'string' && (
          <AlarmStartDialog
            start={alarm}
            notes={[
              text(`alarmTarget_${alarm.target ?? 'element'}`),
              ...((search.filter ?? '') === '' ? [] : [text('alarmUnfiltered')]),
            ]}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
