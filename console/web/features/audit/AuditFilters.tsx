import { AuditKind } from '#schemas/audit/event.ts';
import { AuditOutcome } from '#schemas/audit/routes.ts';
import { fromLocalTime, toLocalTime } from '#web/lib/local-time.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useNow } from '#web/lib/clock.ts';
import { auditQuery, auditSubjects } from './audit-query.ts';
import { auditRanges, useAuditSearch } from './audit-search.ts';
import { useAuditTexts } from './texts/en.ts';

const ANY = 'any';

interface ChoiceProps<Value extends string> {
  readonly name: 'kind' | 'subject' | 'outcome';
  readonly options: readonly Value[];
  readonly label: (value: Value) => string;
}

function Choice<Value extends string>({ name, options, label }: ChoiceProps<Value>) {
  const text = useAuditTexts();
  const { search, change } = useAuditSearch();
  return (
    <div className="tt-audit-choice">
      <Select
        quietLabel
        label={text(`filter-${name}`)}
        value={search[name] ?? ANY}
        options={[
          { value: ANY, label: text(`any-${name}`) },
          ...options.map((value) => ({ value, label: label(value) })),
        ]}
        onChange={(value) => change({ [name]: value === ANY ? undefined : value })}
      />
    </div>
  );
}

/** Periods up to now. Each stays in the address as chosen: it moves with the time. */
function Ranges() {
  const text = useAuditTexts();
  const { search, change } = useAuditSearch();
  return (
    <div className="tt-segment" role="group" aria-label={text('range')}>
      {auditRanges.map((range) => (
        <button
          key={range}
          type="button"
          aria-pressed={search.range === range}
          onClick={() =>
            change({ range: search.range === range ? undefined : range, from: undefined, to: undefined })
          }
        >
          {text(`range-${range}`)}
        </button>
      ))}
    </div>
  );
}

/** Both ends wrap together. A typed one replaces the chosen range, and starts with its period. */
function Period() {
  const text = useAuditTexts();
  const { search, change } = useAuditSearch();
  const { from, to } = auditQuery(search, useNow());
  const shown = { from, to };
  return (
    <div className="tt-audit-period">
      {(['from', 'to'] as const).map((name) => (
        <TimeField
          key={name}
          kind="datetime-local"
          label={text(name)}
          value={shown[name] === undefined ? '' : toLocalTime(shown[name])}
          onChange={(value) => change({ from, to, range: undefined, [name]: fromLocalTime(value) })}
        />
      ))}
    </div>
  );
}

export function AuditFilters() {
  const text = useAuditTexts();
  const { search, change } = useAuditSearch();
  return (
    <Toolbar label={text('filters')}>
      {(['actor', 'address', 'object'] as const).map((name) => (
        <SearchField
          key={name}
          label={text(`filter-${name}`)}
          value={search[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <Choice name="kind" options={AuditKind.options} label={(kind) => text(`kind-${kind}`)} />
      <Choice name="subject" options={auditSubjects} label={(subject) => text(`subject-${subject}`)} />
      <Choice name="outcome" options={AuditOutcome.options} label={(outcome) => text(`outcome-${outcome}`)} />
      <Ranges />
      <Period />
    </Toolbar>
  );
}
