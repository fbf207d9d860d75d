import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { dashletTypes, type DashletType } from '#schemas/dashboard/dashlets.ts';
import { nextByArrow } from '#web/ui/menu/next-by-arrow.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { IconSearch } from '@tabler/icons-react';
import { useDashboardTexts } from '../../texts/en.ts';
import { useEditTexts } from '../texts/en.ts';
import { picturePaths } from './picture-paths.ts';
import { offeredTypes } from './offered-types.ts';
import '../add/choice-card.css';
import './dashlet-picker.css';

/** What a type of dashlet looks like, as a small drawing. */
const Picture = ({ type }: { readonly type: DashletType }) => (
  <svg className="tt-dashlet-picture" viewBox="0 0 72 44" width={72} height={44} aria-hidden="true">
    {picturePaths[type].map(({ d, as, tone }) => (
      <path key={`${tone} ${d}`} d={d} data-as={as} data-tone={tone} />
    ))}
  </svg>
);

interface CardProps {
  readonly type: DashletType;
  readonly onPick: (type: DashletType) => void;
}

function Card({ type, onPick }: CardProps) {
  const text = useEditTexts();
  const language = useLanguage();
  const [name, sentence] = [useId(), useId()];
  return (
    <button
      type="button"
      className="tt-choice-card"
      aria-labelledby={name}
      aria-describedby={sentence}
      onClick={() => onPick(type)}
    >
      <Picture type={type} />
      <span id={name}>{dashletTypes[type][language]}</span>
      <span id={sentence} className="tt-muted">
        {text(`type_${type}`)}
      </span>
    </button>
  );
}

interface Props extends Pick<CardProps, 'onPick'> {
  readonly types: readonly DashletType[];
  readonly onClose: () => void;
}

/** The types of dashlets with what they look like and are for. Arrow keys lead from the search through them; Enter in the search takes the first. */
export function DashletPicker({ types, onPick, onClose }: Props) {
  const text = useDashboardTexts();
  const words = useEditTexts();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const groups = offeredTypes({ types, search, language, sentenceOf: (type) => words(`type_${type}`) });
  const onKeyDown = (event: KeyboardEvent): void => {
    const cards = [...(box.current?.querySelectorAll('button') ?? [])];
    const isSearch = event.target instanceof HTMLInputElement;
    const [first] = groups;
    if (isSearch && event.key === 'Enter' && first !== undefined) {
      event.preventDefault();
      onPick(first.types[0] ?? 'table');
      return;
    }
    const next = nextByArrow(cards, event);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <Dialog open title={text('addDashlet')} width={760} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its fields and buttons take the keys, which bubble to here */}
      <div className="tt-dashlet-picker" onKeyDown={onKeyDown}>
        <TextField
          first
          quietLabel
          label={words('findType')}
          placeholder={words('findType')}
          icon={<IconSearch size={15} />}
          value={search}
          onChange={setSearch}
        />
        <div ref={box} className="tt-dashlet-picker-groups">
          {groups.map(({ group, types: found }) => (
            <section key={group} aria-label={words(`group_${group}`)}>
              <h3>{words(`group_${group}`)}</h3>
              <div className="tt-choice-cards">
                {found.map((type) => (
                  <Card key={type} type={type} onPick={onPick} />
                ))}
              </div>
            </section>
          ))}
          {groups.length === 0 && <p role="status">{words('noType')}</p>}
        </div>
      </div>
    </Dialog>
  );
}
