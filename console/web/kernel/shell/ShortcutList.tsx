import { Link } from '@tanstack/react-router';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Kbd } from '#web/ui/text/Kbd.tsx';
import { usePermission } from '../permission/use-permission.ts';
import { useShellContext } from './use-shell-context.ts';
import { usePaletteTexts } from './texts/en.ts';
import './shortcuts.css';

const groups = {
  page: [
    ['search', 'Ctrl K'],
    ['help', '?'],
  ],
  table: [
    ['move', '↑ ↓'],
    ['ends', 'Home End'],
    ['open', '↵'],
    ['select', 'Space'],
    ['range', 'Shift ↑ ↓'],
    ['all', 'Ctrl A'],
  ],
  alarm: [
    ['acknowledge', 'A'],
    ['snooze', 'S'],
    ['assign', 'I'],
    ['locate', 'L'],
  ],
  form: [
    ['submit', 'Ctrl ↵'],
    ['cancel', 'Esc'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [string, string])[]>>;

type Key = (typeof groups)[keyof typeof groups][number][0];

/** To the tour through a first dashboard, for those who may build one. */
function TourLink({ onFollow }: { readonly onFollow: () => void }) {
  const text = usePaletteTexts();
  const { menuOf, customer, session } = useShellContext();
  const mayBuild = usePermission('DASHBOARD.write') && !session.readOnly;
  const id = customer?.id ?? session.customers[0]?.id;
  if (!mayBuild || id === undefined || !menuOf('customer').some(({ route }) => route === '/dashboard'))
    return null;
  return (
    <p className="tt-shortcuts-tour">
      <Link to="/dashboard" search={{ customer: id, tour: true }} onClick={onFollow}>
        {text('tour')}
      </Link>
    </p>
  );
}

/** The keys of the console. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const text = usePaletteTexts();
  return (
    <Dialog title={text('shortcuts')} open onClose={onClose} width={520}>
      <div className="tt-shortcuts">
        {(['page', 'table', 'alarm', 'form'] as const).map((group) => (
          <section key={group}>
            <h3>{text(`shortcuts-${group}`)}</h3>
            <dl>
              {groups[group].map(([key, keys]: readonly [Key, string]) => (
                <div key={key}>
                  <dt>{text(`key-${key}`)}</dt>
                  <dd>
                    {keys.split(' ').map((each) => (
                      <Kbd key={each}>{each}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <TourLink onFollow={onClose} />
    </Dialog>
  );
}
