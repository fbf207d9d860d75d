import { produce } from 'immer';
import { describe, expect, it } from 'vitest';
import { emptyPage, REPORT_VERSION, ReportDocument } from '#schemas/report/document.ts';
import type { ReportContent } from '#schemas/report/entry.ts';
import { pageSize } from '#schemas/report/page-size.ts';
import { richTextOf } from '#schemas/report/rich-text.ts';
import type { MergeSide } from '../../../dashboard/edit/conflict/three-way.ts';
import type { Draft } from '../report-control.ts';
import { mergeReports } from './merge-reports.ts';

const frame = { x: 40, y: 40, width: 200, height: 100 };
const text = (id: string, words: string) => ({ id, kind: 'text' as const, frame, text: richTextOf(words) });
const variable = (id: string, name: string) => ({ name, choice: { id, element: 'site' as const } });

const base: ReportContent = {
  name: 'Monthly',
  description: '',
  folder: '',
  document: ReportDocument.parse({
    version: REPORT_VERSION,
    variables: [variable('site', 'Site')],
    pages: [
      { ...emptyPage('p1'), title: 'Cover', items: [text('a', 'Report'), text('b', 'Foot')] },
      {
        ...emptyPage('p2'),
        multiplier: 'site',
        items: [
          {
            id: 'd',
            kind: 'dashlet',
            frame,
            variables: ['site'],
            content: { type: 'gauge', title: 'Load', settings: { series: [{ kpi: 'itf_in_util' }] } },
          },
        ],
      },
    ],
  }),
};
type Edit = (content: Draft<ReportContent>) => void;
const edited = (edit: Edit): ReportContent => produce(base, (draft) => edit(draft as never));
const pageOf = ({ document }: Draft<ReportContent>, id: string) =>
  document.pages.find((page) => page.id === id) ?? expect.fail(`no page ${id}`);
const itemOf = (content: Draft<ReportContent>, id: string) =>
  content.document.pages.flatMap(({ items }) => items).find((item) => item.id === id) ??
  expect.fail(`no item ${id}`);

const moved =
  (id: string, x: number): Edit =>
  (content) =>
    void (itemOf(content, id).frame.x = x);
const padded =
  (id: string, padding: number): Edit =>
  (content) =>
    void Object.assign(itemOf(content, id), { padding });
const withoutItem =
  (id: string): Edit =>
  (content) => {
    for (const page of content.document.pages) page.items = page.items.filter((item) => item.id !== id);
  };
const withoutPage =
  (id: string): Edit =>
  ({ document }) =>
    void (document.pages = document.pages.filter((page) => page.id !== id));
const titled =
  (id: string, title: string): Edit =>
  (content) =>
    void (pageOf(content, id).title = title);
const added =
  (id: string): Edit =>
  (content) =>
    void pageOf(content, 'p1').items.push({
      ...text(id, id),
      locked: false,
      padding: 4,
      vertical: 'top',
    } as never);
const named =
  (name: string): Edit =>
  (content) =>
    void (content.name = name);
const turned: Edit = ({ document }) => {
  for (const page of document.pages)
    Object.assign(page, { layout: 'portrait', ...pageSize('a4', 'portrait') });
};
const withVariable =
  (id: string, name: string): Edit =>
  ({ document }) =>
    void document.variables.push({ name, choice: { id, element: 'site', title: '', label: '' } } as never);
const withoutVariables: Edit = ({ document }) => {
  document.variables = [];
  for (const page of document.pages) {
    delete page.multiplier;
    for (const item of page.items) if (item.kind === 'dashlet') item.variables = [];
  }
};

const merge = (theirs: Edit, mine: Edit, choices: Record<string, MergeSide> = {}) =>
  mergeReports({ base, theirs: edited(theirs), mine: edited(mine) }, new Map(Object.entries(choices)));
const both = (theirs: Edit, mine: Edit): ReportContent =>
  edited((content) => {
    theirs(content);
    mine(content);
  });

describe('two users who saved the same version of a report', () => {
  it.each<[string, Edit, Edit]>([
    ['items that each of them moved', moved('a', 10), moved('b', 20)],
    ['place and content of the same item', moved('a', 10), padded('a', 9)],
    ['what one deleted, and what the other changed elsewhere', withoutItem('b'), moved('a', 10)],
    ['items that each of them added', added('x'), added('y')],
    ['a page that one deleted, and an item of another page', withoutPage('p2'), moved('a', 10)],
    ['title of a page, and its items', titled('p1', 'Front'), padded('b', 9)],
    ['orientation, and an item', turned, moved('a', 10)],
    ['the name, and a variable', named('Weekly'), withVariable('other', 'Other')],
    ['the same change of both', moved('a', 10), moved('a', 10)],
  ])('retain %s', (_, theirs, mine) => {
    const { content, collisions } = merge(theirs, mine);
    expect(collisions).toEqual([]);
    expect(content).toEqual(both(theirs, mine));
    expect(ReportDocument.safeParse(content.document).success).toBe(true);
  });

  it('who deletes an item that the other only moved deletes it', () => {
    const { content, collisions } = merge(withoutItem('a'), moved('a', 10));
    expect([content.document.pages[0]?.items.map(({ id }) => id), collisions]).toEqual([['b'], []]);
  });

  it.each<[string, Edit, Edit, string]>([
    ['the name', named('A'), named('B'), 'name'],
    ['the place of an item', moved('a', 10), moved('a', 20), 'item a frame'],
    ['the content of an item', padded('a', 8), padded('a', 9), 'item a content'],
    ['an item that the other deleted', withoutItem('a'), padded('a', 9), 'item a'],
    ['a page that the other deleted', withoutPage('p2'), titled('p2', 'B'), 'page p2'],
    ['the title of a page', titled('p1', 'A'), titled('p1', 'B'), 'page p1 look'],
    ['variables of one name', withVariable('v', 'Place'), withVariable('w', 'Place'), 'variables'],
  ])('decide for one side where both changed %s', (_, theirs, mine, key) => {
    const { collisions, content } = merge(theirs, mine);
    expect(collisions.map((collision) => collision.key)).toEqual([key]);
    expect(content).toEqual(edited(mine));
    expect(merge(theirs, mine, { [key]: 'theirs' }).content).toEqual(edited(theirs));
  });

  it('a variable that one deleted is used by nothing that the other added', () => {
    const { content } = merge(withoutVariables, (draft) => void pageOf(draft, 'p1').filters.push('site'));
    expect(content.document.pages.map(({ multiplier, filters }) => [multiplier, filters])).toEqual([
      [undefined, []],
      [undefined, []],
    ]);
    expect(ReportDocument.safeParse(content.document).success).toBe(true);
  });

  it('pages of which each deleted those that the other left become an empty one', () => {
    const { content } = merge(withoutPage('p1'), withoutPage('p2'));
    expect(content.document.pages.map(({ items }) => items)).toEqual([[]]);
  });
});
