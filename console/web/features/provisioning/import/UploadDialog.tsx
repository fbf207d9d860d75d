import { useRef, useState, type ChangeEvent } from 'react';
import { IconUpload } from '@tabler/icons-react';
import type { ImportMode } from '#schemas/provisioning/import-run.ts';
import { createImport } from '#schemas/provisioning/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { provisioningTouches, useMappings } from '../provisioning-queries.ts';
import { useProvisioningTexts } from '../texts/en.ts';

interface FileProps {
  readonly file: File | undefined;
  readonly onChoose: (file: File) => void;
}

function FileChoice({ file, onChoose }: FileProps) {
  const text = useProvisioningTexts();
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    if (chosen !== undefined) onChoose(chosen);
  };
  return (
    <div className="tt-provisioning-file">
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.xlsx"
        aria-label={text('file')}
        onChange={choose}
      />
      <Button icon={<IconUpload size={15} />} onClick={() => input.current?.click()}>
        {text('file')}
      </Button>
      <span className="tt-muted">{file?.name ?? text('noFile')}</span>
    </div>
  );
}

interface OptionsProps {
  readonly mode: ImportMode;
  readonly removeMissing: boolean;
  readonly onChange: (part: { readonly mode?: ImportMode; readonly removeMissing?: boolean }) => void;
}

/** What happens to lines in error and to elements that the file does not name. */
export function OptionFields({ mode, removeMissing, onChange }: OptionsProps) {
  const text = useProvisioningTexts();
  return (
    <>
      <Select
        label={text('mode')}
        value={mode}
        options={(['file', 'lines'] as const).map((value) => ({ value, label: text(`mode_${value}`) }))}
        onChange={(value) => onChange({ mode: value === 'lines' ? 'lines' : 'file' })}
      />
      <Checkbox
        label={text('removeMissing')}
        checked={removeMissing}
        onChange={(checked) => onChange({ removeMissing: checked })}
      />
    </>
  );
}

interface MappingProps {
  readonly value: number | undefined;
  readonly onChange: (mapping: number | undefined) => void;
}

/** A stored mapping, or the headings themselves. */
export function MappingSelect({ value, onChange }: MappingProps) {
  const text = useProvisioningTexts();
  const { data } = useMappings();
  const stored = (data?.mappings ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      label={text('mapping')}
      value={value === undefined ? '' : String(value)}
      options={[{ value: '', label: text('recognised') }, ...stored]}
      onChange={(id) => onChange(id === '' ? undefined : Number(id))}
    />
  );
}

interface Props {
  readonly onClose: () => void;
  readonly onUploaded: (id: number) => void;
}

/** Uploads a file; its difference opens afterwards. */
export function UploadDialog({ onClose, onUploaded }: Props) {
  const text = useProvisioningTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const { run, isPending } = useAction(provisioningTouches);
  const [file, setFile] = useState<File>();
  const [options, setOptions] = useState({ mode: 'file' as ImportMode, removeMissing: false });
  const [mapping, setMapping] = useState<number>();
  const [problem, setProblem] = useState<unknown>();
  const send = async (chosen: File) => {
    const body = new Uint8Array(await chosen.arrayBuffer());
    const query = {
      name: chosen.name,
      mode: options.mode,
      mapping,
      removeMissing: options.removeMissing ? ('true' as const) : ('false' as const),
    };
    return call(createImport, { query, body });
  };
  const upload = (chosen: File) => {
    setProblem(undefined);
    run(() => send(chosen), { onDone: ({ id }) => onUploaded(id), onProblem: setProblem });
  };
  const actions = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button
        kind="primary"
        busy={isPending}
        disabledReason={file === undefined ? text('chooseFile') : undefined}
        onClick={() => file && upload(file)}
      >
        {text('uploadAction')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('uploadTitle')} width={560} actions={actions} onClose={onClose}>
      <div className="tt-provisioning-form">
        <p className="tt-muted">{text('uploadHint')}</p>
        {problem !== undefined && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
        <FileChoice file={file} onChoose={setFile} />
        <MappingSelect value={mapping} onChange={setMapping} />
        <OptionFields {...options} onChange={(part) => setOptions({ ...options, ...part })} />
      </div>
    </Dialog>
  );
}
