import { z } from 'zod';
import { RejectionCause } from '../health/stream-rejection.ts';

/** Notice to the provider: streams do not take messages, or take them again. */
export const StreamNotice = z.strictObject({
  is: z.literal('streams'),
  edge: z.enum(['raise', 'clear']),
  /** Names of the streams, without those already notified. */
  streams: z.array(z.string()).min(1),
  /** Identical in all notices of one incident. */
  correlation: z.string(),
  /** Rejected messages (per attempt) and dropped rows of all streams since the incident started. */
  rejected: z.int().nonnegative(),
  dropped: z.int().nonnegative(),
  /** Why the streams take no messages. */
  cause: RejectionCause.default('full'),
  /** Milliseconds since 1970. */
  sinceMs: z.number(),
  atMs: z.number(),
});
export type StreamNotice = z.infer<typeof StreamNotice>;

/** Subject and text in one language. */
export interface NoticeText {
  readonly title: string;
  readonly text: string;
}

type WriteText = (
  names: string,
  count: number,
  { cause, rejected, dropped }: Pick<StreamNotice, 'cause' | 'rejected' | 'dropped'>,
) => NoticeText;

const formatted = (count: number, locale: string): string => new Intl.NumberFormat(locale).format(count);

/** What an operator does about each cause. */
const checks: Readonly<Record<'en' | 'fr', Readonly<Record<RejectionCause, string>>>> = {
  en: {
    full: 'Check that the processes that read the stream are running and that ClickHouse responds.',
    unreachable: 'NATS does not respond: check that it is running.',
    disk: 'The disk of the stores has no space: free or add some.',
  },
  fr: {
    full: 'Vérifiez que les processus qui lisent cette file tournent et que ClickHouse répond.',
    unreachable: 'NATS ne répond pas\u00A0: vérifiez qu’il tourne.',
    disk: 'Le disque des bases n’a plus de place\u00A0: libérez-en ou ajoutez-en.',
  },
};

const en: Record<StreamNotice['edge'], WriteText> = {
  raise: (names, count, { cause, rejected, dropped }) => ({
    title: {
      full: count === 1 ? `The stream ${names} is full` : `The streams ${names} are full`,
      unreachable: `NATS did not respond: rows of ${names} are lost`,
      disk: `No disk space: rows of ${names} are not stored`,
    }[cause],
    text:
      'Messages are rejected: collectors and pollers wait and eventually drop rows. ' +
      `So far ${formatted(rejected, 'en-GB')} rejections, ${formatted(dropped, 'en-GB')} rows lost. ` +
      checks.en[cause],
  }),
  clear: (names, count, { rejected, dropped }) => ({
    title:
      count === 1
        ? `The stream ${names} accepts messages again`
        : `The streams ${names} accept messages again`,
    text: `${formatted(rejected, 'en-GB')} rejections, ${formatted(dropped, 'en-GB')} rows lost.`,
  }),
};

const fr: Record<StreamNotice['edge'], WriteText> = {
  raise: (names, count, { cause, rejected, dropped }) => ({
    title: {
      full: count === 1 ? `La file ${names} est pleine` : `Les files ${names} sont pleines`,
      unreachable: `NATS ne répondait pas\u00A0: lignes perdues (${names})`,
      disk: `Disque plein\u00A0: lignes non enregistrées (${names})`,
    }[cause],
    text:
      'Les messages sont rejetés\u00A0: les collecteurs et les interrogateurs attendent, puis finissent par perdre des lignes. ' +
      `Jusqu’ici, rejets\u00A0: ${formatted(rejected, 'fr-FR')}, lignes perdues\u00A0: ${formatted(dropped, 'fr-FR')}. ` +
      checks.fr[cause],
  }),
  clear: (names, count, { rejected, dropped }) => ({
    title:
      count === 1
        ? `La file ${names} accepte de nouveau les messages`
        : `Les files ${names} acceptent de nouveau les messages`,
    text: `Rejets\u00A0: ${formatted(rejected, 'fr-FR')}, lignes perdues\u00A0: ${formatted(dropped, 'fr-FR')}.`,
  }),
};

/** Subject and text in each language. */
export function streamNoticeTexts(notice: StreamNotice): {
  readonly en: NoticeText;
  readonly fr: NoticeText;
} {
  const { edge, streams } = notice;
  const names = streams.join(', ');
  return { en: en[edge](names, streams.length, notice), fr: fr[edge](names, streams.length, notice) };
}
