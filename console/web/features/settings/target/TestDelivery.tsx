import { useEffect, useRef, useState } from 'react';
import { IconSend } from '@tabler/icons-react';
import type { DeliveryTestResult } from '#schemas/notification/delivery.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { shownInPlace, useAction } from '#web/kernel/query/use-route-action.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import { DeliveryOutcome } from './DeliveryOutcome.tsx';
import { failureWords } from './failure-words.ts';

interface Props {
  readonly label: string;
  /** Returns undefined if the form is invalid. */
  readonly run: () => Promise<DeliveryTestResult> | undefined;
  readonly disabledReason?: string | undefined;
}

/** The request of a test and the response of the receiver. */
function TestOutcome({ result }: { readonly result: DeliveryTestResult }) {
  const text = useSettingsTexts();
  const language = useLanguage();
  const words = failureWords(result.response, text);
  const box = useRef<HTMLDivElement>(null);
  // In a long form the result would be out of view.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className="tt-test-response">
      <p className="tt-test-outcome">
        <DeliveryOutcome state={result.delivered ? 'delivered' : 'dead'} />
        <span className="tt-muted">
          {text('tookMs', { ms: formatNumber(Math.max(0, result.durationMs), language) })}
        </span>
      </p>
      {words !== undefined && <p>{words}</p>}
      <p className="tt-test-name">{text('response')}</p>
      <pre>{result.response === '' ? text('responseNone') : result.response}</pre>
      <p className="tt-test-name">{text('sent')}</p>
      <ScrollRegion as="pre" label={text('sent')}>
        {result.sent}
      </ScrollRegion>
    </div>
  );
}

/** Sends a test from the process that delivers alarms, and shows the request and the response. */
export function TestDelivery({ label, run, disabledReason }: Props) {
  const text = useSettingsTexts();
  const language = useLanguage();
  const [result, setResult] = useState<DeliveryTestResult>();
  const test = useAction([]);
  const start = () => {
    const pending = run();
    setResult(undefined);
    if (pending === undefined) test.reset();
    else test.run(() => pending, { onDone: setResult, onProblem: shownInPlace });
  };
  return (
    <div className="tt-test" role="group" aria-label={label}>
      <div className="tt-test-begin">
        <Button
          icon={<IconSend size={15} />}
          busy={test.isPending}
          disabledReason={disabledReason}
          onClick={start}
        >
          {label}
        </Button>
        <span className="tt-muted tt-caption">{text('testHint')}</span>
      </div>
      <div aria-live="polite">
        {test.problem !== null && <Banner tone="bad">{sentenceOf(test.problem, language)}</Banner>}
        {result !== undefined && <TestOutcome result={result} />}
      </div>
    </div>
  );
}
