import { IconBellRinging, IconPencil } from '@tabler/icons-react';
import type { SilenceEntry } from '#schemas/silence/routes.ts';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { NextChange, TimesOfSilence } from './SilenceTimes.tsx';
import { SilenceStateLabel } from './SilenceStateLabel.tsx';
import type { SilenceText } from './silence-text.ts';

export interface SilenceColumnTexts {
  readonly what: (entry: SilenceEntry) => string;
}

export interface SilenceActions {
  /** Why it cannot be changed; undefined if it can. */
  readonly disabledReasonOf: (entry: SilenceEntry) => string | undefined;
  readonly onEdit: (entry: SilenceEntry) => void;
  readonly onEnd: (entry: SilenceEntry) => void;
}

interface Options {
  readonly text: SilenceText;
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly texts: SilenceColumnTexts;
  readonly actions: SilenceActions;
}

const textWithTooltip = (value: string) => (
  <span className="tt-ellipsis" title={value}>
    {value}
  </span>
);

const facts = ({ text, texts }: Pick<Options, 'text' | 'texts'>): readonly Column<SilenceEntry>[] => [
  {
    id: 'state',
    header: text('state'),
    value: ({ state }) => ['active', 'waiting', 'planned', 'over'].indexOf(state),
    cell: ({ state }) => <SilenceStateLabel state={state} />,
    width: 120,
    fixed: true,
  },
  {
    id: 'what',
    header: text('what'),
    value: texts.what,
    cell: (entry) => textWithTooltip(texts.what(entry)),
    width: 180,
    grow: 3,
  },
  {
    id: 'reason',
    header: text('reason'),
    value: ({ reason }) => reason,
    cell: ({ reason }) => textWithTooltip(reason),
    width: 140,
    grow: 2,
  },
  {
    id: 'when',
    header: text('when'),
    value: ({ startsAt }) => startsAt,
    cell: (entry) => (
      <span className="tt-ellipsis">
        <TimesOfSilence of={entry} />
        {entry.maintenance && ` · ${text('maintenance')}`}
      </span>
    ),
    width: 190,
    grow: 3,
  },
  {
    id: 'next',
    header: text('next'),
    value: ({ next }) => next[0]?.from ?? null,
    cell: (entry) => <NextChange of={entry} />,
    width: 160,
    grow: 1,
  },
  {
    id: 'author',
    header: text('author'),
    value: ({ author }) => author,
    cell: ({ author }) => textWithTooltip(author),
    width: 130,
    grow: 1,
  },
];

/** Columns of the silences of a customer. */
export const silenceColumns = ({
  text,
  resource,
  texts,
  actions,
}: Options): readonly Column<SilenceEntry>[] => [
  ...facts({ text, texts }),
  rowActionsColumn({
    header: resource('actions'),
    nameOf: ({ reason }) => reason,
    isOver: ({ state }) => state === 'over',
    disabledReasonOf: actions.disabledReasonOf,
    primaryOf: (entry) => ({
      label: resource('editOf', { name: entry.reason }),
      icon: <IconPencil size={15} />,
      run: () => actions.onEdit(entry),
    }),
    actions: (entry) => [
      {
        is: 'action',
        label: text('endNow'),
        icon: <IconBellRinging size={15} />,
        run: () => actions.onEnd(entry),
      },
    ],
  }),
];
