import { useSitesOf } from '#web/kernel/add-device/add-device-queries.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDebugSearch } from './debug-search.ts';
import { useDebugTexts } from './texts/en.ts';

const EVERY = 'every';

/** The customer and the site that debug mode is about. */
export function SitePicker() {
  const text = useDebugTexts();
  const { search, change } = useDebugSearch();
  const { customers } = useSession();
  const sites = useSitesOf(search.customer);
  return (
    <Toolbar label={text('place')} end={<span className="tt-muted">{text('lead')}</span>}>
      <Select
        quietLabel
        searchable
        label={text('customer')}
        nothingFound={text('nothingFound')}
        options={[
          { value: EVERY, label: text('everyCustomer') },
          ...customers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={search.customer === undefined ? EVERY : String(search.customer)}
        onChange={(id) => change({ customer: id === EVERY ? undefined : Number(id), site: undefined })}
      />
      <Select
        quietLabel
        searchable
        label={text('site')}
        nothingFound={text('nothingFound')}
        disabled={search.customer === undefined}
        options={[
          { value: EVERY, label: text(search.customer === undefined ? 'everySite' : 'noSite') },
          ...sites.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={search.site === undefined ? EVERY : String(search.site)}
        onChange={(id) => change({ site: id === EVERY ? undefined : Number(id) })}
      />
    </Toolbar>
  );
}
