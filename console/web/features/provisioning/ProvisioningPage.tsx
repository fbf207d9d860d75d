import { IconDownload, IconPlus } from '@tabler/icons-react';
import { BYTE_ORDER_MARK, csvLine } from '#schemas/csv/csv-text.ts';
import { startDiscovery } from '#schemas/discovery/routes.ts';
import { importFieldNames } from '#schemas/provisioning/import-columns.ts';
import { createImport } from '#schemas/provisioning/routes.ts';
import { createImportSchedule } from '#schemas/provisioning/schedule-routes.ts';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { useCsvDialect } from '#web/lib/export/csv-choice.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { DiscoveriesTab } from './discovery/DiscoveriesTab.tsx';
import { StartDiscoveryDialog } from './discovery/StartDiscoveryDialog.tsx';
import { ImportsTab } from './import/ImportsTab.tsx';
import { UploadDialog } from './import/UploadDialog.tsx';
import { useProvisioningSearch } from './provisioning-search.ts';
import { ScheduleForm } from './schedule/ScheduleFormDialog.tsx';
import { SchedulesTab } from './schedule/SchedulesTab.tsx';
import { useProvisioningTexts } from './texts/en.ts';
import './provisioning.css';

const adding = {
  imports: { label: 'upload', call: createImport },
  discoveries: { label: 'discover', call: startDiscovery },
  schedules: { label: 'addSchedule', call: createImportSchedule },
} as const;

function useHeaderActions(tab: keyof typeof adding) {
  const text = useProvisioningTexts();
  const { change } = useProvisioningSearch();
  const { label, call } = adding[tab];
  const disabledReason = useDisabledReason(call);
  const dialect = useCsvDialect();
  const template = () =>
    downloadText(text('templateName'), {
      text: BYTE_ORDER_MARK + csvLine(importFieldNames, dialect),
      type: 'text/csv;charset=utf-8',
    });
  return (
    <>
      {tab === 'imports' && (
        <Button icon={<IconDownload size={15} />} onClick={template}>
          {text('template')}
        </Button>
      )}
      <Button
        kind="primary"
        icon={<IconPlus size={15} />}
        disabledReason={disabledReason}
        onClick={() => change({ edit: 'new' })}
      >
        {text(label)}
      </Button>
    </>
  );
}

/** The dialog of the address. */
function PageDialogs({ tab }: { readonly tab: keyof typeof adding }) {
  const { search, change } = useProvisioningSearch();
  const close = () => change({ edit: undefined });
  if (search.edit === undefined) return null;
  if (tab === 'schedules') return <ScheduleForm edit={search.edit} onClose={close} />;
  if (search.edit !== 'new') return null;
  return tab === 'discoveries' ? (
    <StartDiscoveryDialog onClose={close} />
  ) : (
    <UploadDialog onClose={close} onUploaded={(id) => change({ edit: undefined, import: id })} />
  );
}

/** Imports of the inventory, discoveries, and imports at given times. */
export function ProvisioningPage() {
  const text = useProvisioningTexts();
  const { search, change } = useProvisioningSearch();
  const tab = search.tab ?? 'imports';
  const open = (chosen: string) =>
    change({
      tab: chosen === 'discoveries' || chosen === 'schedules' ? chosen : undefined,
      edit: undefined,
      import: undefined,
      discovery: undefined,
    });
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} actions={useHeaderActions(tab)} />
      <ReadOnlyNote call={createImport} />
      <Tabs
        page
        label={text('tabs')}
        chosen={tab}
        onChoose={open}
        tabs={[
          { id: 'imports', label: text('imports'), content: <ImportsTab /> },
          { id: 'discoveries', label: text('discoveries'), content: <DiscoveriesTab /> },
          { id: 'schedules', label: text('schedules'), content: <SchedulesTab /> },
        ]}
      />
      <PageDialogs tab={tab} />
    </div>
  );
}
