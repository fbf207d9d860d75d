import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconMap, IconMapOff } from '@tabler/icons-react';
import { listFlowMapChoices } from '#schemas/flowmap/routes.ts';
import { flowDirections } from '#schemas/kpi/flow-ends.ts';
import { dscpName, MAX_DSCP } from '#schemas/qos/dscp.ts';
import { flowMapLimits } from '#schemas/limit/dashlet.ts';
import { useProblemSentence } from '#web/kernel/api/use-problem-sentence.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Segment } from '#web/ui/button/Segment.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { arcColourings, chosenKpis, linkColourings, useFlowMapSearch } from './flowmap-search.ts';
import { FlowPeriodChoice } from './FlowPeriodChoice.tsx';
import { useFlowMapTexts } from './texts/en.ts';

const codePoints = Array.from({ length: MAX_DSCP + 1 }, (_, dscp) => ({
  value: String(dscp),
  label: dscpName(dscp),
}));

/** What the lists offer: what is chosen, and what matches what is typed. */
function useChoices(customerId: number) {
  const { search } = useFlowMapSearch();
  const [typed, setTyped] = useState({ site: '', application: '' });
  const chosen = {
    sites: search.site.slice(0, flowMapLimits.maxSites),
    applications: [...search.application],
  };
  const { data } = useQuery({
    ...routeQuery(listFlowMapChoices, { params: { customerId }, body: { ...typed, chosen } }),
    placeholderData: keepPreviousData,
  });
  return {
    sites: data?.sites ?? [],
    applications: data?.applications ?? [],
    typeSite: (site: string) => setTyped((now) => ({ ...now, site })),
    typeApplication: (application: string) => setTyped((now) => ({ ...now, application })),
  };
}

const limitProblems = [{ code: 'FLOW_MAP_TOO_MANY_SITES' }, { code: 'FLOW_MAP_TOO_MANY_KPIS' }] as const;

/** Names of what is chosen also where the list does not have it. */
const withChosen = (
  options: readonly { readonly value: string; readonly label: string }[],
  values: readonly string[],
) => [
  ...options,
  ...values
    .filter((value) => !options.some((option) => option.value === value))
    .map((value) => ({ value, label: value })),
];

function TrafficFilters({ customerId }: { readonly customerId: number }) {
  const text = useFlowMapTexts();
  const { search, change } = useFlowMapSearch();
  const sentence = useProblemSentence(limitProblems);
  const choices = useChoices(customerId);
  const [sites, applications] = [search.site.map(String), search.application.map(String)];
  const tooMany = sentence('FLOW_MAP_TOO_MANY_SITES', { max: flowMapLimits.maxSites });
  return (
    <>
      <MultiSelect
        label={text('sites')}
        placeholder={text('everySite')}
        options={withChosen(
          choices.sites.map(({ id, name, city }) => ({ value: String(id), label: name, right: city })),
          sites,
        )}
        values={sites}
        max={flowMapLimits.maxSites}
        error={sites.length > flowMapLimits.maxSites ? tooMany : undefined}
        description={sites.length === flowMapLimits.maxSites ? tooMany : undefined}
        onSearch={choices.typeSite}
        onChange={(values) => change({ site: values.map(Number) })}
      />
      <MultiSelect
        label={text('applications')}
        placeholder={text('everyApplication')}
        options={withChosen(
          choices.applications.map(({ number, name }) => ({ value: String(number), label: name })),
          applications,
        )}
        values={applications}
        onSearch={choices.typeApplication}
        onChange={(values) => change({ application: values.map(Number) })}
      />
      <MultiSelect
        label={text('dscp')}
        placeholder={text('everyClass')}
        options={codePoints}
        values={search.dscp.map(String)}
        onChange={(values) => change({ dscp: values.map(Number) })}
      />
    </>
  );
}

function KpiChoice() {
  const text = useFlowMapTexts();
  const language = useLanguage();
  const { search, change } = useFlowMapSearch();
  const sentence = useProblemSentence(limitProblems);
  const kpis = [...useKpis().values()].filter(
    ({ element, scopes }) => element === 'application' && scopes.includes('flow'),
  );
  const values = chosenKpis(search);
  const tooMany = sentence('FLOW_MAP_TOO_MANY_KPIS', { max: flowMapLimits.maxKpis });
  const isTooMany = values.length > flowMapLimits.maxKpis;
  return (
    <MultiSelect
      label={text('kpis')}
      options={withChosen(
        kpis.map(({ key, ...kpi }) => ({ value: key, label: kpi[language] })),
        values,
      )}
      values={values}
      max={flowMapLimits.maxKpis}
      error={isTooMany ? tooMany : undefined}
      description={values.length === flowMapLimits.maxKpis ? tooMany : undefined}
      onChange={(kpi) => change({ kpi })}
    />
  );
}

/** What the map shows: sites, filters, KPIs, time and colours. */
export function FlowSelection({ customerId }: { readonly customerId: number }) {
  const text = useFlowMapTexts();
  const { search, change } = useFlowMapSearch();
  return (
    <>
      <Toolbar
        label={text('selection')}
        end={
          <IconButton
            label={text(search.map ? 'hideMap' : 'showMap')}
            pressed={search.map}
            icon={search.map ? <IconMap size={16} /> : <IconMapOff size={16} />}
            onClick={() => change({ map: !search.map })}
          />
        }
      >
        <FlowPeriodChoice />
        <Segment
          label={text('direction')}
          options={flowDirections.map((value) => ({ value, label: text(`direction-${value}`) }))}
          value={search.direction}
          onChange={(direction) => change({ direction })}
        />
        <Select
          quietLabel
          label={text('colour')}
          options={arcColourings.map((value) => ({ value, label: text(`colour-${value}`) }))}
          value={search.colour}
          onChange={(value) => change({ colour: arcColourings.find((each) => each === value) })}
        />
        <Select
          quietLabel
          label={text('links')}
          options={[
            { value: 'none', label: text('links-none') },
            ...linkColourings.map((value) => ({ value, label: text(`links-${value}`) })),
          ]}
          value={search.links ?? 'none'}
          onChange={(value) => {
            const links = linkColourings.find((each) => each === value);
            change({ links, ...(links === undefined ? { list: undefined } : {}) });
          }}
        />
        {search.links !== undefined && (
          <Segment
            label={text('list')}
            options={[
              { value: undefined, label: text('listTraffic') },
              { value: 'links', label: text('listLinks') },
            ]}
            value={search.list}
            onChange={(list) => change({ list, sort: undefined })}
          />
        )}
      </Toolbar>
      <div className="tt-flowmap-filters">
        <TrafficFilters customerId={customerId} />
        <KpiChoice />
      </div>
    </>
  );
}
