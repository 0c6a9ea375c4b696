import { type ComponentProps, Suspense } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './cancellation-list.module.css';

const loadSheet = () => import('./join-sheet.tsx');
const JoinSheet = lazyPart(async () => (await loadSheet()).JoinSheet);

interface TellMeProps extends Omit<ComponentProps<typeof JoinSheet>, 'close'> {
  professional: { id: string; display_name: string; time_zone: string; cancellation_list: boolean };
  text: string;
}

/** In the address, so that a login leads back to it. */
const open = 'tell_me';

/** The way to the cancellation list, for visitors by the login; nothing for others, or where there is no list. */
export function TellMe({ professional, text, ...wanted }: TellMeProps) {
  const role = useSession((session) => session.role);
  const navigate = useNavigate();
  const location = useLocation();
  const [query, setQuery] = useSearchParams();
  if (!professional.cancellation_list || (role !== null && role !== 'client')) return null;

  function show(isOpen: boolean) {
    const next = new URLSearchParams(query);
    if (isOpen) next.set(open, '1');
    else next.delete(open);
    if (isOpen && role === null) {
      const from = { ...location, search: `?${next}` };
      return void navigate(pagePath('login'), { state: { from } });
    }
    return setQuery(next, { replace: true, preventScrollReset: true, state: location.state });
  }
  return (
    <div className={styles.tell}>
      <p className="soft">{text}</p>
      <Button look="secondary" data-scripted onPointerEnter={() => void loadSheet()} onClick={() => show(true)}>
        Tell me when a time frees up
      </Button>
      {role === 'client' && query.has(open) && (
        <ErrorFence>
          <Suspense>
            <JoinSheet professional={professional} {...wanted} close={() => show(false)} />
          </Suspense>
        </ErrorFence>
      )}
    </div>
  );
}
