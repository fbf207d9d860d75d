import { AuditKind } from '#schemas/audit/event.ts';
import { AuditOutcome } from '#schemas/audit/routes.ts';
import { fromLocalTime, toLocalTime } from '#web/lib/local-time.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { auditSubjects } from './audit-query.ts';
import { useAuditSearch } from './audit-search.ts';
import { useAuditTexts } from './use-audit-texts.ts';

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

/** Both ends wrap together. */
function Period() {
  const text = useAuditTexts();
  const { search, change } = useAuditSearch();
  return (
    <div className="tt-audit-period">
      {(['from', 'to'] as const).map((name) => (
        <TimeField
          key={name}
          kind="datetime-local"
          label={text(name)}
          value={search[name] === undefined ? '' : toLocalTime(search[name])}
          onChange={(value) => change({ [name]: fromLocalTime(value) })}
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
      <Period />
    </Toolbar>
  );
}
