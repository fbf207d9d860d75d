import type { ReactNode } from 'react';
import { IconCircleCheck, IconCircleMinus, IconCircleX, IconPlugConnected } from '@tabler/icons-react';
import { testOidcProvider, type OidcVerdict } from '#schemas/settings/oidc/routes.ts';
import type { OidcDraft } from '#schemas/settings/oidc/oidc.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { shownInPlace, useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { useOidcTexts } from './texts/en.ts';

interface Props {
  readonly provider: OidcDraft;
  /** Id of the stored provider whose secret is used. */
  readonly id: number | undefined;
  /** Shows the faults of the form; returns whether there is none. */
  readonly check: () => boolean;
}

const icons: Record<OidcVerdict['verdict'], ReactNode> = {
  passed: <IconCircleCheck size={16} aria-hidden="true" />,
  failed: <IconCircleX size={16} aria-hidden="true" />,
  skipped: <IconCircleMinus size={16} aria-hidden="true" />,
};

/** In a long form the result would be out of view. */
const scrollIntoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

/** Tests the connection to the provider of the form, saved or not, and shows each check. */
export function ConnectionTest({ provider, id, check }: Props) {
  const text = useOidcTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(testOidcProvider);
  const test = useRouteAction(testOidcProvider, { touches: [] });
  const start = () => {
    test.reset();
    if (check())
      test.run({ body: { provider, ...(id !== undefined && { id }) } }, { onProblem: shownInPlace });
  };
  return (
    <div className="tt-test" role="group" aria-label={text('test')}>
      <div className="tt-test-begin">
        <Button
          icon={<IconPlugConnected size={15} />}
          busy={test.isPending}
          disabledReason={disabledReason}
          onClick={start}
        >
          {text('test')}
        </Button>
      </div>
      <div aria-live="polite">
        {test.problem !== null && <Banner tone="bad">{sentenceOf(test.problem, language)}</Banner>}
        {test.reply !== undefined && (
          <ol ref={scrollIntoView} className="tt-verdicts" aria-label={text('testResult')}>
            {test.reply.checks.map(({ check: name, verdict, why }) => (
              <li key={name} data-verdict={verdict}>
                {icons[verdict]}
                <div>
                  <span>{text(`check-${name}`)}</span>
                  <span className="tt-verdict-word">{text(`verdict-${verdict}`)}</span>
                  {why !== null && <p>{why}</p>}
                </div>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}
