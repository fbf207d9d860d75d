import { useQuery } from '@tanstack/react-query';
import { warningText } from '#schemas/problem/warning.ts';
import {
  hasWildcard,
  IframeWhitelistDraft,
  readIframeWhitelist,
  updateIframeWhitelist,
  type IframeWhitelist,
} from '#schemas/settings/iframe/iframe.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { FormPage } from '#web/kernel/form/FormPage.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useIframeTexts, type en } from './texts/en.ts';

/** Lines that a fault names. */
const NAMED = 10;

/** The faults of all lines, each with the lines that have it; undefined: there is none. */
function faultOfLines(
  patterns: readonly string[],
  errorAt: (path: string) => string | undefined,
  text: Translate<typeof en>,
): string | undefined {
  const faulty = patterns.flatMap((_, index) => {
    const fault = errorAt(`patterns.${String(index)}`);
    return fault === undefined ? [] : [{ line: index + 1, fault }];
  });
  const sentences = [...Map.groupBy(faulty, ({ fault }) => fault)].map(([fault, lines]) => {
    const named = lines.slice(0, NAMED).map(({ line }) => String(line));
    const line = [...named, ...(lines.length > NAMED ? ['…'] : [])].join(', ');
    return text(lines.length > 1 ? 'linesFault' : 'lineFault', { line, fault });
  });
  return sentences.length === 0 ? undefined : sentences.join(' · ');
}

function WhitelistForm({ stored }: { readonly stored: IframeWhitelist }) {
  const text = useIframeTexts();
  const language = useLanguage();
  const form = useForm<IframeWhitelist>({
    initial: stored,
    contract: IframeWhitelistDraft,
    nested: ['patterns'],
    store: (body) => call(updateIframeWhitelist, { body }),
    done: () => text('saved'),
    touches: [readIframeWhitelist],
  });
  const { patterns } = form.draft;
  const error = faultOfLines(patterns, form.errorAt, text) ?? form.errorAt('patterns');
  // One input has all lines.
  const errors = error === undefined ? [] : [{ field: 'patterns', message: error }];
  return (
    <FormPage
      label={text('title')}
      form={{ ...form, errors }}
      action={text('save')}
      saving={updateIframeWhitelist}
    >
      <TextArea
        id="patterns"
        code
        rows={10}
        label={text('patterns')}
        description={text('patternsHint')}
        placeholder="https://grafana\.example\.net/.*"
        value={patterns.join('\n')}
        error={error}
        onChange={(value) => form.change({ patterns: value === '' ? [] : value.split('\n') })}
      />
      {patterns.every((pattern) => pattern.trim() === '') && (
        <Banner tone="warning">{warningText('IFRAME_LIST_EMPTY', language)}</Banner>
      )}
      {patterns.some(hasWildcard) && (
        <Banner tone="warning">{warningText('IFRAME_WILDCARD', language)}</Banner>
      )}
      <p className="tt-muted">{text('reload')}</p>
    </FormPage>
  );
}

/** The addresses that iframe dashlets may show. */
export function IframeTab() {
  const text = useIframeTexts();
  const language = useLanguage();
  const stored = useQuery(routeQuery(readIframeWhitelist));
  return (
    <Panel label={text('title')} state={panelStateOf(stored, language)} skeleton="block">
      <div className="tt-form-page">
        {stored.data !== undefined && <WhitelistForm key={stored.dataUpdatedAt} stored={stored.data} />}
      </div>
    </Panel>
  );
}
