import { useQuery } from '@tanstack/react-query';
import { revokeOtherSessions, revokeOwnSession, listOwnSessions } from '#schemas/account/own-sessions.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { shownInPlace, useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { browserName } from './browser-name.ts';
import { useOwnTexts } from './texts/en.ts';

/** Revokes the session with this id, or every other one without it. */
function useRevocation() {
  const text = useOwnTexts();
  const { run, problem } = useAction([listOwnSessions]);
  const revoke = (session?: string) =>
    run<unknown>(
      () =>
        session === undefined
          ? call(revokeOtherSessions, {})
          : call(revokeOwnSession, { params: { session } }),
      { done: text('ended'), onProblem: shownInPlace },
    );
  return { revoke, problem };
}

/** The user's sessions; others can be ended from here. */
export function SessionList() {
  const text = useOwnTexts();
  const language = useLanguage();
  const sessions = useQuery(routeQuery(listOwnSessions));
  const revocation = useRevocation();
  const problem = sessions.error ?? revocation.problem;
  const list = sessions.data?.sessions ?? [];
  return (
    <>
      {problem !== null && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      <ul className="tt-own-sessions" aria-label={text('sessions')}>
        {list.map(({ id, current, address, agent, startedAt, seenAt }) => (
          <li key={id}>
            <div>
              <strong>{current ? text('thisSession') : address}</strong>
              <span>
                <TimeIn at={startedAt} sentence={(since) => text('since', { since })} />
              </span>
              <span>
                <TimeIn at={seenAt} sentence={(seen) => text('seen', { seen })} />
              </span>
              <span className="tt-own-agent" title={agent}>
                {browserName(agent)}
              </span>
            </div>
            {!current && (
              <Button aria-label={text('endSession', { address })} onClick={() => revocation.revoke(id)}>
                {text('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button
        disabledReason={list.length < 2 ? text('noOthers') : undefined}
        onClick={() => revocation.revoke()}
      >
        {text('endOthers')}
      </Button>
    </>
  );
}
