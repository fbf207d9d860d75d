import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { inNameOrder } from '#schemas/order/name-order.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { documentsQuery } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';
import { shownIn } from '../shown-document.ts';
import { useWallDocumentTexts } from './texts/en.ts';
import { wallSeconds } from './wall-search.ts';
import { WallToken } from './WallToken.tsx';

/** Chooses what a wall shows in turn, beginning with the document that is open. */
export function WallDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const text = useWallDocumentTexts();
  const { api, search } = useDocumentPlace();
  const language = useLanguage();
  const navigate = useNavigate();
  const { data = [] } = useQuery(documentsQuery(api));
  const [chosen, setChosen] = useState<readonly number[]>([id]);
  const [every, setEvery] = useState<number | null>(wallSeconds.default);
  const isInRange = every !== null && every >= wallSeconds.min && every <= wallSeconds.max;
  const range = text('range', { min: wallSeconds.min, max: wallSeconds.max });
  const shown = data.map((document) => shownIn(document, language));
  const options = inNameOrder(shown, ({ name }) => name).map(({ id: value, name }) => ({
    value: String(value),
    label: name,
  }));
  const refusal = chosen.length === 0 ? text('chooseFirst') : isInRange ? undefined : range;
  const start = (): void => {
    const { kind, customerId: customer } = api;
    const { period, selection } = search;
    void navigate({
      to: '/wall/dashboard',
      search: {
        customer,
        // Walls show no reports.
        kind: kind === 'home' ? 'home' : 'dashboard',
        open: chosen.join('.'),
        every: every ?? wallSeconds.default,
        period,
        selection,
      },
    });
  };
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button kind="primary" disabledReason={refusal} onClick={start}>
        {text('start')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('openTitle')} width={520} actions={actions} onClose={onClose}>
      <div className="tt-dashlet-form">
        <p className="tt-muted">{text('openHint')}</p>
        <MultiSelect
          label={text('dashboards')}
          options={options}
          values={chosen.map(String)}
          onChange={(values) => setChosen(values.map(Number))}
        />
        <NumberField
          label={text('every')}
          value={every}
          error={isInRange ? undefined : range}
          onChange={setEvery}
        />
        <WallToken api={api} search={{ ...search, every }} documents={chosen} disabledReason={refusal} />
      </div>
    </Dialog>
  );
}
