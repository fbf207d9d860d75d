import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconFilter } from '@tabler/icons-react';
import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { askElements, useAskedDocument } from '../data/asking.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { filterName } from './filter-name.ts';
import type { ChosenContext } from './use-document-context.ts';

interface Props {
  readonly filter: DocumentFilter;
  readonly customerId: number;
  readonly chosen: ChosenContext;
}

/** The elements that a filter offers, by what is typed; those selected are always among them. */
function useOptions({ filter, customerId, chosen }: Props, search: string) {
  const ids = chosen.selection[filter.id] ?? [];
  const { element, predicates, onlyActive, label } = filter;
  const document = useAskedDocument();
  return useQuery({
    queryKey: ['elements', customerId, document, element, predicates, onlyActive, label, search, ids],
    queryFn: ({ signal }) =>
      askElements(
        { customerId, document },
        { element, filters: [{ element, predicates, onlyActive }], label, search, ids: [...ids] },
        signal,
      ),
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
  const [search, setSearch] = useState('');
  const options = useOptions(props, search);
  const ids = chosen.selection[filter.id] ?? [];
  const isEmpty = ids.length === 0;
  const actions = (
    <>
      <Button
        disabledReason={filter.mandatory ? text('filterMandatory') : undefined}
        onClick={() => {
          chosen.select(filter.id, undefined);
          onClose();
        }}
      >
        {text('filterReset')}
      </Button>
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
        options={(options.data?.elements ?? []).map(({ id, label }) => ({ value: String(id), label }))}
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

/** A filter of the document as a chip with what it selects; it opens the choice of elements. */
export function FilterPicker(props: Props) {
  const { filter, chosen } = props;
  const text = useDashboardTexts();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const options = useOptions(props, '');
  useFirst(props, options.data?.elements[0]?.id);
  const ids = chosen.selection[filter.id] ?? [];
  const [only] = ids;
  const name =
    ids.length === 1
      ? (options.data?.elements.find(({ id }) => id === only)?.label ?? String(only))
      : text('filterSome', { count: ids.length });
  return (
    <>
      <Button icon={<IconFilter size={15} />} pressed={ids.length > 0} onClick={() => setIsOpen(true)}>
        {`${filterName(filter, language)}: ${ids.length === 0 ? text(defaultWord(filter)) : name}`}
      </Button>
      {isOpen && <Choice {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const defaultWord = ({ default: { strategy } }: DocumentFilter): 'filterAll' | 'filterDefault' =>
  strategy === 'all' ? 'filterAll' : 'filterDefault';
