import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type { en } from '../texts/en.ts';

type Word = keyof typeof en;

interface KindWords {
  readonly ofCustomer: Word;
  readonly ofProvider: Word;
  readonly none: Word;
  readonly newTitle: Word;
  readonly removeHint: Word;
  readonly startEmptyHint: Word;
}

/** What the library calls documents of each kind. */
export const kindWords = {
  dashboard: {
    ofCustomer: 'dashboards',
    ofProvider: 'dashboardTemplates',
    none: 'none',
    newTitle: 'newTitle',
    removeHint: 'removeHint',
    startEmptyHint: 'startEmptyHint',
  },
  home: {
    ofCustomer: 'homes',
    ofProvider: 'homeTemplates',
    none: 'noneHome',
    newTitle: 'newHomeTitle',
    removeHint: 'removeHintHome',
    startEmptyHint: 'startEmptyHint',
  },
  report: {
    ofCustomer: 'reports',
    ofProvider: 'reportTemplates',
    none: 'noneReport',
    newTitle: 'newReportTitle',
    removeHint: 'removeHintReport',
    startEmptyHint: 'startEmptyReportHint',
  },
} as const satisfies Record<ShownKind, KindWords>;
