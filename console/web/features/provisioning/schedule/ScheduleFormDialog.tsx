import { z } from 'zod';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { createImportSchedule, updateImportSchedule } from '#schemas/provisioning/schedule-routes.ts';
import { ImportScheduleDraft, ScheduleSource, type ImportSchedule } from '#schemas/provisioning/schedule.ts';
import { removalBrake } from '#schemas/provisioning/removal-brake.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import type { FormFault } from '#web/kernel/form/form.machine.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import type { Language } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { MappingSelect, OptionFields } from '../import/UploadDialog.tsx';
import { provisioningTouches, useSchedules } from '../provisioning-queries.ts';
import { useProvisioningTexts } from '../texts/en.ts';

/** A draft as its fields hold it: each source keeps what was typed. */
type ScheduleFormDraft = Omit<ImportScheduleDraft, 'source'> & {
  readonly kind: 'folder' | 'https';
  readonly file: string;
  readonly url: string;
};

const emptyDraft = (): ScheduleFormDraft => ({
  name: '',
  enabled: true,
  kind: 'folder',
  file: '*.csv',
  url: '',
  cron: '0 6 * * *',
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  mapping: null,
  mode: 'lines',
  removeMissing: false,
  removalPercent: removalBrake.percent,
});

function draftOf({
  name,
  enabled,
  source,
  cron,
  timeZone,
  mapping,
  mode,
  removeMissing,
  removalPercent,
}: ImportSchedule): ScheduleFormDraft {
  return {
    name,
    enabled,
    cron,
    timeZone,
    mapping,
    mode,
    removeMissing,
    removalPercent,
    kind: source.kind,
    file: source.kind === 'folder' ? source.file : '',
    url: source.kind === 'https' ? source.url : '',
  };
}

const bodyOf = ({ kind, file, url, ...draft }: ScheduleFormDraft): ImportScheduleDraft => ({
  ...draft,
  source: kind === 'folder' ? { kind, file } : { kind, url },
});

const { source: _source, ...plain } = ImportScheduleDraft.shape;
const FormContract = z.strictObject({
  ...plain,
  kind: z.enum(['folder', 'https']),
  file: z.string(),
  url: z.string(),
});

/** Faults of the source are those of its field. */
function sourceFaults(draft: ScheduleFormDraft, language: Language): readonly FormFault[] {
  const parsed = parseInput(ScheduleSource, bodyOf(draft).source);
  if (parsed.ok) return [];
  return parsed.faults.map((fault) => ({
    ...inputFaultOf(fault, language),
    path: draft.kind === 'folder' ? 'file' : 'url',
  }));
}

interface Props {
  readonly schedule: ImportSchedule | undefined;
  readonly hasFolder: boolean;
  readonly onClose: () => void;
}

function useScheduleForm({ schedule, onClose }: Props) {
  const text = useProvisioningTexts();
  return useForm<ScheduleFormDraft>({
    contract: FormContract,
    check: sourceFaults,
    initial: schedule === undefined ? emptyDraft() : draftOf(schedule),
    fieldByCode: {
      NAME_TAKEN: 'name',
      IMPORT_CRON_INVALID: 'cron',
      TIMEZONE_UNKNOWN: 'timeZone',
      URL_INVALID: 'url',
    },
    async store(draft) {
      const body = bodyOf(draft);
      if (schedule === undefined) await call(createImportSchedule, { body });
      else
        await call(updateImportSchedule, {
          params: { scheduleId: schedule.id },
          body: { ...body, version: schedule.version },
        });
    },
    done: ({ name }) => text('wasSaved', { name }),
    touches: provisioningTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
}

/** The share above which a removal waits for a person. */
function RemovalField({ form }: { readonly form: ReturnType<typeof useScheduleForm> }) {
  const text = useProvisioningTexts();
  return (
    <NumberField
      id={'removalPercent'}
      unit={'%'}
      label={text('removalPercent')}
      description={text('removalHint')}
      value={form.draft.removalPercent}
      error={form.errorOf('removalPercent')}
      onChange={(percent) => form.change({ removalPercent: percent ?? removalBrake.percent })}
    />
  );
}

function ScheduleFormDialog(props: Props) {
  const { schedule, hasFolder } = props;
  const text = useProvisioningTexts();
  const form = useScheduleForm(props);
  const { draft } = form;
  return (
    <FormDialog
      title={schedule === undefined ? text('createTitle') : text('editTitle', { name: schedule.name })}
      form={form}
      disabledReason={useDisabledReason(createImportSchedule)}
      action={text(schedule === undefined ? 'create' : 'save')}
    >
      <TextField {...entryOf(form, 'name')} label={text('scheduleName')} required />
      <Select
        label={text('source')}
        value={draft.kind}
        options={(['folder', 'https'] as const).map((value) => ({ value, label: text(`source_${value}`) }))}
        onChange={(kind) => form.change({ kind: kind === 'https' ? 'https' : 'folder' })}
      />
      {draft.kind === 'folder' && !hasFolder && <Banner tone="warning">{text('noFolder')}</Banner>}
      {draft.kind === 'folder' ? (
        <TextField
          {...entryOf(form, 'file')}
          label={text('folderFile')}
          description={text('folderHint')}
          required
        />
      ) : (
        <TextField
          {...entryOf(form, 'url')}
          label={text('url')}
          placeholder="https://files.example.net/network.csv"
          required
        />
      )}
      <TextField {...entryOf(form, 'cron')} label={text('cron')} description={text('cronHint')} required />
      <TextField {...entryOf(form, 'timeZone')} label={text('timeZone')} required />
      <MappingSelect
        value={draft.mapping ?? undefined}
        onChange={(mapping) => form.change({ mapping: mapping ?? null })}
      />
      <OptionFields
        mode={draft.mode}
        removeMissing={draft.removeMissing}
        onChange={(part) => form.change(part)}
      />
      {draft.removeMissing && <RemovalField form={form} />}
      <Checkbox
        label={text('enabled')}
        checked={draft.enabled}
        onChange={(enabled) => form.change({ enabled })}
      />
    </FormDialog>
  );
}

/** The form of the address, once the schedules are loaded. */
export function ScheduleForm({ edit, onClose }: { readonly edit: string; readonly onClose: () => void }) {
  const { data } = useSchedules();
  const schedule = data?.schedules.find(({ id }) => String(id) === edit);
  if (data === undefined || (edit !== 'new' && schedule === undefined)) return null;
  return <ScheduleFormDialog key={edit} schedule={schedule} hasFolder={data.hasFolder} onClose={onClose} />;
}
