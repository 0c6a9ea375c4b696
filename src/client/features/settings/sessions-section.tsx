import { useRef, useState } from 'react';
import formStyles from '#client/features/forms/form.module.css';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { type Outputs, trpc } from '#client/lib/trpc.ts';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { dot } from '#client/ui/dot.ts';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { defaultTimeZone } from '#shared/constants.ts';
import { formatDate } from '#shared/time.ts';
import styles from './sessions-section.module.css';
import { SettingsSection } from './settings-section.tsx';

type Session = Outputs['auth']['sessions'][number];
/** The id of the session that is being ended, or all of them. */
type Ending = string | 'all';

export function SessionsSection() {
  const { data, error, refetch } = trpc.auth.sessions.useQuery({});
  return (
    <SettingsSection
      title="Where you are logged in"
      lead="Log out any device you don't know, then change your password."
    >
      {data ? (
        <Sessions sessions={data} />
      ) : error ? (
        <Failure text="Failed to load your sessions." retry={refetch} />
      ) : (
        <Skeleton height="160px" />
      )}
    </SettingsSection>
  );
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const { client, auth } = trpc.useUtils();
  const [ending, setEnding] = useState<Ending>();
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState<string>();
  const message = useRef<HTMLDivElement>(null);

  async function end(which: Ending) {
    setEnding(which);
    setFailure(undefined);
    setDone(undefined);
    try {
      if (which === 'all') await client.auth.endOtherSessions.mutate();
      else await client.auth.endSession.mutate({ id: which });
      setDone(which === 'all' ? 'All other devices are logged out.' : 'The device is logged out.');
    } catch (error) {
      // It ended in the meantime, which is what was wanted.
      if (statusOf(error) === 404) setDone('The device is logged out.');
      else setFailure(errorText(error, "The device couldn't be logged out."));
    }
    await auth.sessions.invalidate();
    setEnding(undefined);
    setAsked(false);
    // The button that was pressed is gone with its session.
    message.current?.focus();
  }

  return (
    <>
      <div ref={message} tabIndex={-1} className={styles.list}>
        <FormMessage>{failure}</FormMessage>
        {done && <FormMessage tone="good">{done}</FormMessage>}
        <Card rows>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={ending === session.id}
              end={() => void end(session.id)}
            />
          ))}
        </Card>
      </div>
      {sessions.length > 1 && (
        <div className={formStyles.actions}>
          <Button look="danger" onClick={() => setAsked(true)}>
            Log out everywhere
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asked}
        close={() => setAsked(false)}
        title="Log out everywhere?"
        description="This logs out all your other devices straight away. This one stays logged in."
        cancelText="Cancel"
        confirmText="Log out everywhere"
        danger
        busy={ending === 'all'}
        onConfirm={() => void end('all')}
      />
    </>
  );
}

function SessionRow({ session, busy, end }: { session: Session; busy: boolean; end: () => void }) {
  const { id, device, current, created_at, last_seen_at } = session;
  const zone = useViewerZone() ?? defaultTimeZone;
  const nameId = `session-${id}`;
  return (
    <div className={styles.row}>
      <div id={nameId}>
        <p className={styles.device}>
          {device ?? 'Unknown device'} {current && <Badge tone="good">This device</Badge>}
        </p>
        <p className="soft">
          Logged in {formatDate(Date.parse(created_at), zone)}
          {dot}last used {formatDate(Date.parse(last_seen_at), zone)}
        </p>
      </div>
      {!current && (
        <Button look="secondary" aria-describedby={nameId} busy={busy} busyText="Logging out..." onClick={end}>
          Log out
        </Button>
      )}
    </div>
  );
}
