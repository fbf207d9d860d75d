import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Comparable } from '../../data/compared-elements.ts';
import { requestElements as readElements } from '../../data/request-data.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { useChartMenuTexts } from './texts/en.ts';

interface Props {
  /** Of the chart. */
  readonly title: string;
  readonly customerId: number;
  readonly comparable: Comparable;
  readonly onChoose: (element: { readonly id: number; readonly name: string }) => void;
  readonly onClose: () => void;
}

/** Elements that are offered at once: others are found by typing. */
const OFFERED = 100;

/** Elements of the kind that the chart does not show yet. */
function useOffered({ customerId, comparable: { kind, ids, filters } }: Props, search: string) {
  const { data } = useQuery({
    ...namedQuery('elements', ['compare', customerId, kind, filters, search], (signal) =>
      readElements(
        { customerId, document: undefined },
        { element: kind, filters, search, count: OFFERED },
        signal,
      ),
    ),
    placeholderData: keepPreviousData,
  });
  return (data?.elements ?? []).filter(({ id }) => !ids.includes(id));
}

/** Chooses another element of the same kind, which a chart draws next to its own. */
export function CompareDialog(props: Props) {
  const { title, comparable, onChoose, onClose } = props;
  const text = useChartMenuTexts();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ readonly id: number; readonly name: string }>();
  const offered = useOffered(props, search);
  const options = offered.map(({ id, label }) => ({ value: String(id), label }));
  // The chosen one keeps its name while others are searched.
  const isListed = chosen === undefined || offered.some(({ id }) => id === chosen.id);
  return (
    <Dialog open title={text('compareTitle', { title })} onClose={onClose}>
      <Form
        label={text('compareTitle', { title })}
        onSubmit={() => chosen !== undefined && onChoose(chosen)}
        actions={
          <>
            <Button onClick={onClose}>{text('cancel')}</Button>
            <Button
              kind="primary"
              type="submit"
              disabledReason={chosen === undefined ? text('chooseElement') : undefined}
            >
              {text('compareNow')}
            </Button>
          </>
        }
      >
        <Picker
          first
          label={elementKindNames[comparable.kind][language]}
          description={text('compareHint')}
          nothingFound={text('noOther')}
          options={isListed ? options : [{ value: String(chosen.id), label: chosen.name }, ...options]}
          value={chosen === undefined ? null : String(chosen.id)}
          onSearch={setSearch}
          onChange={(value) => {
            const found = offered.find(({ id }) => String(id) === value);
            if (found !== undefined) setChosen({ id: found.id, name: found.label });
          }}
        />
      </Form>
    </Dialog>
  );
}
