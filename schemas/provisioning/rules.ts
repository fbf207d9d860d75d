import type { ImportFailure, ImportRun, ImportState } from './import-run.ts';

export const importActions = ['plan', 'apply', 'cancel', 'repeat', 'undo'] as const;
export type ImportAction = (typeof importActions)[number];

/** Why an action is not possible, as a key of the texts of the page. */
export type ImportObstacle =
  | 'busy'
  | 'notReady'
  | 'inError'
  | 'ended'
  | 'noFile'
  | 'notFinished'
  | 'notLast'
  | 'changedSince';

type JudgedRun = Pick<ImportRun, 'state' | 'mode' | 'linesInError' | 'hasSource' | 'isLast'> & {
  /** Of a finished run: why its undo has failed. */
  readonly failure: Pick<ImportFailure, 'code'> | null;
};

/** A difference that a person can apply or reject. */
export const awaitsDecision = (state: ImportState): boolean => state === 'ready' || state === 'held';

/** Applied without the lines in error. */
export const isPartlyApplied = ({
  state,
  linesInError,
}: Pick<JudgedRun, 'state' | 'linesInError'>): boolean => state === 'finished' && linesInError > 0;

const isBusy = (state: ImportState): boolean => state === 'queued' || state === 'running';

const judges = {
  plan: ({ state, hasSource }) =>
    isBusy(state)
      ? 'busy'
      : state === 'finished' || state === 'undone'
        ? 'ended'
        : hasSource
          ? undefined
          : 'noFile',
  apply: ({ state, mode, linesInError }) =>
    isBusy(state)
      ? 'busy'
      : !awaitsDecision(state)
        ? 'notReady'
        : mode === 'file' && linesInError > 0
          ? 'inError'
          : undefined,
  cancel: ({ state }) => (isBusy(state) || awaitsDecision(state) ? undefined : 'ended'),
  repeat: ({ state, hasSource }) => (isBusy(state) ? 'busy' : hasSource ? undefined : 'noFile'),
  undo: ({ state, isLast, failure }) => {
    if (state !== 'finished') return 'notFinished';
    // What has changed since does not change back: another attempt fails too.
    if (failure?.code === 'IMPORT_UNDO_CHANGED') return 'changedSince';
    return isLast ? undefined : 'notLast';
  },
} as const satisfies Record<ImportAction, (run: JudgedRun) => ImportObstacle | undefined>;

/** Returns what is in the way of an action; undefined: it is possible. */
export const obstacleTo = (action: ImportAction, run: JudgedRun): ImportObstacle | undefined =>
  judges[action](run);
