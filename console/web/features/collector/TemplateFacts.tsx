import { formatValue } from '#schemas/unit/format.ts';
import { isRejectionReason } from '#schemas/collector/rejection-reason.ts';
import { TEMPLATE_MISSING, type TemplateReport } from '#schemas/collector/template-report.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useCollectorTexts } from './texts/en.ts';

function useFacts({ records, bytes, recordsPerSecond, lastExport, since, fields, errors }: TemplateReport) {
  const text = useCollectorTexts();
  const language = useLanguage();
  const when = (ms: number) => (ms === 0 ? text('never') : <Time at={ms} />);
  const reason = (name: string): string => {
    if (isRejectionReason(name)) return text(`reason_${name}`);
    return name === TEMPLATE_MISSING ? text('unknownTemplate') : name;
  };
  const rejected = Object.entries(errors)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => [reason(name), formatNumber(count, language)] as const);
  return [
    [text('records'), formatNumber(records, language)],
    [text('rate'), formatValue(recordsPerSecond, 'scalar', language)],
    [text('bytes'), formatValue(bytes, 'byte', language)],
    [text('lastExport'), when(lastExport)],
    ...(since === 0
      ? []
      : ([
          [text('fields'), String(fields)],
          [text('knownSince'), <Time key="since" as="age" at={since} />],
        ] as const)),
    ...rejected,
  ] as const;
}

/** The counters and rejections of one template. */
export function TemplateFacts({ template }: { readonly template: TemplateReport }) {
  const text = useCollectorTexts();
  const { id, kind } = template;
  return (
    <section className="tt-collector-template">
      <h4>
        {text('template', { id })}{' '}
        <Tag tone={kind === 'unknown' ? 'bad' : 'plain'}>{text(`kind_${kind}`)}</Tag>
      </h4>
      <Facts facts={useFacts(template)} />
    </section>
  );
}
