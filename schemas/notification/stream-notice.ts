import { z } from 'zod';

/** Streams between the processes are full and refuse messages, or take them all again: what the provider is told. */
export const StreamNotice = z.strictObject({
  is: z.literal('streams'),
  edge: z.enum(['raise', 'clear']),
  /** Names of the streams, those that were told of before the raise left out. */
  streams: z.array(z.string()).min(1),
  /** The same in everything that is told of one time of trouble. */
  correlation: z.string(),
  /** Messages refused, each time that they were offered, and rows that were given up, of all streams since the beginning. */
  refused: z.int().nonnegative(),
  dropped: z.int().nonnegative(),
  /** Milliseconds since 1970. */
  sinceMs: z.number(),
  atMs: z.number(),
});
export type StreamNotice = z.infer<typeof StreamNotice>;

/** A sentence for the subject and one for the text, of one language. */
interface Told {
  readonly title: string;
  readonly text: string;
}

type Tell = (names: string, count: number, figures: readonly [refused: number, dropped: number]) => Told;

const formatted = (count: number, locale: string): string => new Intl.NumberFormat(locale).format(count);

const en: Record<StreamNotice['edge'], Tell> = {
  raise: (names, count, [refused, dropped]) => ({
    title: count === 1 ? `The stream ${names} is full` : `The streams ${names} are full`,
    text:
      `Messages are refused: collectors and pollers wait, and give rows up in the end. So far ${formatted(refused, 'en-GB')} refusals, ` +
      `${formatted(dropped, 'en-GB')} rows lost. See whether the processes that read the stream are running and ClickHouse answers.`,
  }),
  clear: (names, count, [refused, dropped]) => ({
    title:
      count === 1 ? `The stream ${names} takes messages again` : `The streams ${names} take messages again`,
    text: `There were ${formatted(refused, 'en-GB')} refusals; ${formatted(dropped, 'en-GB')} rows were lost.`,
  }),
};

const fr: Record<StreamNotice['edge'], Tell> = {
  raise: (names, count, [refused, dropped]) => ({
    title: count === 1 ? `La file ${names} est pleine` : `Les files ${names} sont pleines`,
    text:
      'Les messages sont refusés\u00A0: les collecteurs et les interrogateurs patientent, puis finissent par abandonner des lignes. ' +
      `Jusqu’ici, refus\u00A0: ${formatted(refused, 'fr-FR')}, lignes perdues\u00A0: ${formatted(dropped, 'fr-FR')}. ` +
      'Vérifiez que les processus qui lisent cette file tournent et que ClickHouse répond.',
  }),
  clear: (names, count, [refused, dropped]) => ({
    title:
      count === 1
        ? `La file ${names} accepte de nouveau les messages`
        : `Les files ${names} acceptent de nouveau les messages`,
    text: `Refus\u00A0: ${formatted(refused, 'fr-FR')}, lignes perdues\u00A0: ${formatted(dropped, 'fr-FR')}.`,
  }),
};

/** What is told, in each language. */
export function streamWords(notice: StreamNotice): { readonly en: Told; readonly fr: Told } {
  const { edge, streams, refused, dropped } = notice;
  const names = streams.join(', ');
  const figures = [refused, dropped] as const;
  return { en: en[edge](names, streams.length, figures), fr: fr[edge](names, streams.length, figures) };
}
