import { usePageTitle } from '#web/lib/document-title.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ApiProblem, sentenceOf } from '../api/api-problem.ts';
import { useKernelTexts } from '../text/en.ts';
import { isCodeMissing } from '#web/lib/missing-code.ts';
import { useReload, type Lacking } from './use-reload.ts';
import './shell.css';

/** Of a server that is away, and of the proxy in front of it. */
const AWAY: ReadonlySet<number> = new Set([0, 502, 503, 504]);

function lackingOf(error: unknown): Lacking | undefined {
  if (isCodeMissing(error)) return 'code';
  return error instanceof ApiProblem && AWAY.has(error.status) ? 'response' : undefined;
}

interface FailedProps {
  readonly error: unknown;
}

export function FailedPage({ error }: FailedProps) {
  const text = useKernelTexts();
  usePageTitle(text('pageFailed'));
  const language = useLanguage();
  const isWaiting = useReload(lackingOf(error));
  return (
    <div className="tt-message-page" role="alert">
      <h1>{text('pageFailed')}</h1>
      <p>{isWaiting ? text('reloadsAlone') : sentenceOf(error, language)}</p>
      <Button onClick={() => location.reload()}>{text('reload')}</Button>
    </div>
  );
}

/** The same outside the shell, such as when the server does not respond or a file of the console is missing. */
export function FailedDocument(props: FailedProps) {
  return (
    <main>
      <FailedPage {...props} />
    </main>
  );
}
