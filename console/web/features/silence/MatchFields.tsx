import { useState } from 'react';
import { Severity } from '#schemas/alerting/severity.ts';
import type { HitKind } from '#schemas/search/routes.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import { useSearch } from '#web/kernel/search/use-search.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { SilenceNames } from './silence-text.ts';
import { useSilenceTexts } from './texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly match: SilenceMatch;
  readonly names: SilenceNames;
  /** Sites and elements belong to one customer and are hidden. */
  readonly everyCustomer: boolean;
  readonly onChange: (match: SilenceMatch) => void;
}

const elementKinds: ReadonlySet<HitKind> = new Set(['device', 'interface', 'component']);

const isSeverity = (value: string): value is Severity =>
  Severity.options.some((severity) => severity === value);

const named = (ids: readonly number[], names: ReadonlyMap<number, string>) =>
  [...new Map([...ids.map((id) => [id, `#${String(id)}`] as const), ...names])].map(([id, label]) => ({
    value: String(id),
    label,
  }));

/** Any device, port or component of the customer: typing searches at the server. */
function ElementField({ customerId, match, names, onChange }: Omit<Props, 'everyCustomer'>) {
  const text = useSilenceTexts();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const { hits, searching } = useSearch(typed);
  const own = hits.filter(({ kind, customer }) => elementKinds.has(kind) && customer === customerId);
  const labels = new Map(
    own.map(({ id, kind, name, path }) => [id, kind === 'device' ? name : `${path.at(-1) ?? ''} · ${name}`]),
  );
  const found = own.map(({ id, path }) => ({
    value: String(id),
    label: labels.get(id) ?? '',
    right: path.slice(1).join(' · '),
    // The server may have found it by its address or description.
    keywords: typed,
  }));
  const known = named(match.elements, new Map([...names.elements, ...chosen])).filter(
    ({ value }) => !labels.has(Number(value)),
  );
  return (
    <MultiSelect
      label={text('elements')}
      placeholder={text('findElement')}
      nothingFound={searching ? text('searching') : text('nothingFound')}
      options={[...found, ...known]}
      values={match.elements.map(String)}
      onSearch={setTyped}
      onChange={(values) => {
        const elements = values.map(Number);
        setChosen(new Map([...chosen, ...[...labels].filter(([id]) => elements.includes(id))]));
        onChange({ ...match, elements });
      }}
    />
  );
}

/** The alarms that a silence matches. */
export function MatchFields(props: Props) {
  const { match, names, everyCustomer, onChange } = props;
  const text = useSilenceTexts();
  const ui = useUiTexts();
  const ids = (kind: 'alarms' | 'sites') => (
    <MultiSelect
      key={kind}
      label={text(kind)}
      placeholder={text('any')}
      nothingFound={text('nothingFound')}
      options={named(match[kind], names[kind])}
      values={match[kind].map(String)}
      onChange={(chosen) => onChange({ ...match, [kind]: chosen.map(Number) })}
    />
  );
  return (
    <fieldset className="tt-form-group">
      <legend>{text('what')}</legend>
      {ids('alarms')}
      <MultiSelect
        label={text('severities')}
        placeholder={text('any')}
        options={Severity.options.map((severity) => ({ value: severity, label: ui(severity) }))}
        values={match.severities}
        onChange={(chosen) => onChange({ ...match, severities: chosen.filter(isSeverity) })}
      />
      {!everyCustomer && ids('sites')}
      {!everyCustomer && <ElementField {...props} />}
      <p className="tt-muted tt-caption">{text('matchHint')}</p>
    </fieldset>
  );
}
