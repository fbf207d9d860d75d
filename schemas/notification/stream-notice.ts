import { z } from 'zod';

/** Notice to the provider: streams are full and reject messages, or accept them again. */
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
  /** Milliseconds since 1970. */
  sinceMs: z.number(),
  atMs: z.number(),
});
export type StreamNotice = z.infer<typeof StreamNotice>;

/** Subject and text in one language. */
interface NoticeText {
  readonly title: string;
  readonly text: string;
}

type WriteText = (
  names: string,
  count: number,
  figures: readonly [rejected: number, dropped: number],
) => NoticeText;

const formatted = (count: number, locale: string): string => new Intl.NumberFormat(locale).format(count);

const en: Record<StreamNotice['edge'], WriteText> = {
  raise: (names, count, [rejected, dropped]) => ({
    title: count === 1 ? `The stream ${names} is full` : `The streams ${names} are full`,
    text:
      'Messages are rejected: collectors and pollers wait and eventually drop rows. ' +
      `So far ${formatted(rejected, 'en-GB')} rejections, ${formatted(dropped, 'en-GB')} rows lost. ` +
      'Check that the processes that read the stream are running and that ClickHouse responds.',
  }),
  clear: (names, count, [rejected, dropped]) => ({
    title:
      count === 1
        ? `The stream ${names} accepts messages again`
        : `The streams ${names} accept messages again`,
    text: `${formatted(rejected, 'en-GB')} rejections, ${formatted(dropped, 'en-GB')} rows lost.`,
  }),
};

const fr: Record<StreamNotice['edge'], WriteText> = {
  raise: (names, count, [rejected, dropped]) => ({
    title: count === 1 ? `La file ${names} est pleine` : `Les files ${names} sont pleines`,
    text:
      'Les messages sont rejetés\u00A0: les collecteurs et les interrogateurs attendent, puis finissent par perdre des lignes. ' +
      `Jusqu’ici, rejets\u00A0: ${formatted(rejected, 'fr-FR')}, lignes perdues\u00A0: ${formatted(dropped, 'fr-FR')}. ` +
      'Vérifiez que les processus qui lisent cette file tournent et que ClickHouse répond.',
  }),
  clear: (names, count, [rejected, dropped]) => ({
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
  const { edge, streams, rejected, dropped } = notice;
  const names = streams.join(', ');
  const figures = [rejected, dropped] as const;
  return { en: en[edge](names, streams.length, figures), fr: fr[edge](names, streams.length, figures) };
}
