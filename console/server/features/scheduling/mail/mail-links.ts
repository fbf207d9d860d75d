import { z } from 'zod';
import { dateAtMs } from '#platform/clock/time.ts';
import { UNSUBSCRIBE_PATH } from '#schemas/scheduling/public-routes.ts';
import { API } from '#schemas/route.ts';
import { openLink, signLink } from '../../../shared/link/signed-link.ts';

/** Who unsubscribes from what. */
const Unsubscription = z.strictObject({ s: z.int(), a: z.string() });
/** Which file, and until when. */
const FileLink = z.strictObject({ r: z.int(), e: z.int() });

/** Links in mails of schedules: signed, so that one for another recipient or file cannot be made. */
export class MailLinks {
  readonly #key: Buffer;
  readonly #base: string;

  constructor(key: Buffer, publicUrl: string) {
    this.#key = key;
    this.#base = publicUrl.replace(/\/$/, '');
  }

  /** Page of the console. */
  page(path: string): string {
    return `${this.#base}${path}`;
  }

  unsubscribe(schedule: number, address: string): string {
    const token = signLink(this.#key, 'unsubscribe', { s: schedule, a: address });
    return `${this.#base}${UNSUBSCRIBE_PATH}?token=${token}`;
  }

  openUnsubscribe(token: string): { readonly schedule: number; readonly address: string } | undefined {
    const { data } = Unsubscription.safeParse(openLink(this.#key, 'unsubscribe', token));
    return data && { schedule: data.s, address: data.a };
  }

  file(run: number, expiresAt: Date): string {
    const token = signLink(this.#key, 'report file', { r: run, e: expiresAt.getTime() });
    return `${this.#base}${API}/report-file/${token}`;
  }

  openFile(token: string): { readonly run: number; readonly expiresAt: Date } | undefined {
    const { data } = FileLink.safeParse(openLink(this.#key, 'report file', token));
    return data && { run: data.r, expiresAt: dateAtMs(data.e) };
  }
}
