import { describe, expect, it } from 'vitest';
import { emptyReport, type ReportDocument } from '#schemas/report/document.ts';
import type { ReportContent } from '#schemas/report/entry.ts';
import { withLayout } from '#schemas/report/rules.ts';
import { withNewPage, withoutPage, withPageCopy, withPageMoved, withoutVariable } from './page-changes.ts';
import {
  changedBy,
  created,
  highlight,
  loaded,
  loadFailed,
  loading,
  redo,
  saved,
  switched,
  undo,
  type ReportState,
} from './report-state.ts';
import { reportModes, type ReportMode } from './modes.ts';

const content = (name = 'Monthly'): ReportContent => ({
  name,
  description: '',
  folder: '',
  document: emptyReport,
});
const in2 = (): ReportState => loaded({ mode: reportModes.design }, content());
const named = (state: ReportState, name: string): ReportState =>
  changedBy(state, (draft) => {
    (draft as { name: string }).name = name;
  });
const steps = ({ history }: ReportState): number => history.past.length;
const nameOf = ({ history }: ReportState): string => history.value.name;

const pages = (...ids: string[]): ReportDocument => ({
  ...emptyReport,
  pages: ids.map((id) => ({ ...emptyReport.pages[0]!, id })),
});
const newId = (): string => 'new';

describe('undo history', () => {
  it.each([
    [reportModes.read, 0],
    [reportModes.slides, 0],
    [reportModes.design, 1],
    [reportModes.setup, 1],
  ] as const)('is kept only in modes 2 and 3: mode %i', (mode, count) => {
    expect(steps(named(switched(in2(), mode), 'A'))).toBe(count);
  });

  it('is kept on create', () => {
    expect(steps(named(created(content()), 'A'))).toBe(1);
  });

  it('is kept on load in mode 2', () => {
    expect(steps(named(loading(in2()), 'A'))).toBe(1);
    expect(steps(named(loading(loaded({ mode: reportModes.read }, content())), 'A'))).toBe(0);
  });

  it('is kept on switch to mode 2', () => {
    const read = loaded({ mode: reportModes.read }, content());
    expect(steps(named(switched(read, reportModes.design), 'A'))).toBe(1);
  });

  it('stays between modes 2 and 3, and ends with mode 0 or 1', () => {
    const edited = named(in2(), 'A');
    const modes: readonly [ReportMode, number][] = [
      [reportModes.setup, 1],
      [reportModes.design, 1],
      [reportModes.read, 0],
      [reportModes.slides, 0],
    ];
    for (const [mode, count] of modes) expect([mode, steps(switched(edited, mode))]).toEqual([mode, count]);
  });

  it.each([
    ['on create', () => created(content())],
    ['on load', () => loading(named(in2(), 'A'))],
    ['on load failure', () => loadFailed(named(in2(), 'A'))],
    ['on load success', () => loaded(named(in2(), 'A'), content('B'))],
    ['after save', () => saved(named(in2(), 'A'), content('A'))],
  ])('is cleared %s', (_, act) => {
    const { past, future } = act().history;
    expect([past, future]).toEqual([[], []]);
  });

  it('has a limit of 50', () => {
    let state = in2();
    for (let step = 1; step <= 60; step += 1) state = named(state, String(step));
    expect(steps(state)).toBe(50);
    for (let step = 0; step < 60; step += 1) state = undo(state);
    expect(nameOf(state)).toBe('10');
    expect(nameOf(redo(state))).toBe('11');
  });

  it('opens the first page where the open one is undone', () => {
    const { document, page } = withNewPage(emptyReport, 'p1', newId);
    const added = {
      ...changedBy(in2(), (draft) => {
        (draft as { document: ReportDocument }).document = document;
      }),
      page,
    };
    expect(undo(added).page).toBe('p1');
  });
});

describe('variables', () => {
  it.each([
    [reportModes.read, undefined],
    [reportModes.slides, 'site'],
    [reportModes.design, 'site'],
    [reportModes.setup, undefined],
  ] as const)('are unhighlighted when the mode changes to 3 or 0: mode %i', (mode, expected) => {
    expect(switched(highlight(in2(), 'site'), mode).highlighted).toBe(expected);
  });

  it('leave every page, dashlet and the breakdown when they are removed', () => {
    const variable = { name: 'Site', choice: { id: 'site', element: 'site' } } as never;
    const used: ReportDocument = {
      ...emptyReport,
      variables: [variable],
      breakdown: 'site',
      filters: ['site'],
      pages: [{ ...emptyReport.pages[0]!, multiplier: 'site', filters: ['site'] }],
    };
    expect(withoutVariable(used, 'site')).toEqual(emptyReport);
  });
});

describe('pages', () => {
  it.each([
    ['the current page becomes the next page', pages('a', 'b', 'c'), 'b', 'c', ['a', 'c']],
    ['else the previous one', pages('a', 'b'), 'b', 'a', ['a']],
    ['if it was the only page, a new empty page is created', pages('a'), 'a', 'new', ['new']],
  ])('deleting a page: %s', (_, document, page, open, left) => {
    const change = withoutPage(document, page, newId);
    expect([change.page, change.document.pages.map(({ id }) => id)]).toEqual([open, left]);
  });

  it('the page layout change toggles landscape and portrait, swapping width and height', () => {
    const [page] = withLayout(pages('a')).pages;
    expect(page).toMatchObject({ layout: 'portrait', width: 794, height: 1_123 });
    const [back] = withLayout(withLayout(pages('a'))).pages;
    expect(back).toMatchObject({ layout: 'landscape', width: 1_123, height: 794 });
  });

  it('the orientation change applies to all pages', () => {
    expect(withLayout(pages('a', 'b', 'c')).pages.map(({ layout }) => layout)).toEqual([
      'portrait',
      'portrait',
      'portrait',
    ]);
  });

  it('are added after the open one, copied with new ids, and moved', () => {
    expect(withNewPage(pages('a', 'b'), 'a', newId).document.pages.map(({ id }) => id)).toEqual([
      'a',
      'new',
      'b',
    ]);
    expect(withPageCopy(pages('a', 'b'), 'a', newId).document.pages.map(({ id }) => id)).toEqual([
      'a',
      'new',
      'b',
    ]);
    expect(withPageMoved(pages('a', 'b', 'c'), 'a', 5).document.pages.map(({ id }) => id)).toEqual([
      'b',
      'c',
      'a',
    ]);
  });
});
