const texts = {
  en: { title: 'Sign in', lead: 'You are about to sign in at {{name}}.', go: 'Continue to {{name}}' },
  fr: { title: 'Connexion', lead: 'Vous allez vous connecter chez {{name}}.', go: 'Continuer vers {{name}}' },
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

/** Content policy of the page: no scripts. `form-action` is not limited, because identity providers redirect further. */
export const POST_FORM_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The page that posts a request to the identity provider. The user presses its button, because an automatic submit needs a script,
 * which the content policy of the console forbids.
 */
export function postBindingForm({
  action,
  fields,
  name,
  language,
}: {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly name: string;
  readonly language: 'en' | 'fr';
}): string {
  const { title, lead, go } = texts[language];
  const withName = (text: string): string => escaped(text.replace('{{name}}', () => name));
  const inputs = Object.entries(fields).map(
    ([field, value]) => `<input type="hidden" name="${escaped(field)}" value="${escaped(value)}">`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Telltale</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${withName(lead)}</p>
<form method="post" action="${escaped(action)}">${inputs.join('')}<button autofocus>${withName(go)}</button></form></main></body></html>`;
}
