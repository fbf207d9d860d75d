import { IconArrowBackUp, IconDownload, IconPlayerStop, IconRepeat } from '@tabler/icons-react';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import { isPartlyApplied, obstacleTo, type ImportAction } from '#schemas/provisioning/rules.ts';
import { msOf } from '#web/lib/clock.ts';
import { formatProgress } from '#schemas/unit/format.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag, type TagTone } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { en } from '../texts/en.ts';

type Text = Translate<typeof en>;

const tones: Readonly<Record<ImportRun['state'], TagTone>> = {
  queued: 'plain',
  running: 'accent',
  ready: 'accent',
  held: 'warning',
  finished: 'good',
  failed: 'bad',
  cancelled: 'plain',
  undone: 'warning',
};

/** The state of an import, while it runs with its progress. */
export function ImportStateTag({ run, text }: { readonly run: ImportRun; readonly text: Text }) {
  const language = useLanguage();
  const { step, done, total } = run.progress;
  const percent = formatProgress(total === 0 ? 0 : done / total, language);
  return (
    <>
      {isPartlyApplied(run) ? (
        <Tag tone="warning">{text('state_partly')}</Tag>
      ) : (
        <Tag tone={tones[run.state]}>{text(`state_${run.state}`)}</Tag>
      )}
      {run.state === 'running' && (
        <span className="tt-muted"> {text('progress', { step: text(`step_${step}`), percent })}</span>
      )}
    </>
  );
}

export interface ImportActs {
  readonly open: (run: ImportRun) => void;
  readonly cancel: (run: ImportRun) => void;
  readonly repeat: (run: ImportRun) => void;
  readonly undo: (run: ImportRun) => void;
  readonly download: (run: ImportRun, kind: 'source' | 'result') => void;
}

interface Options {
  readonly text: Text;
  readonly language: Language;
  readonly actionsLabel: string;
  /** Why the user may change nothing. */
  readonly disabledReason: string | undefined;
  readonly acts: ImportActs;
}

/** Why an action is not possible, in words. */
export function obstacleReason(
  action: ImportAction,
  run: ImportRun,
  { text, disabledReason }: Pick<Options, 'text' | 'disabledReason'>,
): string | undefined {
  const obstacle = obstacleTo(action, run);
  return disabledReason ?? (obstacle === undefined ? undefined : text(`obstacle_${obstacle}`));
}

const menuOf = (run: ImportRun, options: Options): readonly MenuItem[] => {
  const { text, acts } = options;
  const noFile = text('obstacle_noFile');
  return [
    {
      is: 'action',
      label: text('sourceFile'),
      icon: <IconDownload size={15} />,
      disabledReason: run.hasSource ? undefined : noFile,
      run: () => acts.download(run, 'source'),
    },
    {
      is: 'action',
      label: text('resultFile'),
      icon: <IconDownload size={15} />,
      disabledReason: run.hasResult ? undefined : noFile,
      run: () => acts.download(run, 'result'),
    },
    {
      is: 'action',
      label: text('repeat'),
      icon: <IconRepeat size={15} />,
      disabledReason: obstacleReason('repeat', run, options),
      run: () => acts.repeat(run),
    },
    { is: 'line', id: 'end' },
    {
      is: 'action',
      label: text(run.state === 'held' ? 'reject' : 'cancel'),
      icon: <IconPlayerStop size={15} />,
      disabledReason: obstacleReason('cancel', run, options),
      run: () => acts.cancel(run),
    },
    {
      is: 'action',
      label: text('undo'),
      icon: <IconArrowBackUp size={15} />,
      disabledReason: obstacleReason('undo', run, options),
      run: () => acts.undo(run),
    },
  ];
};

/** What it changes, in words: `7 added, 1 removed`. */
const differenceText = ({ counts }: ImportRun, text: Options['text']): string => {
  const parts = (['added', 'changed', 'removed'] as const).flatMap((kind) =>
    counts[kind] > 0 ? [text(`count_${kind}`, { count: counts[kind] })] : [],
  );
  return parts.length === 0 ? text('nothingChanged') : parts.join(', ');
};

const actions = (options: Options): Column<ImportRun> => ({
  ...rowActionsColumn<ImportRun>({
    header: options.actionsLabel,
    nameOf: ({ name }) => name,
    actions: (run) => menuOf(run, options),
    disabledReasonOf: () => undefined,
  }),
  card: { line: 1, end: true },
});

const startedColumn = (text: Options['text']): Column<ImportRun> => ({
  id: 'started',
  header: text('started'),
  value: ({ createdAt }) => createdAt,
  cell: ({ createdAt }) => <Time at={msOf(createdAt)} />,
  width: 130,
  card: { line: 3, end: true },
});

export function importRunColumns(options: Options): readonly Column<ImportRun>[] {
  const { text, language } = options;
  const contents = ({ contents: levels }: ImportRun): string =>
    levels.map((level) => text(`byLevel_${level}`)).join(', ');
  return [
    {
      ...textColumn<ImportRun>('name', text('name'), ({ name }) => name),
      width: 160,
      grow: 2,
      fixed: true,
      card: { line: 1 },
    },
    {
      id: 'state',
      header: text('state'),
      value: ({ state }) => state,
      cell: (run) => <ImportStateTag run={run} text={text} />,
      width: 130,
      grow: 1,
      card: { line: 2 },
    },
    {
      ...countColumn<ImportRun>('lines', text('lines'), {
        countOf: ({ linesImported }) => linesImported,
        language,
      }),
      width: 120,
    },
    {
      ...countColumn<ImportRun>('inError', text('inError'), {
        countOf: ({ linesInError }) => linesInError,
        language,
      }),
      width: 120,
    },
    {
      ...textColumn<ImportRun>('difference', text('difference'), (run) => differenceText(run, text)),
      width: 150,
      card: { line: 2, end: true },
    },
    {
      ...textColumn<ImportRun>('clients', text('clients'), ({ clients }) => clients.join(', ')),
      width: 140,
      card: { line: 3 },
    },
    { ...textColumn<ImportRun>('contents', text('contents'), contents), width: 140, yields: 1 },
    {
      ...textColumn<ImportRun>('author', text('author'), ({ createdBy }) => createdBy),
      width: 110,
      yields: 2,
    },
    startedColumn(text),
    actions(options),
  ];
}
