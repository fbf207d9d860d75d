import fc from 'fast-check';
import { produce } from 'immer';
import { describe, expect, it } from 'vitest';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { DocumentContent } from '#schemas/dashboard/entry.ts';
import { wanDocument } from '../../testing/documents.ts';
import { placesApart } from '../../view/grid-places.ts';
import { mergeDocuments } from './merge-documents.ts';
import type { MergeSide } from './three-way.ts';

/** As a recipe changes it, without the types of each dashlet. */
interface Loose {
  name: string;
  description: string;
  folder: string;
  document: {
    period: object;
    businessHours: string;
    filters: { id: string; element: string; title: string }[];
    dashlets: {
      id: string;
      type: string;
      title: string;
      place: Record<'x' | 'y' | 'width' | 'height', number>;
      settings: Record<string, unknown>;
    }[];
  };
}
type Edit = (content: Loose) => void;

const base: DocumentContent = {
  name: 'WAN links',
  description: '',
  folder: 'NOC',
  document: DashboardDocument.parse(wanDocument),
};
const edited = (...edits: readonly Edit[]): DocumentContent =>
  edits.reduce((content, edit) => produce(content, (draft) => edit(draft as unknown as Loose)), base);

const dashletOf = ({ document }: Loose, id: string) =>
  document.dashlets.find((dashlet) => dashlet.id === id) ?? expect.fail(`no dashlet ${id}`);
const titled =
  (id: string, title: string): Edit =>
  (content) => {
    dashletOf(content, id).title = title;
  };
const set =
  (id: string, settings: Record<string, unknown>): Edit =>
  (content) => {
    Object.assign(dashletOf(content, id).settings, settings);
  };
const moved =
  (id: string, place: object): Edit =>
  (content) => {
    Object.assign(dashletOf(content, id).place, place);
  };
const added =
  (id: string): Edit =>
  (content) => {
    const place = { x: 12, y: 14, width: 12, height: 6 };
    content.document.dashlets.push({
      ...structuredClone(base.document.dashlets[2]),
      id,
      title: id,
      place,
    } as never);
  };
const deleted =
  (id: string): Edit =>
  ({ document }) => {
    document.dashlets = document.dashlets.filter((dashlet) => dashlet.id !== id);
  };
const filtered =
  (id: string, element: string): Edit =>
  ({ document }) => {
    document.filters.push({ ...structuredClone(base.document.filters[0]), id, element } as never);
  };
const filterTitled =
  (title: string): Edit =>
  ({ document }) => {
    for (const filter of document.filters) filter.title = title;
  };
const named =
  (name: string): Edit =>
  (content) =>
    void (content.name = name);
const lastDays =
  (days: number): Edit =>
  ({ document }) =>
    void (document.period = { kind: 'last', minutes: days * 1_440 });
const hours: Edit = ({ document }) => void (document.businessHours = 'monday-friday');

const merge = (theirs: readonly Edit[], mine: readonly Edit[], responses: Record<string, MergeSide> = {}) =>
  mergeDocuments(
    { base, theirs: edited(...theirs), mine: edited(...mine) },
    new Map(Object.entries(responses)),
  );

