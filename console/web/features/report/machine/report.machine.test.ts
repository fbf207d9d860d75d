import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { emptyReport, type ReportDocument } from '#schemas/report/document.ts';
import type { ReportContent, ReportEntry } from '#schemas/report/entry.ts';
import type { Resolution, VariableSelection } from '#schemas/report/resolve.ts';
import { reportModes, type ReportMode } from './modes.ts';
import { reportMachine } from './report.machine.ts';

const entryOf = (document: ReportDocument, version = 1): ReportEntry =>
  ({ id: 7, name: 'Monthly', description: '', folder: '', version, document }) as ReportEntry;
const contentOf = ({ name, description, folder, document }: ReportEntry): ReportContent => ({
  name,
  description,
  folder,
  document,
});

const item = (x: number) => ({
  id: 'i1' as const,
  kind: 'shape' as const,
  shape: 'line' as const,
  locked: false,
  strokeWidth: 1,
  strokeStyle: 'solid' as const,
  radius: 0,
  frame: { x, y: 0, width: 100, height: 10 },
});
const withItem = (x: number): ReportDocument => ({
  ...emptyReport,
  pages: [{ ...emptyReport.pages[0]!, items: [item(x)] }],
});
const unused = { name: 'Site', choice: { id: 'site', element: 'site' } } as never;

interface SaveInput {
  readonly content: ReportContent;
  readonly base: ReportEntry | undefined;
}
interface ResolveInput {
  readonly content: ReportContent;
  readonly selection: VariableSelection;
}

interface MachineParts {
  readonly document?: ReportDocument;
  readonly mode?: ReportMode;
  readonly isTemplate?: boolean;
  readonly save?: () => Promise<ReportEntry>;
  readonly load?: () => Promise<ReportEntry>;
  readonly resolve?: () => Promise<Resolution>;
}

function startedMachine({
  document = emptyReport,
  mode = reportModes.design,
  isTemplate = false,
  save = () => Promise.resolve(entryOf(document, 2)),
  load = () => Promise.resolve(entryOf(document, 3)),
  resolve = () => Promise.resolve({ pages: [], truncated: false }),
}: MachineParts = {}) {
  const clock = new SimulatedClock();
  const calls: string[] = [];
  const emitted: string[] = [];
  const called = <Value>(name: string, run: () => Promise<Value>) => {
    calls.push(name);
    return run();
  };
  const actor = createActor(
    reportMachine.provide({
      actors: {
        'load the report': fromPromise<ReportEntry>(() => called('load', load)),
        'save the report': fromPromise<ReportEntry, SaveInput>(() => called('save', save)),
        'resolve the pages': fromPromise<Resolution, ResolveInput>(() => called('resolve', resolve)),
      },
    }),
    {
      clock,
      input: {
        entry: entryOf(document),
        content: contentOf(entryOf(document)),
        contentOf,
        mode,
        isTemplate,
        selection: {},
        resolvingIntervalMs: 500,
      },
    },
  );
  for (const type of ['not confirmed', 'saved', 'save failed', 'resolve failed'] as const)
    actor.on(type, () => void emitted.push(type));
  actor.start();
  const count = (name: string): number => calls.filter((each) => each === name).length;
  return { actor, clock, emitted, count };
}

