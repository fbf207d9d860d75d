import { formatValue } from '#schemas/unit/format.ts';
import { nameOfProtocol } from '#schemas/application/application-name.ts';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { attributeKinds } from '#schemas/application/import.ts';
import type { ResponseTime } from '#schemas/application/response-times.ts';
import { resourceActionsColumn } from '#web/kernel/resource/resource-actions-column.tsx';
import { SharedWithText } from '#web/kernel/resource/SharedWithText.tsx';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

export interface ApplicationRow extends ApplicationEntry {
  /** Position in the matching order, from 1. */
  readonly position: number;
  /** Over the last hour; undefined if flows report none. */
  readonly response: ResponseTime | undefined;
}

export interface ApplicationColumnOptions {
  readonly text: Translate<typeof en>;
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly language: Language;
  /** In the multi-client space the sharing replaces the visibility. */
  readonly isProvider: boolean;
  readonly actions: (application: ApplicationEntry) => readonly MenuItem[];
  readonly disabledReasonOf: (application: ApplicationEntry) => string | undefined;
}

/** A protocol by its name, or `protocol 253`. */
const protocolText = (number: number, text: ApplicationColumnOptions['text']): string =>
  nameOfProtocol(number) ?? text('of-protocols', { values: String(number) });

/** The attributes as one line. Numbers are labelled: 17 is a protocol or a class. A protocol stands before its ports: `TCP 13724`. */
const recognisedText = ({ attributes }: ApplicationEntry, text: ApplicationColumnOptions['text']): string =>
  attributeKinds
    .filter((kind) => attributes[kind].length > 0)
    .filter((kind) => kind !== 'protocols' || attributes.ports.length === 0)
    .map((kind) => {
      const values = attributes[kind].join(', ');
      const protocols = attributes.protocols.map((number) => protocolText(number, text)).join('/');
      if (kind === 'protocols') return protocols;
      if (kind === 'ports' && protocols !== '') return `${protocols} ${values}`;
      return kind === 'ports' || kind === 'dscp' ? text(`of-${kind}`, { values }) : values;
    })
    .join(' · ');

/** The state in the space of a customer; in that of the provider, how many customers override it. */
const stateText = (
  { state, overriddenBy }: ApplicationEntry,
  text: ApplicationColumnOptions['text'],
): string =>
  overriddenBy.length === 0
    ? text(`state-${state}`)
    : text('overriddenCount', { count: overriddenBy.length });

const ellipsis = (value: string) => <span className="tt-ellipsis">{value}</span>;

const contentColumns = ({
  text,
  resource,
  language,
}: ApplicationColumnOptions): readonly Column<ApplicationRow>[] => [
  {
    id: 'place',
    header: text('place'),
    value: ({ position }) => position,
    cell: ({ position }) => position,
    width: 60,
    align: 'right',
  },
  {
    id: 'name',
    header: text('name'),
    value: ({ name }) => name,
    cell: ({ name, state, status, response }) => (
      <span className="tt-named">
        {ellipsis(name)}
        {state === 'overridden' && <Tag tone="accent">{text('state-overridden')}</Tag>}
        {!status.active && <Tag tone="warning">{resource('inactive')}</Tag>}
        {response?.isSlow === true && (
          <Tag tone="warning">
            {text('slow', { time: formatValue(response.responseMs, 'millisecond', language) })}
          </Tag>
        )}
      </span>
    ),
    width: 160,
    grow: 2,
    fixed: true,
  },
  {
    id: 'category',
    header: text('category'),
    value: ({ category }) => category,
    cell: ({ category }) => ellipsis(category),
    width: 110,
    grow: 1,
  },
  {
    id: 'recognised',
    header: text('recognised'),
    value: (application) => recognisedText(application, text),
    cell: (application) => ellipsis(recognisedText(application, text)),
    width: 180,
    grow: 4,
  },
];

const resourceColumns = (options: ApplicationColumnOptions): readonly Column<ApplicationRow>[] => {
  const { text, resource, isProvider } = options;
  return [
    {
      id: 'type',
      header: text('type'),
      value: ({ type }) => text(`type-${type}`),
      cell: ({ type }) => text(`type-${type}`),
      width: 90,
    },
    {
      id: 'state',
      header: text('state'),
      value: (application) => stateText(application, text),
      cell: (application) => ellipsis(stateText(application, text)),
      width: 120,
      grow: 1,
    },
    {
      id: 'owner',
      header: text('owner'),
      value: ({ owner }) => owner?.name ?? resource('product'),
      cell: ({ owner }) => ellipsis(owner?.name ?? resource('product')),
      width: 120,
      grow: 2,
    },
    {
      id: 'visibility',
      header: isProvider ? resource('sharedWith') : text('visibility'),
      value: ({ visibility }) => resource(visibility),
      cell: ({ visibility, share }) => {
        if (isProvider) return <SharedWithText share={share} />;
        return visibility === 'multi-client' ? text('provider') : resource(visibility);
      },
      width: 130,
      grow: 1,
    },
  ];
};

/** Columns of custom applications. */
export const applicationColumns = (options: ApplicationColumnOptions): readonly Column<ApplicationRow>[] => [
  ...contentColumns(options),
  ...resourceColumns(options),
  resourceActionsColumn(options),
];
