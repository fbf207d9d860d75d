import { useState } from 'react';
import { IconChartBar } from '@tabler/icons-react';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { shownInPlace, useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import type { ApplicationApi, DraftMatch } from './application-api.ts';
import { attributeFaults, draftAttributes, type ApplicationForm } from './application-draft.ts';
import { TrafficView } from './TrafficView.tsx';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly api: Pick<ApplicationApi, 'customerId' | 'match' | 'matching'>;
  readonly draft: ApplicationForm;
}

/** Traffic, and the attributes that match it. */
interface FoundTraffic {
  readonly key: string;
  readonly traffic: DraftMatch;
}

/** What the draft of an application would match in the last hour's traffic. Outdated figures disappear when the draft changes. */
export function DraftTraffic({ api, draft }: Props) {
  const text = useApplicationTexts();
  const language = useLanguage();
  const missing = useDisabledReason(api.matching);
  const isFaulty = attributeFaults(draft, language).length > 0;
  const attributes = isFaulty ? undefined : draftAttributes(draft);
  const key = JSON.stringify(attributes);
  const { run, problem, isPending } = useAction([]);
  const [matched, setMatched] = useState<FoundTraffic>();
  const match = () => {
    if (attributes === undefined) return;
    setMatched(undefined);
    run(() => api.match(attributes), {
      onDone: (traffic) => setMatched({ key, traffic }),
      onProblem: shownInPlace,
    });
  };
  const shown = matched !== undefined && matched.key === key ? matched.traffic : undefined;
  return (
    <section className="tt-application-traffic" aria-label={text('draftTraffic')}>
      <Button
        icon={<IconChartBar size={15} />}
        busy={isPending}
        disabledReason={missing ?? (isFaulty ? text('draftFaulty') : undefined)}
        onClick={match}
      >
        {text('draftTraffic')}
      </Button>
      {problem !== null && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      {shown !== undefined && (
        <div className="tt-application-traffic">
          {shown.caveats.map((caveat) => (
            <Banner key={caveat} tone="info">
              {text(`caveat-${caveat}`)}
            </Banner>
          ))}
          {!shown.caveats.includes('hostnames-only') && (
            <TrafficView assigned traffic={shown} customers={shown.customers} customerId={api.customerId} />
          )}
        </div>
      )}
    </section>
  );
}
