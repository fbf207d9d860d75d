import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconFilter } from '@tabler/icons-react';
import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { useShownName } from '#web/kernel/text/use-shown-name.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { useSourceDocument } from '../data/request-data.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { filterName } from './filter-name.ts';
import { filterOptions, selectedWord } from './filter-options.ts';
import type { ChosenContext } from './use-document-context.ts';

interface Props {
  readonly filter: DocumentFilter;
  readonly customerId: number;
  readonly chosen: ChosenContext;
}

function useOptions({ filter, customerId, chosen }: Props, search: string) {
  const document = useSourceDocument();
  return useQuery({
    ...filterOptions({ filter, customerId, document, ids: chosen.selection[filter.id] ?? [] }, search),
    placeholderData: (last) => last,
  });
}

/** A filter whose default is its first element selects it. */
function useFirst(props: Props, first: number | undefined): void {
  const { filter, chosen } = props;
  const { select } = chosen;
  const isOpen = filter.default.strategy === 'first' && chosen.selection[filter.id] === undefined;
  useEffect(() => {
    if (isOpen && first !== undefined) select(filter.id, [first]);
  }, [isOpen, first, filter.id, select]);
}

function Choice(props: Props & { readonly onClose: () => void }) {
  const { filter, chosen, onClose } = props;
  const text = useDashboardTexts();
  const language = useLanguage();
  const shownName = useShownName();
  const [search, setSearch] = useState('');
  const options = useOptions(props, search);
  const ids = chosen.selection[filter.id] ?? [];
  const isEmpty = ids.length === 0;
  const found = options.data?.elements ?? [];
  const known = found.map(({ id, label, deleted }) => ({ id, label: shownName({ name: label, deleted }) }));
  const unknown = ids
    .filter((each) => !known.some(({ id }) => id === each))
    .map((id) => ({ id, label: options.isSuccess ? text('filterUnknown') : String(id) }));
  const choose = (selected: readonly number[] | undefined): void => {
    chosen.select(filter.id, selected);
    onClose();
  };
  const actions = (
    <>
      {filter.default.strategy !== 'all' && !filter.mandatory && (
        <Button onClick={() => choose([])}>{text('filterAll')}</Button>
      )}
      <Button onClick={() => choose(undefined)}>{text('filterReset')}</Button>
      <Button
        kind="primary"
        disabledReason={filter.mandatory && isEmpty ? text('filterMandatory') : undefined}
        onClick={onClose}
      >
        {text('closeFilter')}
      </Button>
    </>
  );
  return (
    <Dialog open title={filterName(filter, language)} width={480} actions={actions} onClose={onClose}>
      <MultiSelect
        label={filterName(filter, language)}
        placeholder={text('filterFind')}
        nothingFound={text('filterNothing')}
        description={options.data === undefined ? undefined : text('matching', { count: options.data.count })}
        options={[...known, ...unknown].map(({ id, label }) => ({ value: String(id), label }))}
        values={ids.map(String)}
        onSearch={setSearch}
        onChange={(values) => chosen.select(filter.id, values.map(Number))}
      />
    </Dialog>
  );
}

/** Makes the first selection of a filter where nothing shows it. */
export function FirstSelection(props: Props) {
  useFirst(props, useOptions(props, '').data?.elements[0]?.id);
  return null;
}

interface PickerProps extends Props {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** A filter of the document as a chip with what it selects; it opens the choice of elements. */
export function FilterPicker({ isOpen, onOpen, ...props }: PickerProps) {
  const { filter, chosen } = props;
  const text = useDashboardTexts();
  const shownName = useShownName();
  const language = useLanguage();
  const options = useOptions(props, '');
  useFirst(props, options.data?.elements[0]?.id);
  const own = chosen.selection[filter.id];
  const ids = own ?? [];
  // Elements of the previous selection do not show whether those of this one are known.
  const isKnown = options.data !== undefined && !options.isPlaceholderData;
  const shown =
    ids.length === 0
      ? text(emptyWord(filter, own))
      : selectedWord(ids, isKnown ? options.data.elements : undefined, { text, shownName });
  const name = labelled(filterName(filter, language), shown, language);
  return (
    <>
      <span className="tt-filter-chip" title={name}>
        <Button icon={<IconFilter size={15} />} pressed={ids.length > 0} onClick={() => onOpen(true)}>
          {name}
        </Button>
      </span>
      {isOpen && <Choice {...props} onClose={() => onOpen(false)} />}
    </>
  );
}

/** What a filter selects without naming elements: what the document says, or by the choice of the reader all. */
function emptyWord(
  { default: { strategy }, mandatory }: DocumentFilter,
  own: readonly number[] | undefined,
): 'filterAll' | 'filterDefault' | 'filterMandatory' {
  if (own === undefined) return strategy === 'all' ? 'filterAll' : 'filterDefault';
  return mandatory ? 'filterMandatory' : 'filterAll';
}
