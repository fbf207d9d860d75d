import type { Bus } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { PollerTest } from '#schemas/polling/poller-test.ts';
import { failedTest, runPollerTest, type PollTestNeeds } from './test-poller.ts';

/** Tests of one process at a time: polls go first. */
const MAX_TESTS = 8;

interface Needs extends PollTestNeeds {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Tests pollers on request of the server, which reaches no device itself. Any poller process can test on any device. */
export function respondToTests(needs: Needs, signal: AbortSignal): void {
  let running = 0;
  needs.bus.subscribe(
    subjects.pollerTest,
    ({ data, respond }) => {
      if (running >= MAX_TESTS) {
        respond(JSON.stringify(failedTest('busy')));
        return;
      }
      running += 1;
      void Promise.resolve()
        .then(() => runPollerTest(needs, PollerTest.parse(JSON.parse(new TextDecoder().decode(data)))))
        .catch((error: unknown) => {
          needs.log.warn({ err: error }, 'poller test failed');
          return failedTest('failed');
        })
        .then((result) => {
          running -= 1;
          respond(JSON.stringify(result));
        });
    },
    { signal, queue: 'poller' },
  );
}
