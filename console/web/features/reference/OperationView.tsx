import { basePath } from '#web/lib/base-path.ts';
import { useState } from 'react';
import { CopyButton } from '#web/ui/button/CopyButton.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { curlOf, type ApiOperation } from './operation.ts';
import { TryOperation } from './TryOperation.tsx';
import { useReferenceTexts } from './texts/en.ts';

type Json = Readonly<Record<string, unknown>>;

function Code({ label, content }: { readonly label: string; readonly content: string }) {
  return (
    <div className="tt-reference-code">
      <h3>{label}</h3>
      <CopyButton label={label} value={content} />
      <ScrollRegion as="pre" label={label}>
        {content}
      </ScrollRegion>
    </div>
  );
}

const typeOf = (schema: Json): string => {
  const { type, enum: values } = schema;
  if (Array.isArray(values)) return values.join(' | ');
  return typeof type === 'string' ? type : 'any';
};

function Parameters({ parameters }: Pick<ApiOperation, 'parameters'>) {
  const text = useReferenceTexts();
  return (
    <table aria-label={text('parameters')}>
      <thead>
        <tr>
          <th scope="col">{text('name')}</th>
          <th scope="col">{text('place')}</th>
          <th scope="col">{text('type')}</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, in: place, required, schema }) => (
          <tr key={`${place} ${name}`}>
            <th scope="row">
              <code>{name}</code> {required && <Tag>{text('required')}</Tag>}
            </th>
            <td>{place}</td>
            <td>{typeOf(schema)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Problems({ responses }: Pick<ApiOperation, 'responses'>) {
  const text = useReferenceTexts();
  const rejected = Object.entries(responses).filter(([status]) => status !== '200');
  return (
    <>
      <h3>{text('problems')}</h3>
      <dl className="tt-reference-problems">
        {rejected.map(([status, { description }]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const firstSchema = (content: Readonly<Record<string, { readonly schema: Json }>> = {}): Json | undefined =>
  Object.values(content)[0]?.schema;

function Details({ operation }: { readonly operation: ApiOperation }) {
  const text = useReferenceTexts();
  const { parameters, requestBody, responses } = operation;
  const body = firstSchema(requestBody?.content);
  const responseSchema = firstSchema(responses['200']?.content);
  return (
    <div className="tt-reference-details">
      <p>
        {text('needs')} <code>{operation['x-permission']}</code>
      </p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body !== undefined && <Code label={text('body')} content={pretty(body)} />}
      {responseSchema !== undefined && <Code label={text('response')} content={pretty(responseSchema)} />}
      <Problems responses={responses} />
      <Code label={text('example')} content={curlOf(operation, `${location.origin}${basePath()}`)} />
      {operation.method === 'GET' && <TryOperation operation={operation} />}
    </div>
  );
}

/** One call; request and response render when it is expanded. */
export function OperationView({ operation }: { readonly operation: ApiOperation }) {
  const [isOpen, setOpen] = useState(false);
  const { method, path, summary } = operation;
  return (
    <details className="tt-reference-call" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="tt-reference-method" data-method={method}>
          {method}
        </span>
        <code>{path}</code>
        <span className="tt-muted">{summary}</span>
      </summary>
      {isOpen && <Details operation={operation} />}
    </details>
  );
}
