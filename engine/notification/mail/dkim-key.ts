import { readFileSync } from 'node:fs';

/** A key that signs mails (RFC 6376). */
export interface DkimKey {
  /** Of the record in the DNS: `selector._domainkey.domain`. */
  readonly selector: string;
  /** Undefined: that of the sender. */
  readonly domain: string | undefined;
  /** PEM. */
  readonly privateKey: string;
}

interface DkimVariables {
  readonly MAIL_DKIM_KEY_FILE: string;
  readonly MAIL_DKIM_SELECTOR: string;
  readonly MAIL_DKIM_DOMAIN: string;
}

/** The key of the configuration, which has checked the file. Undefined: mails are not signed here. */
export function readDkimKey({
  MAIL_DKIM_KEY_FILE: file,
  MAIL_DKIM_SELECTOR: selector,
  MAIL_DKIM_DOMAIN: domain,
}: DkimVariables): DkimKey | undefined {
  if (file === '') return undefined;
  return { selector, domain: domain === '' ? undefined : domain, privateKey: readFileSync(file, 'utf8') };
}

/**
 * What a signature covers. Mail programs unsubscribe with one click only if both headers are signed (RFC 8058 §4), of which nodemailer signs the
 * first by itself.
 */
const SIGNED_HEADERS =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

/** The option of nodemailer. */
export const dkimOf = (key: DkimKey | undefined, source: string) =>
  key === undefined
    ? {}
    : {
        dkim: {
          domainName: key.domain ?? source.split('@')[1] ?? '',
          keySelector: key.selector,
          privateKey: key.privateKey,
          headerFieldNames: SIGNED_HEADERS,
        },
      };
