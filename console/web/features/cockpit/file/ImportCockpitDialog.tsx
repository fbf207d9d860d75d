import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import type { CockpitFile } from '#schemas/cockpit/cockpit-file.ts';
import { importCockpit, type CockpitFileOutcome } from '#schemas/cockpit/file-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { KpiDirectoryProvider, useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { FileButton } from '#web/ui/field/FileButton.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { groupsQuery, keepCockpit, libraryTouches } from '../cockpit-queries.ts';
import type { TaskCockpit } from '../library/cockpit-task.ts';
import { useCockpitTexts } from '../texts/en.ts';
import { differenceBlocks } from '../versions/difference-words.ts';
import { DifferenceBlocks } from '../versions/DifferenceBlocks.tsx';
import { useVersionTexts } from '../versions/texts/en.ts';
import { asCockpitFile, faultLines, problemLine, readCockpitFile, type ChosenFile } from './file-fault.ts';
import { useFileTexts } from './texts/en.ts';
import './cockpit-file.css';

interface Props {
  /** The cockpit that the file replaces; undefined: it becomes a new one. */
  readonly replaced: TaskCockpit | undefined;
  readonly onImported: (cockpit: Cockpit) => void;
  readonly onClose: () => void;
}

/** Others are counted. */
const MAX_LINES = 30;

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const text = useFileTexts();
  const remaining = lines.length - MAX_LINES;
  return (
    <ul className="tt-cockpit-file-lines">
      {lines.slice(0, MAX_LINES).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {remaining > 0 && <li>{text('more', { count: remaining })}</li>}
    </ul>
  );
}

function Rejected({ chosen }: { readonly chosen: Extract<ChosenFile, { is: 'rejected' }> }) {
  const wording = { text: useFileTexts(), language: useLanguage() };
  return (
    <Banner tone="bad">
      {problemLine(chosen, wording)}
      <Lines lines={faultLines(chosen, wording)} />
    </Banner>
  );
}

function Found({ found: { difference, leftOut } }: { readonly found: CockpitFileOutcome }) {
  const text = useFileTexts();
  const words = { text: useVersionTexts(), cockpitText: useCockpitTexts(), uiText: useUiTexts() };
  const language = useLanguage();
  const kpis = useKpis();
  const { data: groups = [] } = useQuery(groupsQuery);
  return (
    <>
      {leftOut.length > 0 && (
        <Banner tone="warning">
          {text('leftOut', { count: leftOut.length })}
          <Lines lines={leftOut.map((each) => text('leftOutLine', each))} />
        </Banner>
      )}
      <section className="tt-cockpit-file-changes" aria-label={text('changes')}>
        <DifferenceBlocks blocks={differenceBlocks(difference, { ...words, language, kpis, groups })} />
      </section>
    </>
  );
}

function Outcome({ chosen }: { readonly chosen: ChosenFile }) {
  if (chosen.is === 'none') return null;
  return chosen.is === 'rejected' ? <Rejected chosen={chosen} /> : <Found found={chosen.found} />;
}

/** The chosen file, which the server checks again with another name. */
function useChosenFile(replaced: TaskCockpit | undefined) {
  const [chosen, setChosen] = useState<ChosenFile>({ is: 'none' });
  const replaces = replaced && { id: replaced.id, version: replaced.version };
  const send = (
    file: CockpitFile,
    { dryRun, enable }: { readonly dryRun: boolean; readonly enable: boolean },
  ) =>
    call(importCockpit, {
      query: { dryRun: String(dryRun) },
      body: { file, enable, ...(replaces && { replaces }) },
    });
  /** What the contract rejects is sent as it is: the server names each fault. */
  const check = async (read: unknown): Promise<void> => {
    const file = asCockpitFile(read);
    try {
      const found = await send((file ?? read) as CockpitFile, { dryRun: true, enable: false });
      setChosen(
        file === undefined ? { is: 'rejected', file, problem: undefined } : { is: 'checked', file, found },
      );
    } catch (problem) {
      setChosen({ is: 'rejected', file, problem });
    }
  };
  return { chosen, setChosen, check, send };
}

interface EnableProps {
  readonly enable: boolean;
  readonly onChange: (enable: boolean) => void;
}

function EnableField({ enable, onChange }: EnableProps) {
  const text = useFileTexts();
  return (
    <div>
      <Checkbox label={text('enable')} checked={enable} onChange={onChange} />
      <p className="tt-muted">{text('enableHint')}</p>
    </div>
  );
}

const nameOf = (chosen: ChosenFile): string =>
  chosen.is === 'none' ? '' : (chosen.file?.cockpit.name ?? '');

/** Imports a cockpit from a file, with a preview of the changes and of what is left out. */
export function ImportCockpitDialog({ replaced, onImported, onClose }: Props) {
  const text = useFileTexts();
  const ui = useUiTexts();
  const shownName = useBuiltInName('cockpit');
  const cache = useQueryCache();
  const { chosen, setChosen, check, send } = useChosenFile(replaced);
  const [enable, setEnable] = useState(false);
  const { run, isPending } = useAction(libraryTouches);
  const apply = (file: CockpitFile): void =>
    run(() => send(file, { dryRun: false, enable }), {
      onDone({ cockpit }) {
        if (cockpit === null) return;
        keepCockpit(cache, cockpit);
        const name = shownName(cockpit.name);
        showToast({ text: text(replaced === undefined ? 'imported' : 'replaced', { name }) });
        onImported(cockpit);
      },
      onProblem: (problem) => setChosen({ is: 'rejected', file, problem }),
    });
  const rename = (name: string): void => {
    if (chosen.is === 'none' || chosen.file === undefined) return;
    void check({ ...chosen.file, cockpit: { ...chosen.file.cockpit, name } });
  };
  const hasName = replaced === undefined && chosen.is !== 'none' && chosen.file !== undefined;
  return (
    <Dialog
      open
      title={replaced === undefined ? text('titleNew') : text('titleReplace', { name: replaced.name })}
      width={640}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button
            kind="primary"
            busy={isPending}
            disabledReason={chosen.is === 'checked' ? undefined : text('nothing')}
            onClick={() => chosen.is === 'checked' && apply(chosen.file)}
          >
            {text('import')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <KpiDirectoryProvider>
        <div className="tt-cockpit-file">
          <p className="tt-muted">{text(replaced === undefined ? 'hintNew' : 'hintReplace')}</p>
          <div>
            <FileButton
              label={text('choose')}
              inputLabel={text('file')}
              accept=".json,application/json"
              onFile={async (file) => check(readCockpitFile(await file.text()))}
            />
          </div>
          {hasName && <TextField label={text('name')} value={nameOf(chosen)} onChange={rename} />}
          {hasName && <EnableField enable={enable} onChange={setEnable} />}
          <Outcome chosen={chosen} />
        </div>
      </KpiDirectoryProvider>
    </Dialog>
  );
}
