import { useState } from 'react';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { TemplateFieldView, TemplateView } from '#schemas/debug/template-view.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { useSiteTemplates } from './debug-queries.ts';
import { useDebugTexts } from './texts/en.ts';

type Domain = NonNullable<ReturnType<typeof useSiteTemplates>['data']>['domains'][number];

const VARIABLE = 65_535;
const elementText = ({ id, enterprise }: TemplateFieldView): string =>
  enterprise === 0 ? String(id) : `${String(enterprise)}/${String(id)}`;

function FieldRow({ field }: { readonly field: TemplateFieldView }) {
  const text = useDebugTexts();
  return (
    <tr data-unknown={field.name === '' || undefined}>
      <td>{elementText(field)}</td>
      <td>
        {field.name === '' ? text('notUnderstood') : field.name} {field.isScope && <Tag>{text('scope')}</Tag>}
      </td>
      <td>{field.length === VARIABLE ? text('variable') : String(field.length)}</td>
    </tr>
  );
}

function Fields({ template }: { readonly template: TemplateView }) {
  const text = useDebugTexts();
  const label = text('template', { id: template.id });
  return (
    <ScrollRegion className="tt-debug-fields" role="group" label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{text('element')}</th>
            <th scope="col">{text('fieldName')}</th>
            <th scope="col">{text('length')}</th>
          </tr>
        </thead>
        <tbody>
          {template.fields.map((field, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a template may have the same element twice
            <FieldRow key={at} field={field} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Template({ template }: { readonly template: TemplateView }) {
  const text = useDebugTexts();
  const [isOpen, setOpen] = useState(false);
  const unknown = template.fields.filter(({ name }) => name === '').length;
  return (
    <li className="tt-debug-template">
      <button
        type="button"
        className="tt-debug-fold"
        aria-expanded={isOpen}
        onClick={() => setOpen((before) => !before)}
      >
        {isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
        <strong>{text('template', { id: template.id })}</strong>
        <Tag>{text(`kind_${template.kind}`)}</Tag>
        <span>{text('fields', { count: template.fields.length })}</span>
        {unknown > 0 && <Tag tone="warning">{text('unknown', { count: unknown })}</Tag>}
      </button>
      <p className="tt-muted tt-debug-times">
        <TimeIn at={template.since} sentence={(time) => text('since', { time })} />
        {' · '}
        <TimeIn at={template.used} sentence={(time) => text('used', { time })} />
        {template.lastData === 0 && ` · ${text('noData')}`}
      </p>
      {isOpen && <Fields template={template} />}
    </li>
  );
}

function DomainTemplates({ domain }: { readonly domain: Domain }) {
  const text = useDebugTexts();
  const { exporter, deviceName, version, port, collector, waiting, missing, templates } = domain;
  const name = deviceName === '' ? exporter : `${deviceName} · ${exporter}`;
  return (
    <section className="tt-debug-domain">
      <h2>
        {name}{' '}
        <span className="tt-muted">
          {text(version === 9 ? 'protocol_9' : 'protocol_10')},{' '}
          {text('domain', { domain: domain.domain, port })}, {collector}
        </span>
      </h2>
      {waiting > 0 && (
        <Banner tone="warning">{text('waiting', { count: waiting, ids: missing.join(', ') })}</Banner>
      )}
      <ul>
        {templates.map((template) => (
          <Template key={template.id} template={template} />
        ))}
      </ul>
    </section>
  );
}

/** The templates of the exporters of a site: their fields by name, and what is not understood. */
export function TemplatesTab({ site }: { readonly site: number }) {
  const text = useDebugTexts();
  const language = useLanguage();
  const query = useSiteTemplates(site);
  const ready = panelStateOf(query, language);
  const domains = query.data?.domains ?? [];
  const state =
    ready.is === 'ready' && domains.length === 0
      ? ({ is: 'empty', title: text('templatesEmpty'), hint: text('templatesEmptyHint') } as const)
      : ready;
  return (
    <Panel label={text('templates')} state={state}>
      <div className="tt-debug-domains">
        {query.data?.isCut === true && <Banner tone="warning">{text('templatesCut')}</Banner>}
        {domains.map((domain) => (
          <DomainTemplates
            key={`${domain.collector} ${domain.exporter} ${String(domain.version)} ${String(domain.domain)} ${String(domain.port)}`}
            domain={domain}
          />
        ))}
      </div>
    </Panel>
  );
}
