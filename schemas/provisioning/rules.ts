import type { ImportRun, ImportState } from './import-run.ts';

export const importActions = ['plan', 'apply', 'cancel', 'repeat', 'undo'] as const;
export type ImportAction = (typeof importActions)[number];

/** Why an action is not possible, as a key of the texts of the page. */
export type ImportObstacle = 'busy' | 'notReady' | 'inError' | 'ended' | 'noFile' | 'notFinished' | 'notLast';

type JudgedRun = Pick<ImportRun, 'state' | 'mode' | 'linesInError' | 'hasSource' | 'isLast'>;

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
      : state !== 'ready'
        ? 'notReady'
        : mode === 'file' && linesInError > 0
          ? 'inError'
          : undefined,
  cancel: ({ state }) => (isBusy(state) || state === 'ready' ? undefined : 'ended'),
  repeat: ({ state, hasSource }) => (isBusy(state) ? 'busy' : hasSource ? undefined : 'noFile'),
  undo: ({ state, isLast }) => (state !== 'finished' ? 'notFinished' : isLast ? undefined : 'notLast'),
} as const satisfies Record<ImportAction, (run: JudgedRun) => ImportObstacle | undefined>;

/** Returns what is in the way of an action; undefined: it is possible. */
export const obstacleTo = (action: ImportAction, run: JudgedRun): ImportObstacle | undefined =>
  judges[action](run);
