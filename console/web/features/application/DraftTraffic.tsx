import { useMutation } from '@tanstack/react-query';
import { IconChartBar } from '@tabler/icons-react';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import type { ApplicationApi } from './application-api.ts';
import { attributeFaults, draftAttributes } from './application-draft.ts';
import type { ApplicationForm } from './application-draft.ts';
import { TrafficView } from './TrafficView.tsx';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly api: Pick<ApplicationApi, 'match' | 'matching'>;
  readonly draft: ApplicationForm;
}

/** What the draft of an application would match in the last hour's traffic. Outdated figures disappear when the draft changes. */
export function DraftTraffic({ api, draft }: Props) {
  const text = useApplicationTexts();
  const language = useLanguage();
  const missing = useDisabledReason(api.matching);
  const isFaulty = attributeFaults(draft, language).length > 0;
  const attributes = isFaulty ? undefined : draftAttributes(draft);
  const key = JSON.stringify(attributes);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (asked: { readonly key: string; readonly attributes: object }) => ({
      asked: asked.key,
      traffic: await api.match(asked.attributes),
    }),
  });
  const shown = data !== undefined && data.asked === key ? data.traffic : undefined;
  return (
    <section className="tt-application-traffic" aria-label={text('draftTraffic')}>
      <Button
        icon={<IconChartBar size={15} />}
        busy={isPending}
        disabledReason={missing ?? (isFaulty ? text('draftFaulty') : undefined)}
        onClick={() => attributes !== undefined && mutate({ key, attributes })}
      >
        {text('draftTraffic')}
      </Button>
      {error !== null && <Banner tone="bad">{sentenceOf(error, language)}</Banner>}
      {shown !== undefined && (
        <div className="tt-application-traffic">
          {shown.caveats.map((caveat) => (
            <Banner key={caveat} tone="info">
              {text(`caveat-${caveat}`)}
            </Banner>
          ))}
          {!shown.caveats.includes('hostnames-only') && (
            <TrafficView assigned traffic={shown} customers={shown.customers} />
          )}
        </div>
      )}
    </section>
  );
}
