import type { QosClass } from '#schemas/qos/qos-class.ts';
import { dscpText } from '#schemas/qos/dscp.ts';
import { formatTyped } from '#schemas/unit/format.ts';
import { resourceActionsColumn } from '#web/kernel/resource/resource-actions-column.tsx';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { ClassName } from '#web/kernel/qos/ClassName.tsx';
import { classMapText } from './qos-draft.ts';
import type { en } from './texts/en.ts';

/** A class with its position in the matching order, from 1. */
export interface ClassRow extends QosClass {
  readonly position: number;
}

export interface ClassColumnOptions {
  readonly text: Translate<typeof en>;
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly language: Language;
  /** In the space of a customer, classes have owners. */
  readonly withOwner: boolean;
  readonly actions: (row: ClassRow) => readonly MenuItem[];
  readonly disabledReason: string | undefined;
}

export const dscpList = ({ dscp }: Pick<QosClass, 'dscp'>): string => dscp.map(dscpText).join(', ');
export const mapList = ({ classMaps }: Pick<QosClass, 'classMaps'>): string =>
  classMaps.map(classMapText).join(', ');

const ownerColumn = (text: ClassColumnOptions['text']): Column<ClassRow> => ({
  ...textColumn<ClassRow>('owner', text('owner'), ({ owner }) => text(`owner-${owner}`)),
  width: 100,
  yields: 1,
});

/** Columns of the classes of a model. */
export const qosClassColumns = ({
  text,
  resource,
  language,
  withOwner,
  actions,
  disabledReason,
}: ClassColumnOptions): readonly Column<ClassRow>[] => [
  {
    id: 'place',
    header: text('place'),
    value: ({ position }) => position,
    cell: ({ position }) => position,
    width: 56,
    align: 'right',
    card: { line: 1 },
  },
  {
    id: 'name',
    header: text('name'),
    value: ({ name }) => name,
    cell: (row) => <ClassName of={row} />,
    width: 150,
    grow: 2,
    fixed: true,
    card: { line: 1 },
  },
  {
    ...textColumn<ClassRow>('dscp', text('dscp'), dscpList),
    width: 110,
    grow: 2,
    card: { line: 2 },
  },
  {
    ...textColumn<ClassRow>('classMaps', text('classMaps'), mapList),
    width: 130,
    grow: 3,
    card: { line: 3 },
  },
  { ...textColumn<ClassRow>('queues', text('queues'), ({ queues }) => queues.join(', ')), yields: 2 },
  {
    id: 'share',
    header: text('share'),
    value: ({ share }) => share,
    cell: ({ share }) => (share === null ? '–' : formatTyped(share, 'percent', language)),
    width: 120,
    align: 'right',
    card: { line: 2, end: true, named: true },
  },
  ...(withOwner ? [ownerColumn(text)] : []),
  {
    ...resourceActionsColumn({ resource, actions, disabledReasonOf: () => disabledReason }),
    card: { line: 1, end: true },
  },
];
