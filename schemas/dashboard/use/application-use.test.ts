import { describe, expect, it } from 'vitest';
import { DashboardDocument, DOCUMENT_VERSION } from '../document.ts';
import { namesApplication } from './application-use.ts';

const application = { number: 256 * 2 ** 32 + 7, name: 'Données métier' };
const place = { x: 0, y: 0, width: 6, height: 4 };

const dashlet = (settings: object, type = 'table') => ({
  version: DOCUMENT_VERSION,
  dashlets: [{ id: 'd1', type, title: '', place, settings }],
});
const showing = (more: object) =>
  dashlet({ series: [{ kpi: 'app_in_bps' }], keys: ['application'], breakdown: { kind: 'all' }, ...more });
const named = (operator: string, ...values: readonly string[]) => [{ property: 'Name', operator, values }];
const filter = (more: object) => ({ id: 'f', element: 'application', ...more });
const filters = (...all: readonly object[]) => ({ version: DOCUMENT_VERSION, dashlets: [], filters: all });

const uses: readonly (readonly [string, boolean, object])[] = [
  [
    'a filter of the page with it selected',
    true,
    filters(filter({ default: { strategy: 'selection', ids: [1, application.number] } })),
  ],
  [
    'a filter of the page with another one selected',
    false,
    filters(filter({ default: { strategy: 'selection', ids: [7] } })),
  ],
  [
    'a filter of the page on its name',
    true,
    filters(filter({ predicates: named('equals', 'donnees METIER', 'x') })),
  ],
  [
    'a filter of the page that starts with its name',
    true,
    filters(filter({ default: { strategy: 'predicates', predicates: named('equals', application.name) } })),
  ],
  [
    'a filter of the page on a part of names',
    false,
    filters(filter({ predicates: named('contains', 'Données') })),
  ],
  [
    'a filter of the page on the site of this name',
    false,
    filters({ id: 'f', element: 'site', predicates: named('equals', application.name) }),
  ],
  [
    'a filter of a dashlet',
    true,
    showing({ filters: [{ element: 'application', ids: [application.number] }] }),
  ],
  [
    'a filter of a dashlet on its name',
    true,
    showing({ filters: [{ element: 'application', predicates: named('equals', application.name) }] }),
  ],
  [
    'a filter of a dashlet on a site of this number',
    false,
    showing({ filters: [{ element: 'site', ids: [application.number] }] }),
  ],
  [
    'a list of what a dashlet shows',
    true,
    showing({ breakdown: { kind: 'list', ids: [application.number] } }),
  ],
  ['a list of another one', false, showing({ breakdown: { kind: 'list', ids: [application.number + 1] } })],
  [
    'a dashlet of the inventory',
    true,
    dashlet(
      {
        element: 'application',
        properties: [{ property: 'name' }],
        filters: [{ element: 'application', ids: [application.number] }],
      },
      'inventory',
    ),
  ],
  ['every application', false, showing({})],
];

describe('a document names a custom application by', () => {
  it.each(uses)('%s: %s', (_, expected, document) => {
    expect(namesApplication(DashboardDocument.parse(document), application)).toBe(expected);
  });
});
