import { describe, expect, it } from 'vitest';
import type { StreamNotice } from '#schemas/notification/stream-notice.ts';
import { streamWords } from '#schemas/notification/stream-notice.ts';
import type { MailTarget } from '../configuration/target.ts';
import { streamJobs } from './stream-jobs.ts';
import { StreamTrouble, TroubleState } from './stream-trouble.ts';

const WINDOW_MS = 60_000;
const refusal = (stream: string, refused = 1, givenUp = 0) => ({ stream, refused, givenUp });

/** Looks each second until `untilMs`, with refusals at their times; a restart at each of `restarts`. */
function watched(
  refusals: readonly (readonly [ms: number, stream: string])[],
  untilMs: number,
  restarts: readonly number[] = [],
): (readonly [ms: number, edge: string, streams: string])[] {
  let trouble = new StreamTrouble(WINDOW_MS);
  const told: (readonly [number, string, string])[] = [];
  for (let ms = 0; ms <= untilMs; ms += 1_000) {
    for (const [at, stream] of refusals) if (at === ms) trouble.refuse(refusal(stream), ms);
    if (restarts.includes(ms)) {
      const stored: unknown = JSON.parse(JSON.stringify(trouble.state ?? null));
      trouble = new StreamTrouble(WINDOW_MS, stored === null ? undefined : TroubleState.parse(stored));
    }
    const notice = trouble.due(ms);
    if (notice === undefined) continue;
    told.push([ms, notice.edge, notice.streams.join(' ')]);
    trouble.told(notice, ms);
  }
  return told;
}

const every = (ms: number, stream: string, until: number) =>
  Array.from({ length: until / ms }, (_, index) => [index * ms, stream] as const);

describe('streams that are full', () => {
  it.each([
    ['nothing', [], []],
    [
      'one, once, and its end after a minute without a refusal',
      every(1_000, 'FLOWS', 30_000),
      [
        [5_000, 'raise', 'FLOWS'],
        [89_000, 'clear', 'FLOWS'],
      ],
    ],
    [
      'those that begin together as one',
      [...every(1_000, 'SAMPLES', 10_000), ...every(2_000, 'FLOWS', 10_000)],
      [
        [5_000, 'raise', 'FLOWS SAMPLES'],
        [69_000, 'clear', 'FLOWS SAMPLES'],
      ],
    ],
    [
      'those that come later together, a window after',
      [...every(1_000, 'SAMPLES', 80_000), [20_000, 'FLOWS'], [30_000, 'ALARMS']],
      [
        [5_000, 'raise', 'SAMPLES'],
        [65_000, 'raise', 'ALARMS FLOWS'],
        [139_000, 'clear', 'ALARMS FLOWS SAMPLES'],
      ],
    ],
    [
      'one that comes and goes as one trouble, a later one as another',
      [
        [0, 'FLOWS'],
        [50_000, 'FLOWS'],
        [100_000, 'FLOWS'],
        [170_000, 'FLOWS'],
      ],
      [
        [5_000, 'raise', 'FLOWS'],
        [160_000, 'clear', 'FLOWS'],
        [175_000, 'raise', 'FLOWS'],
        [230_000, 'clear', 'FLOWS'],
      ],
    ],
  ] as const)('tell %s', (_, refusals, told) => {
    expect(watched(refusals, 240_000)).toEqual(told);
    expect(watched(refusals, 240_000, [3_000, 60_000, 120_000])).toEqual(told);
  });

  const notice: StreamNotice = {
    ...{ is: 'streams', edge: 'raise', streams: ['FLOWS', 'SAMPLES'], correlation: 'streams:7' },
    ...{ refused: 12_345, givenUp: 678, sinceMs: 7, atMs: 9_000 },
  };
  const mail = (id: number, change: Partial<MailTarget> = {}): MailTarget => ({
    ...{
      id,
      kind: 'mail',
      name: 'noc',
      activeSinceMs: 0,
      restricted: false,
      recipients: ['noc@example.net'],
    },
    ...{ trigger: 'rising', grouping: 'single', subject: 's', body: 'b' },
    ...{ customers: new Set(), severities: new Set(), alarms: new Set() },
    ...change,
  });

  it('are told to those who are told of every customer and every alarm, in both languages, under keys that stay', () => {
    const mails = [
      mail(1),
      mail(2, { customers: new Set([1]) }),
      mail(3, { alarms: new Set([1]) }),
      mail(4, { severities: new Set(['minor']) }),
      mail(5, { trigger: 'falling' }),
      mail(6, { severities: new Set(['critical']), trigger: 'both' }),
    ];
    const settings = { traps: new Map(), mails: new Map(mails.map((one) => [one.id, one])) };
    const jobs = streamJobs(notice, 0, settings);
    expect(jobs.map(({ key }) => key)).toEqual(['streams-7-0-raise.mail-1', 'streams-7-0-raise.mail-6']);
    expect(streamJobs({ ...notice, edge: 'clear' }, 1, settings).map(({ key }) => key)).toEqual([
      'streams-7-1-clear.mail-5',
      'streams-7-1-clear.mail-6',
    ]);
    expect(jobs[0]).toMatchObject({
      to: ['noc@example.net'],
      subject: 'The streams FLOWS, SAMPLES are full / Les flux FLOWS, SAMPLES sont pleins',
      text: expect.stringMatching(
        /12,345 refusals, 678 rows lost[^]*12[\u00A0\u202F]345, lignes perdues/,
      ) as string,
    });
  });

  it('say that they are well again, of one and of several', () => {
    const one = streamWords({ ...notice, edge: 'clear', streams: ['FLOWS'] });
    const both = streamWords({ ...notice, edge: 'clear' });
    expect([one.en.title, one.fr.title, both.en.title, both.fr.title]).toEqual([
      'The stream FLOWS takes messages again',
      'Le flux FLOWS accepte de nouveau les messages',
      'The streams FLOWS, SAMPLES take messages again',
      'Les flux FLOWS, SAMPLES acceptent de nouveau les messages',
    ]);
  });
});
