import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { WrittenDocumentFile } from '#schemas/dashboard/document-file.ts';
import type { DocumentEntry, DocumentSummary } from '#schemas/dashboard/entry.ts';
import { ProblemCodeValue, problemText } from '#schemas/problem/problem.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { Language } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FileButton } from '#web/ui/field/FileButton.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { DocumentImport } from '../document-api.ts';
import { cacheDocument } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { DifferenceList } from '../view/DifferenceList.tsx';

interface Props {
  /** The document that the file replaces; undefined: it becomes a new one. */
  readonly replaced: DocumentSummary | undefined;
  readonly onImported: (document: DocumentEntry) => void;
  readonly onClose: () => void;
}

type ReadFile = DocumentImport['file'];
type Chosen =
  | { readonly is: 'none' }
  | { readonly is: 'rejected'; readonly file: ReadFile | undefined; readonly problem: unknown }
  | {
      readonly is: 'checked';
      readonly file: ReadFile;
      readonly found: Awaited<ReturnType<ReturnType<typeof useDocumentPlace>['api']['importFile']>>;
    };

/** The rest is counted. */
const MAX_LINES = 30;

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const text = useDashboardTexts();
  const rest = lines.length - MAX_LINES;
  return (
    <ul>
      {lines.slice(0, MAX_LINES).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {rest > 0 && <li>{text('moreLines', { count: rest })}</li>}
    </ul>
  );
}

/** Where a file has faults, and which. */
const faultLines = (problem: unknown, language: Language): readonly string[] =>
  (problem instanceof ApiProblem ? problem.errors : []).map(({ path, code, params }) => {
    const known = ProblemCodeValue.catch('INPUT_INVALID').parse(code);
    return `${path.replace(/^body\.(file\.)?/, '')}: ${problemText(known, language, params ?? {})}`;
  });

function Outcome({ chosen }: { readonly chosen: Chosen }) {
  const text = useDashboardTexts();
  const language = useLanguage();
  if (chosen.is === 'none') return null;
  if (chosen.is === 'rejected')
    return (
      <Banner tone="bad">
        {chosen.problem === undefined
          ? problemText('IMPORT_FORMAT_INVALID', language)
          : sentenceOf(chosen.problem, language)}
        <Lines lines={faultLines(chosen.problem, language)} />
      </Banner>
    );
  const { leftOut, unknownKpis, difference } = chosen.found;
  return (
    <>
      {leftOut.length > 0 && (
        <Banner tone="warning">
          {text('leftOut', { count: leftOut.length })}
          <Lines lines={leftOut.map(({ path, element }) => `${path}: ${element}`)} />
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

function parsedText(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return undefined;
  }
}

/** The chosen file, which the server checks before anything changes. */
function useChosenFile(replaced: Props['replaced']) {
  const { api } = useDocumentPlace();
  const [chosen, setChosen] = useState<Chosen>({ is: 'none' });
  const replaces = replaced && { id: replaced.id, version: replaced.version };
  const send = (file: ReadFile, dryRun: boolean) =>
    api.importFile({ file, ...(replaces && { replaces }) }, dryRun);
  /** What the contract rejects is sent as it is: the server names each fault. */
  const check = async (read: unknown): Promise<void> => {
    const file = WrittenDocumentFile.safeParse(read).success ? (read as ReadFile) : undefined;
    try {
      const found = await send((file ?? read) as ReadFile, true);
      setChosen(
        file === undefined ? { is: 'rejected', file, problem: undefined } : { is: 'checked', file, found },
      );
    } catch (problem) {
      setChosen({ is: 'rejected', file, problem });
    }
  };
  return { chosen, setChosen, check, send };
}

/** Imports a document from a file, with a preview of the changes and of what is left out. */
export function ImportDocumentDialog({ replaced, onImported, onClose }: Props) {
  const text = useDashboardTexts();
  const queries = useQueryClient();
  const { api } = useDocumentPlace();
  const { chosen, setChosen, check, send } = useChosenFile(replaced);
  const apply = useMutation({
    mutationFn: (file: ReadFile) => send(file, false),
    onSuccess({ document }) {
      if (document === null) return;
      cacheDocument(queries, api, document);
      showToast({ text: text('saved', { name: document.name }) });
      onImported(document);
    },
    onError: (problem, file) => setChosen({ is: 'rejected', file, problem }),
  });
  const { file } = chosen.is === 'none' ? { file: undefined } : chosen;
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button
        kind="primary"
        busy={apply.isPending}
        disabledReason={chosen.is === 'checked' ? undefined : text('chooseFirst')}
        onClick={() => chosen.is === 'checked' && apply.mutate(chosen.file)}
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
            onText={(content) => void check(parsedText(content))}
          />
        </div>
        {replaced === undefined && file !== undefined && (
          <TextField
            label={text('name')}
            value={file.name ?? ''}
            onChange={(name) => void check({ ...file, name })}
          />
        )}
        <Outcome chosen={chosen} />
      </div>
    </Dialog>
  );
}
