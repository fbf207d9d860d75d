import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconCheck, IconX } from '@tabler/icons-react';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { resourceKinds } from '#schemas/resource/kind.ts';
import { explainUserAccess, findExplainableObjects } from '#schemas/user/routes.ts';
import type { AccessExplanation, ExplainableObject, AccessStep } from '#schemas/user/access-explanation.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { useUserTexts } from './texts/en.ts';
import './user.css';

const kinds = ['customer', 'element', 'resource', 'permission'] as const;
type Kind = (typeof kinds)[number];
/** Too many to load: searched by the server. */
const isSearched = (kind: Kind): boolean => kind === 'element' || kind === 'resource';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly right?: string;
}

const kindName = (kind: ExplainableObject['kind'], language: Language): string => {
  if (kind === null) return '';
  const { words } = resourceKinds[kind] as { words?: Readonly<Record<Language, string>> };
  return words?.[language] ?? kind;
};

/** The options of a kind. */
function useChoices(kind: Kind, search: string): readonly Choice[] {
  const language = useLanguage();
  const { customers } = useSession();
  const { data } = useQuery({
    ...routeQuery(findExplainableObjects, {
      query: { is: kind === 'resource' ? kind : 'element', search },
    }),
    enabled: isSearched(kind),
    placeholderData: keepPreviousData,
  });
  if (kind === 'customer') return customers.map(({ id, name }) => ({ value: String(id), label: name }));
  if (kind === 'permission')
    return permissionKeys.map((key) => ({ value: key, label: permissionName(key, language) }));
  return (data?.objects ?? []).map((one) => ({
    value: String(one.id),
    label: one.name,
    right: [kindName(one.kind, language), one.customer ?? ''].filter((part) => part !== '').join(' · '),
  }));
}

type StepOf<Is extends AccessStep['is']> = Extract<AccessStep, { is: Is }>;

function useRightText() {
  const text = useUserTexts();
  const language = useLanguage();
  return ({ ok, permission, right: held }: StepOf<'right'>): string => {
    const right = permissionName(permission, language);
    if (!ok || held === null) return text('whyNoRight', { right });
    const from = text(`whyFrom-${held.from}`);
    const by = held.carriedBy.map((one) => permissionName(one, language)).join(', ');
    return by === '' ? text('whyRight', { right, from }) : text('whyRightCarried', { right, from, by });
  };
}

function useCustomerText() {
  const text = useUserTexts();
  return ({ ok, name, through }: StepOf<'customer'>): string => {
    const ways = through.map((way) =>
      way.kind === 'profile' ? text('through-profile', { name: way.name }) : text(`through-${way.kind}`),
    );
    return ok ? text('whyCustomer', { name, ways: ways.join(', ') }) : text('whyNoCustomer', { name });
  };
}

function useStepText(): (step: AccessStep) => string {
  const text = useUserTexts();
  const rightText = useRightText();
  const customerText = useCustomerText();
  const siteText = ({ ok, name, restricted, regions }: StepOf<'site'>): string => {
    if (!restricted) return text('whyEverySite');
    const sentence = text(ok ? 'whySite' : 'whyNoSite', { name });
    return regions.length === 0
      ? sentence
      : `${sentence} ${text('whyRegions', { regions: regions.join(', ') })}`;
  };
  return (step) => {
    if (step.is === 'locked') return text('whyLocked');
    if (step.is === 'resource') return text(`why-${step.reason}`);
    if (step.is === 'right') return rightText(step);
    return step.is === 'customer' ? customerText(step) : siteText(step);
  };
}

function Explanation({ explanation }: { readonly explanation: AccessExplanation }) {
  const text = useUserTexts();
  const stepText = useStepText();
  return (
    <div aria-live="polite">
      <Banner tone={explanation.allowed ? 'info' : 'warning'}>
        {text(explanation.allowed ? 'whyYes' : 'whyNo')}
      </Banner>
      <ol className="tt-user-why-steps" aria-label={text('whyChain')}>
        {explanation.steps.map((step) => (
          <li key={step.is} data-ok={step.ok}>
            {step.ok ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
            <span>{stepText(step)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Explains why a user can see a customer, site, resource or permission. */
export function AccessExplainer({ id }: { readonly id: number }) {
  const text = useUserTexts();
  const language = useLanguage();
  const [kind, setKind] = useState<Kind>('customer');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Choice>();
  const found = useChoices(kind, search);
  const explained = useQuery({
    ...routeQuery(explainUserAccess, { params: { id }, query: { [kind]: chosen?.value } }),
    enabled: chosen !== undefined,
  });
  const isFound = chosen === undefined || found.some(({ value }) => value === chosen.value);
  return (
    <section className="tt-user-why" aria-label={text('whyTitle')}>
      <h2>{text('whyTitle')}</h2>
      <div className="tt-form-pair">
        <Select
          label={text('whyKind')}
          options={kinds.map((one) => ({ value: one, label: text(`whyKind-${one}`) }))}
          value={kind}
          onChange={(value) => {
            setKind(kinds.find((one) => one === value) ?? 'customer');
            setChosen(undefined);
            setSearch('');
          }}
        />
        <Picker
          key={kind}
          id="why-object"
          label={text('whyObject')}
          placeholder={text('whyFind')}
          nothingFound={text('nothingFound')}
          options={isFound ? found : [chosen, ...found]}
          value={chosen?.value ?? null}
          {...(isSearched(kind) ? { onSearch: setSearch } : {})}
          onChange={(value) => {
            setChosen(found.find((one) => one.value === value));
            setSearch('');
          }}
        />
      </div>
      {explained.isError && <Banner tone="bad">{sentenceOf(explained.error, language)}</Banner>}
      {explained.data !== undefined && <Explanation explanation={explained.data} />}
    </section>
  );
}
