import { useQuery } from '@tanstack/react-query';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { readApplicationTraffic } from '#schemas/application/traffic-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { TrafficView } from './TrafficView.tsx';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly application: Pick<ApplicationEntry, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** The traffic that an application has matched in the last hour. */
export function TrafficDialog({ customerId, application, onClose }: Props) {
  const text = useApplicationTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const { id, name } = application;
  const { data, error } = useQuery(
    namedQuery('application', [customerId, 'traffic', id], (signal) =>
      call(readApplicationTraffic, { params: { customerId }, query: { application: id }, signal }),
    ),
  );
  return (
    <Dialog
      open
      title={text('trafficTitle', { name })}
      width={720}
      actions={<Button onClick={onClose}>{ui('close')}</Button>}
      onClose={onClose}
    >
      <div className="tt-application-traffic" aria-busy={data === undefined && error === null}>
        {error !== null && <Banner tone="bad">{sentenceOf(error, language)}</Banner>}
        {data !== undefined && <TrafficView traffic={data} assigned={false} customerId={customerId} />}
      </div>
    </Dialog>
  );
}
