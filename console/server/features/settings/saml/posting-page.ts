import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const texts = {
  en: { title: 'Sign in', lead: 'Continuing at {{name}}…', go: 'Continue' },
  fr: { title: 'Connexion', lead: 'Poursuite chez {{name}}…', go: 'Continuer' },
} as const;

const escaped = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const style = `:root{color-scheme:dark light}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;
margin:0;text-align:center;background:light-dark(#f6f7f9,#0b0f14);color:light-dark(#16202b,#e6edf3)}
button{font:inherit;font-weight:600;padding:10px 20px;border:0;border-radius:8px;background:#0b7285;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #66d9e8;outline-offset:2px}`;

const script = 'document.forms[0].submit()';

/**
 * Content policy of the page: this one script, by its digest (CSP 3, 2.3.1). `form-action` is not limited, because identity providers
 * redirect further.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Posting {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Who receives the form. */
  readonly name: string;
  readonly language: 'en' | 'fr';
}

const pageOf = ({ action, fields, name, language }: Posting): string => {
  const { title, lead, go } = texts[language];
  const inputs = Object.entries(fields).map(
    ([field, value]) => `<input type="hidden" name="${escaped(field)}" value="${escaped(value)}">`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Telltale</title><style>${style}</style></head><body><main><h1>${title}</h1>
<p>${escaped(lead.replace('{{name}}', () => name))}</p>
<form method="post" action="${escaped(action)}">${inputs.join('')}<button autofocus>${go}</button></form></main>
<script>${script}</script></body></html>`;
};

/** Sends a page that posts the fields by itself. Its button is for browsers without scripts. */
export const sendPostingPage = (reply: FastifyReply, posting: Posting): FastifyReply =>
  reply
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .type('text/html')
    .send(pageOf(posting));
