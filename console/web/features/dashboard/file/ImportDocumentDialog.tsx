import { useRef, useState } from 'react';
import { z } from 'zod';
import { WrittenDocumentFile } from '#schemas/dashboard/document-file.ts';
import type { DocumentEntry, DocumentSummary } from '#schemas/dashboard/entry.ts';
import { ProblemCodeValue, problemText } from '#schemas/problem/problem.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useTimer } from '#web/lib/use-timer.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FileButton } from '#web/ui/field/FileButton.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { DocumentImport } from '../document-api.ts';
import { useDocumentCache } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { DifferenceList } from '../view/DifferenceList.tsx';
import { readJson, type ReadJson } from './read-json.ts';

interface Props {
  /** The document that the file replaces; undefined: it becomes a new one. */
  readonly replaced: DocumentSummary | undefined;
  readonly onImported: (document: DocumentEntry) => void;
  readonly onClose: () => void;
}

type ReadFile = DocumentImport['file'];
type Chosen =
  | { readonly is: 'none' }
  | Extract<ReadJson, { readonly is: 'not-json' }>
  | { readonly is: 'rejected'; readonly file: ReadFile | undefined; readonly problem: unknown }
  | {
      readonly is: 'checked';
      readonly file: ReadFile;
      readonly found: Awaited<ReturnType<ReturnType<typeof useDocumentPlace>['api']['importFile']>>;
    };

/** What remains is counted. */
const MAX_LINES = 30;
/** A name that is typed is checked after this pause, in milliseconds. */
const PAUSE_MS = 400;

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const text = useDashboardTexts();
  const remaining = lines.length - MAX_LINES;
  return (
    <ul>
      {lines.slice(0, MAX_LINES).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {remaining > 0 && <li>{text('moreLines', { count: remaining })}</li>}
    </ul>
  );
}

interface Wording {
  readonly text: ReturnType<typeof useDashboardTexts>;
  readonly language: Language;
}

/** Where a file has faults, and which. */
const faultLines = (problem: unknown, { text, language }: Wording): readonly string[] =>
  (problem instanceof ApiProblem ? problem.errors : []).map(({ path, code, params }) => {
    const known = ProblemCodeValue.catch('INPUT_INVALID').parse(code);
    const place = path.replace(/^body\.(file\.?)?/, '');
    return text('faultAt', {
      place: place === '' ? text('entireFile') : place,
      fault: problemText(known, language, params ?? {}),
    });
  });

/** Why a file is rejected; its faults follow. */
function rejectionOf(problem: unknown, faults: number, { text, language }: Wording): string {
  if (problem === undefined) return problemText('IMPORT_FORMAT_INVALID', language);
  return faults === 0 ? sentenceOf(problem, language) : text('fileFaults', { count: faults });
}

function Outcome({ chosen }: { readonly chosen: Chosen }) {
  const text = useDashboardTexts();
  const language = useLanguage();
  if (chosen.is === 'none') return null;
  const wording = { text, language };
  if (chosen.is === 'not-json')
    return <Banner tone="bad">{text('notJson', { line: chosen.line, column: chosen.column })}</Banner>;
  if (chosen.is === 'rejected') {
    const faults = faultLines(chosen.problem, wording);
    return (
      <Banner tone="bad">
        {rejectionOf(chosen.problem, faults.length, wording)}
        <Lines lines={faults} />
      </Banner>
    );
  }
  const { leftOut, unknownKpis, difference } = chosen.found;
  return (
    <>
      {leftOut.length > 0 && (
        <Banner tone="warning">
          {text('leftOut', { count: leftOut.length })}
          <Lines
            lines={leftOut.map(({ path, element }) => text('faultAt', { place: path, fault: element }))}
          />
        </Banner>
      )}
      {unknownKpis.length > 0 && (
        <Banner tone="warning">{text('unknownKpis', { kpis: unknownKpis.join(', ') })}</Banner>
      )}
      <section aria-label={text('changes')}>
        <DifferenceList difference={difference} />
      </section>
    </>
  );
}

