import { REPORT_VERSION, type WrittenReport } from '../document.ts';
import { cover, sheet, type SheetSketch, type Words } from './sheet.ts';

/** A report template that every installation starts with. */
export interface ReportStarter {
  /** Never reused: one that was deleted does not return. */
  readonly key: string;
  readonly kind: 'report';
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  readonly document: WrittenReport;
}

interface StarterSketch {
  readonly key: string;
  readonly name: Words;
  readonly description: Words;
  readonly sheets: readonly SheetSketch[];
  readonly settings?: Omit<Partial<WrittenReport>, 'version' | 'pages' | 'translations'>;
}

export const overLastMonth = { period: { kind: 'previous', unit: 'month', count: 1 } } as const;
export const siteVariable: NonNullable<WrittenReport['variables']>[number] = {
  name: 'Site',
  choice: { id: 'site', element: 'site', title: '', label: '' },
};

const labels: readonly Words[] = [
  { en: 'Inbound', fr: 'Entrée' },
  { en: 'Outbound', fr: 'Sortie' },
];

const wordsOf = (tile: SheetSketch['tiles'][number]): readonly Words[] =>
  'sentence' in tile ? [tile.sentence] : [tile.title, ...(tile.note === undefined ? [] : [tile.note])];

export function reportStarter({
  key,
  name,
  description,
  sheets,
  settings = {},
}: StarterSketch): ReportStarter {
  const words = [
    name,
    description,
    ...labels,
    ...sheets.flatMap(({ title, tiles }) => [title, ...tiles.flatMap(wordsOf)]),
  ];
  return {
    key: `report-${key}`,
    kind: 'report',
    name: name.en,
    folder: '',
    description: description.en,
    document: {
      version: REPORT_VERSION,
      ...settings,
      pages: [cover('cover', name, description), ...sheets.map(sheet)],
      translations: { fr: Object.fromEntries(words.map(({ en, fr }) => [en, fr])) },
    },
  };
}
