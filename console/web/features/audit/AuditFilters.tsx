import { AuditKind } from '#schemas/audit/event.ts';
import { AuditOutcome } from '#schemas/audit/routes.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { PeriodPicker } from '#web/ui/period/PeriodPicker.tsx';
import { usePeriodTexts } from '#web/ui/period/texts/en.ts';
import { useBoundsText, usePeriodText } from '#web/ui/period/use-period-text.ts';
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

const seconds = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.floor(ms / SECOND_MS);
const milliseconds = (at: number | undefined): number | undefined =>
  at === undefined ? undefined : at * SECOND_MS;

/** Periods up to now stay in the address as chosen: they move with the time. */
function Period() {
  const named = usePeriodTexts();
  const { search, change } = useAuditSearch();
  const timeZone = ownZone();
  const words = usePeriodText(timeZone);
  const boundsWords = useBoundsText(timeZone);
  const { from, to } = auditQuery(search, useNow());
  const bounds = { from: seconds(from), to: seconds(to) };
  const names = {
    '1h': words({ kind: 'last', minutes: 60 }),
    '24h': words({ kind: 'last', minutes: 1_440 }),
    '7d': words({ kind: 'last', minutes: 10_080 }),
    night: named('lastNight'),
  };
  const ranges = auditRanges.map((range) => ({
    words: names[range],
    isChosen: search.range === range,
    choose: () => change({ range, from: undefined, to: undefined }),
  }));
  const any = {
    words: named('any'),
    isChosen: search.range === undefined && from === undefined && to === undefined,
    choose: () => change({ range: undefined, from: undefined, to: undefined }),
  };
  return (
    <PeriodPicker
      words={search.range === undefined ? boundsWords(bounds) : names[search.range]}
      bounds={() => bounds}
      offered={[[any, ...ranges]]}
      custom={{
        mayBeOpen: true,
        onChoose: (chosen) =>
          change({ range: undefined, from: milliseconds(chosen.from), to: milliseconds(chosen.to) }),
      }}
      timeZone={timeZone}
    />
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
