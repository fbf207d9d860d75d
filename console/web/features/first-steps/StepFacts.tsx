import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { RECENT_BACKUP_DAYS, type FirstStep, type FirstStepFacts } from '#schemas/first-steps/first-steps.ts';
import { pollFailureText } from '#schemas/polling/failure-words.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { CopyButton } from '#web/ui/button/CopyButton.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { useFirstStepsSearch } from './first-steps-search.ts';
import { useFirstStepTexts } from './texts/en.ts';

const BACKUP = 'npm run backup -- FOLDER';
const NETWORK_FILE = 'npm start -- --network FILE';

interface Facts<Step extends FirstStep['step']> {
  readonly facts: FirstStepFacts[Step];
}

/** A command for the terminal, to copy. */
function Command({ command }: { readonly command: string }) {
  const text = useFirstStepTexts();
  return (
    <p className="tt-step-links">
      <code>{command}</code>
      <CopyButton label={text('command')} value={command} />
    </p>
  );
}

function Network({ facts }: Facts<'network'>) {
  const text = useFirstStepTexts();
  const { change } = useFirstStepsSearch();
  const { customers, sites, devices } = facts;
  return (
    <>
      <p>
        {text('networkFound', {
          customers: text('customers', { count: customers }),
          sites: text('sites', { count: sites }),
          devices: text('devices', { count: devices }),
        })}
      </p>
      {devices === 0 && (
        <>
          <p>{text('networkHint')}</p>
          <Command command={NETWORK_FILE} />
        </>
      )}
      <p className="tt-step-links">
        <Button
          kind={devices === 0 ? 'primary' : 'secondary'}
          icon={<IconPlus size={15} />}
          onClick={() => change({ edit: 'new', address: undefined })}
        >
          {text('addDevice')}
        </Button>
        <Link to="/mt/provisioning">{text('importFile')}</Link>
        <Link to="/mt/provisioning" search={{ tab: 'discoveries' }}>
          {text('discover')}
        </Link>
        {devices > 0 && <Link to="/cc/inventory">{text('listNetwork')}</Link>}
      </p>
    </>
  );
}

function PollingLink() {
  const text = useFirstStepTexts();
  if (!usePermission('SUPPORT.COLLECT.read')) return null;
  return (
    <p className="tt-step-links">
      <Link to="/mt/monitoring-collect" search={{ tab: 'polled' }}>
        {text('polledDevices')}
      </Link>
    </p>
  );
}

function Polling({ facts }: Facts<'polling'>) {
  const text = useFirstStepTexts();
  const language = useLanguage();
  if (facts === null) return <p>{text('pollingUnknown')}</p>;
  const { polled, responding, waiting, failure } = facts;
  if (polled === 0) return <p>{text('pollingNone')}</p>;
  return (
    <>
      <p>
        {text('pollingFound', { responding: String(responding), polled: String(polled) })}
        {waiting > 0 && ` ${text('pollingWaiting', { count: waiting })}`}
      </p>
      {failure !== null && (
        <p className="tt-step-fault">
          {text('pollingFailure', {
            name: failure.name,
            reason: pollFailureText(failure.reason, failure.address, language),
          })}
        </p>
      )}
      <PollingLink />
    </>
  );
}

function Unknown({ facts }: { readonly facts: NonNullable<FirstStepFacts['flows']> }) {
  const text = useFirstStepTexts();
  const { change } = useFirstStepsSearch();
  if (facts.unknownCount === 0) return null;
  return (
    <p className="tt-step-links">
      <span>{text('unknownExporters', { count: facts.unknownCount })}</span>
      {facts.unknown.map((address) => (
        <Button key={address} onClick={() => change({ edit: 'new', address })}>
          {text('adopt', { address })}
        </Button>
      ))}
    </p>
  );
}

function Flows({ facts }: Facts<'flows'>) {
  const text = useFirstStepTexts();
  if (facts === null) return <p>{text('flowsUnknown')}</p>;
  return (
    <>
      <p>{facts.exporters === 0 ? text('flowsNone') : text('flowsFound', { count: facts.exporters })}</p>
      <Unknown facts={facts} />
      <p className="tt-step-links">
        <Link to="/mt/monitoring-collect">{text('exporters')}</Link>
      </p>
    </>
  );
}

function Alarms({ facts: { definitions } }: Facts<'alarms'>) {
  const text = useFirstStepTexts();
  return (
    <>
      <p>{definitions === 0 ? text('alarmsNone') : text('alarmsFound', { count: definitions })}</p>
      <p className="tt-step-links">
        <Link to="/mt/cockpit">{text('cockpits')}</Link>
      </p>
    </>
  );
}

function Notifications({ facts: { targets } }: Facts<'notifications'>) {
  const text = useFirstStepTexts();
  return (
    <>
      <p>{targets === 0 ? text('targetsNone') : text('targetsFound', { count: targets })}</p>
      <p className="tt-step-links">
        <Link to="/mt/settings" search={{ tab: 'targets' }}>
          {text('targets')}
        </Link>
      </p>
    </>
  );
}

function Users({ facts: { accounts, providers } }: Facts<'users'>) {
  const text = useFirstStepTexts();
  const mayFederate = usePermission('SETTINGS.SAML.read');
  const found = [
    text('usersFound', { count: accounts }),
    ...(providers > 0 ? [text('providersFound', { count: providers })] : []),
  ];
  return (
    <>
      <p>{accounts === 1 && providers === 0 ? text('usersNone') : found.join(', ')}</p>
      <p className="tt-step-links">
        <Link to="/mt/user">{text('users')}</Link>
        {mayFederate && (
          <>
            <Link to="/mt/settings" search={{ tab: 'saml' }}>
              {text('saml')}
            </Link>
            <Link to="/mt/settings" search={{ tab: 'oidc' }}>
              {text('oidc')}
            </Link>
          </>
        )}
      </p>
    </>
  );
}

function LastBackup({ last }: { readonly last: NonNullable<NonNullable<FirstStepFacts['backup']>['last']> }) {
  const text = useFirstStepTexts();
  const size = formatValue(last.bytes, 'byte', useLanguage());
  return (
    <>
      <p>
        <TimeIn at={last.at} sentence={(time) => text('backupLast', { time, size })} />
      </p>
      {!last.isRecent && <p className="tt-step-fault">{text('backupStale', { days: RECENT_BACKUP_DAYS })}</p>}
    </>
  );
}

function Backup({ facts, isMarked }: Facts<'backup'> & { readonly isMarked: boolean }) {
  const text = useFirstStepTexts();
  const last = facts?.last ?? undefined;
  return (
    <>
      {last !== undefined && <LastBackup last={last} />}
      {last === undefined && <p>{text(isMarked ? 'backupMarked' : 'backupHint')}</p>}
      <Command command={BACKUP} />
    </>
  );
}

/** What the installation has of a step, and where to do what is missing. */
export function StepFacts({ step }: { readonly step: FirstStep }): ReactNode {
  switch (step.step) {
    case 'network':
      return <Network facts={step.facts} />;
    case 'polling':
      return <Polling facts={step.facts} />;
    case 'flows':
      return <Flows facts={step.facts} />;
    case 'alarms':
      return <Alarms facts={step.facts} />;
    case 'notifications':
      return <Notifications facts={step.facts} />;
    case 'users':
      return <Users facts={step.facts} />;
    case 'backup':
      return <Backup facts={step.facts} isMarked={step.state === 'done'} />;
  }
}