/** What is read as far as it has a name to change: one that is rejected may be imported under another name. */
const Named = z.looseObject({ name: z.string() });
const named = (read: unknown): ReadFile | undefined =>
  Named.safeParse(read).success ? (read as ReadFile) : undefined;

/** The chosen file, which the server checks before anything changes. */
function useChosenFile(replaced: Props['replaced']) {
  const { api } = useDocumentPlace();
  const [chosen, setChosen] = useState<Chosen>({ is: 'none' });
  const [name, setName] = useState('');
  const pause = useTimer();
  const checks = useRef(0);
  const replaces = replaced && { id: replaced.id, version: replaced.version };
  const send = (file: ReadFile, dryRun: boolean) =>
    api.importFile({ file, ...(replaces && { replaces }) }, dryRun);
  /** What the contract rejects is sent as it is: the server names each fault. */
  const check = async (read: unknown): Promise<void> => {
    const file = WrittenDocumentFile.safeParse(read).success ? (read as ReadFile) : undefined;
    checks.current += 1;
    const number = checks.current;
    const show = (outcome: Chosen): void => {
      // What was checked before the last change says nothing about it.
      if (checks.current === number) setChosen(outcome);
    };
    try {
      const found = await send((file ?? read) as ReadFile, true);
      show(
        file === undefined ? { is: 'rejected', file, problem: undefined } : { is: 'checked', file, found },
      );
    } catch (problem) {
      show({ is: 'rejected', file: file ?? named(read), problem });
    }
  };
  const rename = (file: ReadFile, typed: string): void => {
    setName(typed);
    pause.start(PAUSE_MS, () => void check({ ...file, name: typed }));
  };
  /** A text that is no JSON is not sent. */
  const choose = (content: string): void => {
    const read = readJson(content);
    pause.stop();
    checks.current += 1;
    if (read.is !== 'json') return setChosen(read);
    setName(named(read.value)?.name ?? '');
    void check(read.value);
  };
  return { chosen, setChosen, choose, name, rename, send };
}

/** Imports a document from a file, with a preview of the changes and of what is left out. */
export function ImportDocumentDialog({ replaced, onImported, onClose }: Props) {
  const text = useDashboardTexts();
  const { api } = useDocumentPlace();
  const cacheDocument = useDocumentCache(api);
  const { run, isPending } = useAction([]);
  const { chosen, setChosen, choose, name, rename, send } = useChosenFile(replaced);
  const apply = (applied: ReadFile) =>
    run(() => send(applied, false), {
      onDone({ document }) {
        if (document === null) return;
        cacheDocument(document);
        showToast({ text: text('saved', { name: document.name }) });
        onImported(document);
      },
      onProblem: (problem) => setChosen({ is: 'rejected', file: applied, problem }),
    });
  const file = 'file' in chosen ? chosen.file : undefined;
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button
        kind="primary"
        busy={isPending}
        disabledReason={chosen.is === 'checked' ? undefined : text('chooseFirst')}
        onClick={() => chosen.is === 'checked' && apply(replaced ? chosen.file : { ...chosen.file, name })}
      >
        {text('import')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={replaced === undefined ? text('importTitle') : text('replaceTitle', { name: replaced.name })}
      width={640}
      actions={actions}
      onClose={onClose}
    >
      <div className="tt-dashlet-form">
        <p className="tt-muted">{text(replaced === undefined ? 'importHint' : 'replaceHint')}</p>
        <div>
          <FileButton
            label={text('chooseFile')}
            inputLabel={text('documentFile')}
            accept=".json,application/json"
            onFile={async (file) => choose(await file.text())}
          />
        </div>
        {replaced === undefined && file !== undefined && (
          <TextField label={text('name')} value={name} onChange={(typed) => rename(file, typed)} />
        )}
        <Outcome chosen={chosen} />
      </div>
    </Dialog>
  );
}