describe('two users who saved the same version', () => {
  it.each<[string, Edit, Edit]>([
    [
      'a dashlet that each of them added',
      added('theirs'),
      (content) => {
        added('mine')(content);
        moved('mine', { y: 40 })(content);
      },
    ],
    ['what one of them deleted, and what the other changed elsewhere', deleted('d2'), titled('d3', 'Core')],
    ['title and settings of the same dashlet', titled('d3', 'Core'), set('d3', { conversationMode: true })],
    ['two settings of the same dashlet', set('d1', { regression: false }), set('d1', { lastValue: 'none' })],
    ['a place and a title of the same dashlet', moved('d7', { y: 40 }), titled('d7', 'Places')],
    ['filters for different elements', filtered('device', 'device'), filtered('vpn', 'vpn')],
    [
      'a changed filter and another one',
      filterTitled('Where'),
      (content) =>
        void content.document.filters.push({
          ...structuredClone(base.document.filters[0]),
          id: 'device',
          element: 'device',
        } as never),
    ],
    ['period and hours', lastDays(7), hours],
    ['the name, and a dashlet', named('WAN and LAN'), deleted('d4')],
    ['the same change of both', titled('d3', 'Core'), titled('d3', 'Core')],
  ])('keep %s', (_, theirs, mine) => {
    const { content, collisions } = merge([theirs], [mine]);
    expect(collisions).toEqual([]);
    const both = edited(theirs, mine);
    const sorted = (retained: DocumentContent) => ({
      ...retained,
      document: {
        ...retained.document,
        dashlets: retained.document.dashlets.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      },
    });
    expect(JSON.parse(JSON.stringify(sorted(content)))).toEqual(JSON.parse(JSON.stringify(sorted(both))));
  });

  it('who deletes a dashlet that the other only moved deletes it', () => {
    const { content, collisions } = merge([deleted('d7')], [moved('d7', { y: 40 })]);
    expect([content.document.dashlets.some(({ id }) => id === 'd7'), collisions]).toEqual([false, []]);
  });

  it.each<[string, Edit, Edit, string]>([
    ['the name', named('A'), named('B'), 'name'],
    ['the title of a dashlet', titled('d3', 'A'), titled('d3', 'B'), 'dashlet d3 title'],
    [
      'a setting of a dashlet',
      set('d1', { regression: false, keys: [] }),
      set('d1', { keys: ['site'] }),
      'dashlet d1 settings',
    ],
    ['a dashlet that the other deleted', deleted('d3'), titled('d3', 'B'), 'dashlet d3'],
    ['the place of a dashlet', moved('d7', { y: 40 }), moved('d7', { y: 50 }), 'place'],
    ['a filter', filterTitled('A'), filterTitled('B'), 'filter site'],
    ['a filter for the same element', filtered('a', 'device'), filtered('b', 'device'), 'filters'],
    ['the period', lastDays(2), lastDays(3), 'period'],
  ])('decide for one side where both changed %s', (_, theirs, mine, key) => {
    const { collisions, content } = merge([theirs], [mine]);
    expect(collisions.map((collision) => collision.key)).toEqual([key]);
    const other = merge([theirs], [mine], { [key]: 'theirs' }).content;
    expect(merge([theirs], [mine], { [key]: 'mine' }).content).toEqual(content);
    expect(other).not.toEqual(content);
  });

  const anEdit = fc.oneof(
    fc
      .tuple(fc.constantFrom('d1', 'd2', 'd3'), fc.string())
      .map(([id, title]) => ifThere(id, titled(id, title))),
    fc.constantFrom('d1', 'd2', 'd3', 'd4', 'd7').map(deleted),
    fc.constantFrom('n1', 'n2', 'n3').map((id): Edit => (content) => {
      if (!content.document.dashlets.some((dashlet) => dashlet.id === id)) added(id)(content);
    }),
    fc
      .tuple(fc.constantFrom('d1', 'd3', 'd7'), fc.nat(12), fc.nat(30))
      .map(([id, x, y]) => ifThere(id, moved(id, { x, y }))),
    fc.boolean().map((regression) => ifThere('d1', set('d1', { regression }))),
    fc.string().map(filterTitled),
    fc.integer({ min: 1, max: 30 }).map(lastDays),
    fc.string().map(named),
  );
  const ifThere =
    (id: string, edit: Edit): Edit =>
    (content) => {
      if (content.document.dashlets.some((dashlet) => dashlet.id === id)) edit(content);
    };
  const apart = (content: DocumentContent): DocumentContent =>
    produce(content, (draft) => {
      const places = placesApart(content.document.dashlets);
      for (const dashlet of draft.document.dashlets) dashlet.place = places.get(dashlet.id) ?? dashlet.place;
    });
  const edits = fc.array(anEdit, { maxLength: 8 }).map((all) => apart(edited(...all)));
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it('what only one of them changed is taken as it is', () => {
    fc.assert(
      fc.property(edits, (changed) => {
        for (const [theirs, mine] of [
          [base, changed],
          [changed, base],
          [changed, changed],
        ] as const)
          expect(plain(mergeDocuments({ base, theirs, mine }))).toEqual(
            plain({ content: changed, collisions: [] }),
          );
      }),
    );
  });

  it('dashlets never overlap, and none is there twice', () => {
    fc.assert(
      fc.property(edits, edits, (theirs, mine) => {
        const { dashlets } = mergeDocuments({ base, theirs, mine }).content.document;
        expect(new Set(dashlets.map(({ id }) => id)).size).toBe(dashlets.length);
        expect(placesApart(dashlets)).toEqual(new Map(dashlets.map(({ id, place }) => [id, place])));
      }),
    );
  });

  it('have the same content with the sides exchanged and each collision resolved the other way', () => {
    fc.assert(
      fc.property(edits, edits, (theirs, mine) => {
        const one = mergeDocuments({ base, theirs, mine });
        const responses = new Map(one.collisions.map(({ key }) => [key, 'theirs' as const]));
        const other = mergeDocuments({ base, theirs: mine, mine: theirs }, responses);
        expect(other.collisions.map(({ key }) => key).toSorted()).toEqual(
          one.collisions.map(({ key }) => key).toSorted(),
        );
        const byId = ({ content }: typeof one) =>
          new Map(content.document.dashlets.map(({ id, title, settings }) => [id, { title, settings }]));
        expect(byId(other)).toEqual(byId(one));
        expect(other.content.name).toBe(one.content.name);
      }),
    );
  });
});