/** Promises that are settled have reached the machine. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};
const rename = {
  type: 'change',
  recipe: (draft: ReportContent) => void ((draft as { name: string }).name = 'A'),
} as const;

describe('a report that is saved', () => {
  it('requires no confirmation where all items are on their page and all variables are used', async () => {
    const { actor, emitted, count } = startedMachine();
    actor.send({ type: 'save' });
    await settled();
    expect([count('save'), emitted]).toEqual([1, ['saved']]);
    expect(actor.getSnapshot().context.base?.version).toBe(2);
  });

  it('requests a confirmation when items lie outside their page, and then when variables are unused', async () => {
    const document = { ...withItem(-50), variables: [unused] };
    const { actor, count } = startedMachine({ document });
    actor.send({ type: 'save' });
    expect(actor.getSnapshot().context.confirmations).toEqual([
      'REPORT_ITEMS_OUTSIDE_PAGE',
      'REPORT_VARIABLES_UNUSED',
    ]);
    actor.send({ type: 'confirm' });
    expect([actor.getSnapshot().context.confirmations, count('save')]).toEqual([
      ['REPORT_VARIABLES_UNUSED'],
      0,
    ]);
    actor.send({ type: 'confirm' });
    await settled();
    expect(count('save')).toBe(1);
  });

  it('is not saved when the confirmation is refused: Save not confirmed by user. Cancelling.', async () => {
    const { actor, emitted, count } = startedMachine({ document: withItem(-50) });
    actor.send({ type: 'save' });
    actor.send({ type: 'refuse' });
    await settled();
    expect([count('save'), emitted]).toEqual([0, ['not confirmed']]);
    expect(actor.getSnapshot().matches({ report: 'open' })).toBe(true);
  });

  it('keeps its draft and its history when the save fails, which it says', async () => {
    const { actor, emitted } = startedMachine({ save: () => Promise.reject(new Error('down')) });
    actor.send(rename);
    actor.send({ type: 'save' });
    await settled();
    const { report, base } = actor.getSnapshot().context;
    expect([emitted, report.history.value.name, report.history.past.length, base?.version]).toEqual([
      ['save failed'],
      'A',
      1,
      1,
    ]);
  });

  it('has no history after the save', async () => {
    const { actor } = startedMachine();
    actor.send(rename);
    actor.send({ type: 'save' });
    await settled();
    expect(actor.getSnapshot().context.report.history.past).toEqual([]);
  });
});

describe('a report that is loaded again', () => {
  it('takes what was loaded', async () => {
    const { actor } = startedMachine();
    actor.send(rename);
    actor.send({ type: 'load' });
    await settled();
    const { report, base } = actor.getSnapshot().context;
    expect([report.history.value.name, base?.version]).toEqual(['Monthly', 3]);
  });

  it('that fails has no history and says why', async () => {
    const { actor } = startedMachine({ load: () => Promise.reject(new Error('not found')) });
    actor.send(rename);
    actor.send({ type: 'load' });
    await settled();
    const { report, problem } = actor.getSnapshot().context;
    expect([report.history.past, problem]).toEqual([[], new Error('not found')]);
    expect(actor.getSnapshot().matches({ report: 'failed' })).toBe(true);
  });
});

describe('report pages are resolved', () => {
  it.each([
    ['when a report loads', { type: 'load' }],
    ['when the context updates', { type: 'context', selection: { site: [1] } }],
    ['when the mode changes', { type: 'mode', mode: reportModes.slides }],
    ['on refresh', { type: 'refresh' }],
  ] as const)('%s', async (_, event) => {
    const { actor, clock, count } = startedMachine({ mode: reportModes.read });
    await settled();
    expect(count('resolve')).toBe(1);
    actor.send(event);
    await settled();
    clock.increment(500);
    await settled();
    expect(count('resolve')).toBe(2);
  });

  it('at an interval: of several updates once', async () => {
    const { actor, clock, count } = startedMachine({ mode: reportModes.read });
    await settled();
    for (let update = 0; update < 5; update += 1) {
      actor.send({ type: 'context', selection: { site: [update] } });
      clock.increment(499);
    }
    expect(count('resolve')).toBe(1);
    clock.increment(1);
    await settled();
    expect(count('resolve')).toBe(2);
  });

  it('outside the administration space only', async () => {
    const { actor, clock, count } = startedMachine({ mode: reportModes.read, isTemplate: true });
    actor.send({ type: 'refresh' });
    clock.increment(1_000);
    await settled();
    expect(count('resolve')).toBe(0);
  });

  it('a failure is emitted', async () => {
    const { actor, emitted } = startedMachine({
      mode: reportModes.read,
      resolve: () => Promise.reject(new Error('no')),
    });
    await settled();
    expect(emitted).toEqual(['resolve failed']);
    expect(actor.getSnapshot().context.resolveProblem).toEqual(new Error('no'));
  });
});

describe('modes', () => {
  it('a new report is designed at once, and what is changed can be undone', () => {
    const { actor } = startedMachine({ mode: reportModes.read });
    actor.send({ type: 'create', content: contentOf(entryOf(emptyReport)) });
    actor.send(rename);
    const { mode, history } = actor.getSnapshot().context.report;
    expect([mode, history.past.length]).toEqual([reportModes.design, 1]);
    actor.send({ type: 'undo' });
    expect(actor.getSnapshot().context.report.history.value.name).toBe('Monthly');
    actor.send({ type: 'redo' });
    expect(actor.getSnapshot().context.report.history.value.name).toBe('A');
  });
});
