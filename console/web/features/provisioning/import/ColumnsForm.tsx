import { useState } from 'react';
import { importFieldNames, type ImportMapping } from '#schemas/provisioning/import-columns.ts';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import { createImportMapping } from '#schemas/provisioning/mapping-routes.ts';
import { planImport } from '#schemas/provisioning/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { provisioningTouches } from '../provisioning-queries.ts';
import { useProvisioningTexts } from '../texts/en.ts';
import { obstacleReason } from './import-columns.tsx';
import { OptionFields } from './UploadDialog.tsx';

interface FieldsProps {
  readonly run: ImportRun;
  readonly mapping: ImportMapping;
  readonly onChange: (mapping: ImportMapping) => void;
}

function ColumnFields({ run, mapping, onChange }: FieldsProps) {
  const text = useProvisioningTexts();
  const headings = [...new Set(run.source?.headings.map(({ name }) => name) ?? [])].filter(
    (name) => name !== '',
  );
  const options = [
    { value: '', label: text('notRead') },
    ...headings.map((value) => ({ value, label: value })),
  ];
  return (
    <div className="tt-provisioning-columns">
      {importFieldNames.map((column) => (
        <Select
          key={column}
          label={text(`field_${column}`)}
          value={mapping[column] ?? ''}
          options={options}
          onChange={(heading) => onChange({ ...mapping, [column]: heading === '' ? undefined : heading })}
        />
      ))}
    </div>
  );
}

/** Columns without those that are not in the file. */
const chosen = (mapping: ImportMapping): ImportMapping =>
  Object.fromEntries(
    Object.entries(mapping).filter(([, heading]) => heading !== undefined && heading !== ''),
  );

/** The columns of the file and the options, to compare it again with others. */
export function ColumnsForm({ run }: { readonly run: ImportRun }) {
  const text = useProvisioningTexts();
  const plan = useRouteAction(planImport, { touches: provisioningTouches });
  const creation = useRouteAction(createImportMapping, { touches: provisioningTouches });
  const disabledReason = useDisabledReason(planImport);
  const [mapping, setMapping] = useState(run.mapping);
  const [options, setOptions] = useState({ mode: run.mode, removeMissing: run.removeMissing });
  const [name, setName] = useState('');
  if (run.source === null || obstacleReason('plan', run, { text, disabledReason: undefined }) !== undefined)
    return null;
  const compare = () =>
    plan.run(
      { params: { importId: run.id }, body: { ...options, mapping: chosen(mapping) } },
      { done: text('compared', { name: run.name }) },
    );
  const save = () =>
    creation.run({ body: { name, columns: chosen(mapping) } }, { done: text('savedMapping', { name }) });
  return (
    <details className="tt-provisioning-details" open={run.failure !== null}>
      <summary>{text('columns')}</summary>
      <ColumnFields run={run} mapping={mapping} onChange={setMapping} />
      <OptionFields {...options} onChange={(part) => setOptions({ ...options, ...part })} />
      <div className="tt-provisioning-file">
        <Button disabledReason={disabledReason} onClick={compare}>
          {text('compareAgain')}
        </Button>
        <TextField label={text('mappingName')} value={name} onChange={setName} />
        <Button
          disabledReason={disabledReason ?? (name.trim() === '' ? text('mappingName') : undefined)}
          onClick={save}
        >
          {text('saveMapping')}
        </Button>
      </div>
    </details>
  );
}
