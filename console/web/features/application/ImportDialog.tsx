import { useRef, useState, type ChangeEvent } from 'react';
import { IconUpload } from '@tabler/icons-react';
import { ProblemCodeValue, problemText } from '#schemas/problem/problem.ts';
import { importColumns, type ApplicationImport } from '#schemas/application/import.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { ApplicationApi } from './application-api.ts';
import { applicationTouches } from './application-queries.ts';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly api: ApplicationApi;
  readonly onClose: () => void;
}

type CheckedFile =
  | { readonly is: 'nothing' }
  | { readonly is: 'rejected'; readonly problem: unknown }
  | { readonly is: 'ready'; readonly csv: string; readonly found: ApplicationImport };

/** The remaining faults are counted. */
const MAX_FAULTS = 50;

/** The faults of the file with their line and column. */
function Faults({ problem }: { readonly problem: unknown }) {
  const text = useApplicationTexts();
  const language = useLanguage();
  const errors = problem instanceof ApiProblem ? problem.errors : [];
  const sentences = errors.map(({ path, code, params }) => {
    const [, line = '', column = ''] = path.split('.');
    const known = ProblemCodeValue.catch('INPUT_INVALID').parse(code);
    const fault = problemText(known, language, params ?? {});
    return text('importFault', { line, column, fault });
  });
  return (
    <Banner tone="bad">
      {sentenceOf(problem, language)}
      <ul className="tt-application-import">
        {sentences.slice(0, MAX_FAULTS).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {sentences.length > MAX_FAULTS && text('importMore', { count: sentences.length - MAX_FAULTS })}
    </Banner>
  );
}

function Found({ found }: { readonly found: ApplicationImport }) {
  const text = useApplicationTexts();
  const language = useLanguage();
  return (
    <>
      {found.ofAnotherClient.map(({ line, client }) => (
        <Banner key={line} tone="warning">
          {text('importOther', {
            line,
            client,
            warning: warningText('RESOURCE_OF_ANOTHER_CLIENT', language),
          })}
        </Banner>
      ))}
      <ul className="tt-application-import" aria-label={text('importFound')}>
        {found.applications.map(({ name, change }) => (
          <li key={name}>{text(`import-${change}`, { name })}</li>
        ))}
      </ul>
    </>
  );
}

/** Imports applications from a file, with a preview of the changes. */
export function ImportDialog({ api, onClose }: Props) {
  const text = useApplicationTexts();
  const ui = useUiTexts();
  const { run, isPending } = useAction(applicationTouches);
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<CheckedFile>({ is: 'nothing' });
  const readFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file === undefined) return;
    const csv = await file.text();
    // Selecting the same file again, once corrected, must trigger a change.
    if (input.current !== null) input.current.value = '';
    try {
      setChecked({ is: 'ready', csv, found: await api.import({ csv, dryRun: true }) });
    } catch (problem) {
      setChecked({ is: 'rejected', problem });
    }
  };
  const apply = () => {
    if (checked.is !== 'ready') return;
    const { csv } = checked;
    run(() => api.import({ csv, dryRun: false }), { done: text('imported'), onDone: onClose });
  };
  const actions = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button
        kind="primary"
        busy={isPending}
        disabledReason={checked.is === 'ready' ? undefined : text('importNothing')}
        onClick={apply}
      >
        {text('importApply')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('importTitle')} width={640} actions={actions} onClose={onClose}>
      <div className="tt-application-file">
        <p className="tt-muted">{text('importHint', { columns: importColumns.join(', ') })}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,text/csv"
          aria-label={text('importFile')}
          onChange={(event) => void readFile(event)}
        />
        <Button icon={<IconUpload size={15} />} onClick={() => input.current?.click()}>
          {text('importFile')}
        </Button>
        {checked.is === 'rejected' && <Faults problem={checked.problem} />}
        {checked.is === 'ready' && <Found found={checked.found} />}
      </div>
    </Dialog>
  );
}
