import { formatProgress } from '#schemas/unit/format.ts';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { startBacktest } from '#schemas/cockpit/backtest-routes.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import { backtestPeriods, useCockpitSearch } from '../cockpit-search.ts';
import { useCockpitTexts } from '../texts/en.ts';
import { BacktestReport } from './BacktestReport.tsx';
import type { PendingBacktest } from './follow-backtest.ts';
import type { Backtest } from './use-backtest.ts';
import './backtest.css';

const EVERY_CUSTOMER = 'every';
const PERCENT = 100;
/** Problems shown as a warning: wait, or test less. */
const warningCodes: readonly string[] = [
  'COCKPIT_BACKTEST_BUSY',
  'COCKPIT_BACKTEST_OWN_LIMIT',
  'COCKPIT_BACKTEST_TOO_LARGE',
  'COCKPIT_BACKTEST_STALLED',
  'COCKPIT_BACKTEST_ENDED',
];

function Range({ isPeriod }: Pick<Backtest, 'isPeriod'>) {
  const text = useCockpitTexts();
  const { search, change } = useCockpitSearch();
  return (
    <>
      <div className="tt-form-pair">
        <TimeField
          kind="datetime-local"
          label={text('rangeFrom')}
          value={search.from ?? ''}
          onChange={(from) => change({ from, run: false }, true)}
        />
        <TimeField
          kind="datetime-local"
          label={text('rangeTo')}
          value={search.to ?? ''}
          onChange={(to) => change({ to, run: false }, true)}
        />
      </div>
      {!isPeriod && (
        <p className="tt-field-note" data-tone="warning">
          {text('rangeFault', { days: backtestLimits.maxDays })}
        </p>
      )}
    </>
  );
}

/** Period and customer. */
function Query({ isPeriod }: Pick<Backtest, 'isPeriod'>) {
  const text = useCockpitTexts();
  const { search, change } = useCockpitSearch();
  const { customers } = useSession();
  return (
    <>
      <div className="tt-form-pair">
        <Select
          label={text('testedPeriod')}
          options={backtestPeriods.map((value) => ({ value, label: text(`period-${value}`) }))}
          value={search.period}
          onChange={(value) =>
            change({ period: backtestPeriods.find((one) => one === value) ?? '7d', run: false }, true)
          }
        />
        <Select
          searchable
          label={text('forCustomer')}
          nothingFound={text('noCustomer')}
          options={[
            { value: EVERY_CUSTOMER, label: text('everyCustomer') },
            ...customers.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={search.for === undefined ? EVERY_CUSTOMER : String(search.for)}
          onChange={(value) =>
            change({ for: value === EVERY_CUSTOMER ? undefined : Number(value), run: false }, true)
          }
        />
      </div>
      {search.period === 'range' && <Range isPeriod={isPeriod} />}
    </>
  );
}

/** Progress, or the number of backtests ahead in the queue. */
function Progress({ pending }: { readonly pending: PendingBacktest | undefined }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  if (pending?.state !== 'running')
    return (
      <div className="tt-backtest-progress">
        <progress aria-label={text('backtest')} />
        <span className="tt-muted">{text('waitingBehind', { count: pending?.ahead ?? 0 })}</span>
      </div>
    );
  return (
    <div className="tt-backtest-progress">
      <progress max={PERCENT} value={Math.floor(pending.progress * PERCENT)} aria-label={text('backtest')} />
      <span className="tt-muted">
        {text('running', { percent: formatProgress(pending.progress, language) })}
      </span>
    </div>
  );
}

function Actions({ backtest }: { readonly backtest: Backtest }) {
  const text = useCockpitTexts();
  const { run, cancel, request, result, isComplete, isPeriod } = backtest;
  const disabledReason = useDisabledReason({ needs: startBacktest.needs, method: 'GET' });
  const incomplete = isComplete ? undefined : text('draftIncomplete');
  const unfit = isPeriod ? undefined : text('rangeFault', { days: backtestLimits.maxDays });
  if (result.isFetching && request !== undefined)
    return (
      <div className="tt-backtest-run">
        <Button icon={<IconPlayerStop size={15} />} onClick={cancel}>
          {text('cancelBacktest')}
        </Button>
        <Progress pending={backtest.pending} />
      </div>
    );
  return (
    <div className="tt-backtest-run">
      <Button
        kind="primary"
        icon={<IconPlayerPlay size={15} />}
        disabledReason={disabledReason ?? incomplete ?? unfit}
        onClick={run}
      >
        {text(request === undefined ? 'runBacktest' : 'runAgain')}
      </Button>
      {backtest.isOutdated && <span className="tt-backtest-outdated">{text('changedSince')}</span>}
    </div>
  );
}

function Result({ backtest: { request, result, isOutdated } }: { readonly backtest: Backtest }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { data, error, isError } = result;
  if (isError && request !== undefined) {
    const isWarning = error instanceof ApiProblem && warningCodes.includes(error.code);
    return <Banner tone={isWarning ? 'warning' : 'bad'}>{sentenceOf(error, language)}</Banner>;
  }
  if (request === undefined || data === undefined)
    return result.isFetching ? null : (
      <div className="tt-backtest-none">
        <p>{text('backtestNone')}</p>
        <p className="tt-muted">{text('backtestNoneHint')}</p>
      </div>
    );
  return (
    <div className="tt-backtest-result" data-outdated={isOutdated || result.isPlaceholderData}>
      <BacktestReport result={data} />
    </div>
  );
}

/** Runs the draft over past measures, and compares it with the rule in force when they differ. */
export function BacktestTab({ backtest }: { readonly backtest: Backtest }) {
  const text = useCockpitTexts();
  return (
    <div className="tt-backtest">
      <p className="tt-muted">{text('backtestLead')}</p>
      <Query isPeriod={backtest.isPeriod} />
      <Actions backtest={backtest} />
      <section aria-label={text('backtest')} aria-live="polite" aria-busy={backtest.result.isFetching}>
        <Result backtest={backtest} />
      </section>
    </div>
  );
}
