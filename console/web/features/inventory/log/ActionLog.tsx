import { useInfiniteQuery } from '@tanstack/react-query';
import { listElementActions, type ElementAction } from '#schemas/inventory/change/action-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { routeKey } from '#web/kernel/query/route-query.ts';
import { msOf } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { ChangeLine } from '#web/kernel/action-log/ChangeLine.tsx';
import { changesOf, useActionWords } from '#web/kernel/action-log/use-action-words.ts';
import { useChangeTexts } from '../change/texts/en.ts';
import '../inventory.css';

interface Props {
  readonly customer: number;
  /** Only this element. */
  readonly element?: number;
}

function Entry({ action, showsElement }: { readonly action: ElementAction; readonly showsElement: boolean }) {
  const { verbOf, elementOf } = useActionWords();
  const changes = changesOf(action);
  return (
    <li>
      <p>
        <strong>{verbOf(action)}</strong>
        {showsElement && <> · {elementOf(action)}</>}
      </p>
      <p className="tt-muted">
        <Time at={msOf(action.at)} /> · {action.actor}
        {action.comment !== '' && <> · {action.comment}</>}
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li key={change.field}>
              <ChangeLine {...change} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What was done to the inventory of a customer, or to one element, newest first. */
export function ActionLog({ customer, element }: Props) {
  const text = useChangeTexts();
  const language = useLanguage();
  const query = useInfiniteQuery({
    queryKey: routeKey(listElementActions, { params: { customerId: customer }, query: { element } }),
    queryFn: ({ pageParam, signal }) =>
      call(listElementActions, {
        params: { customerId: customer },
        query: { element, ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const actions = query.data?.pages.flatMap((page) => page.actions) ?? [];
  const isEmpty = query.data !== undefined && actions.length === 0;
  return (
    <Panel
      nested
      label={text('log')}
      state={
        isEmpty
          ? { is: 'empty', title: text('noActions'), hint: text('noActionsHint') }
          : panelStateOf(query, language, 'NETWORK.read')
      }
    >
      <ol className="tt-inventory-log">
        {actions.map((action) => (
          <Entry
            key={`${String(action.seq)}.${String(action.place)}`}
            action={action}
            showsElement={element === undefined}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('moreActions')}
        </Button>
      )}
    </Panel>
  );
}
