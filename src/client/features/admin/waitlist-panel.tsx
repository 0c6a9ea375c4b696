import { getQueryKey } from '@trpc/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { UnsavedFields } from '#client/features/forms/unsaved-fields.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { dot } from '#client/ui/dot.ts';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';
import type { WaitlistEntry } from '#shared/waitlist.ts';
import styles from './admin.module.css';
import { AdminList } from './admin-list.tsx';
import { Row } from './row.tsx';
import { useChange } from './use-change.ts';
import { When } from './when.tsx';

const shownNames = ['waiting', 'approved', 'declined'] as const;

/** People who wait for a decision, those who were approved and have not accepted, and those who were declined. */
export function WaitlistPanel() {
  const [query, setQuery] = useSearchParams();
  return (
    <Tabs
      label="Waitlist"
      value={shownNames.find((name) => name === query.get('show')) ?? 'waiting'}
      onChange={(show) => setQuery({ tab: 'waitlist', ...(show === 'waiting' ? {} : { show }) }, { replace: true })}
      tabs={[
        { value: 'waiting', label: 'Waiting', panel: <Waiting /> },
        { value: 'approved', label: 'Approved', panel: <Approved /> },
        { value: 'declined', label: 'Declined', panel: <Declined /> },
      ]}
    />
  );
}

function Waiting() {
  const { client } = trpc.useUtils();
  return (
    <AdminList
      queryKey={getQueryKey(trpc.waitlist.list, { status: 'verified' }, 'infinite')}
      load={(page) => client.waitlist.list.query({ status: 'verified', ...page })}
      failedText="Failed to load the waitlist."
      empty={{ text: 'Nobody is waiting.', advice: 'People appear here once they have verified their email.' }}
      row={(entry) => <Entry key={entry.id} entry={entry} />}
    />
  );
}

function Approved() {
  const { client } = trpc.useUtils();
  const asked = { status: 'approved', accepted: false } as const;
  return (
    <AdminList
      queryKey={getQueryKey(trpc.waitlist.list, asked, 'infinite')}
      load={(page) => client.waitlist.list.query({ ...asked, ...page })}
      failedText="Failed to load the waitlist."
      empty={{
        text: 'Everyone approved has accepted.',
        advice: 'People show up here once approved, until they choose a password.',
      }}
      row={(entry) => <ApprovedEntry key={entry.id} entry={entry} />}
    />
  );
}

function Declined() {
  const { client } = trpc.useUtils();
  return (
    <AdminList
      queryKey={getQueryKey(trpc.waitlist.list, { status: 'declined' }, 'infinite')}
      load={(page) => client.waitlist.list.query({ status: 'declined', ...page })}
      failedText="Failed to load the waitlist."
      empty={{ text: 'No declined applications.', advice: 'Applications you decline show up here.' }}
      row={(entry) => <Row key={entry.id} {...aboutOf(entry)} />}
    />
  );
}

function ApprovedEntry({ entry }: { entry: WaitlistEntry }) {
  const { id, name } = entry;
  const { busy, run, client } = useChange();
  return (
    <Row {...aboutOf(entry)}>
      <Button
        look="secondary"
        busy={busy}
        aria-label={`Resend invitation to ${name}`}
        onClick={() => void run(() => client.waitlist.invite.mutate({ id }), `We've emailed ${name} an invitation.`)}
      >
        Resend invitation
      </Button>
    </Row>
  );
}

/** How a row names an entry. */
function aboutOf({ name, email, role, location, link, created_at, note }: WaitlistEntry) {
  return {
    title: (
      <>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <Badge tone="plain">{role}</Badge>
      </>
    ),
    about: (
      <>
        {email}
        {dot}
        <When at={created_at} />
        {(location || link) && (
          <p className={styles.work}>
            {location && <span>{location}</span>}
            {link && (
              <a href={link} target="_blank" rel="noopener noreferrer nofollow">
                {link.replace(/^https:\/\/(www\.)?/i, '').replace(/\/$/, '')}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>
            )}
          </p>
        )}
        {note && <p>Note: {note}</p>}
      </>
    ),
  };
}

function Entry({ entry }: { entry: WaitlistEntry }) {
  const { id, name, note } = entry;
  const { busy, run, client } = useChange();
  const [asking, setAsking] = useState<'decline' | 'note'>();
  const [failure, setFailure] = useState<string>();
  function ask(about: 'decline' | 'note') {
    setFailure(undefined);
    setAsking(about);
  }
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    const isNote = asking === 'note';
    setFailure(undefined);
    const work = () =>
      isNote
        ? client.waitlist.setNote.mutate({ id, note: text })
        : client.waitlist.decline.mutate({ id, reason: text });
    const isDone = await run(work, isNote ? 'Note saved.' : `${name} was declined.`, (error, text) => {
      const status = statusOf(error);
      // Who was decided on meanwhile, or is gone, leaves the list, and the dialog with them.
      if (status === 404 || status === 409) notify.failure(error, text);
      else setFailure(text);
    });
    if (isDone) setAsking(undefined);
  }
  return (
    <Row {...aboutOf(entry)}>
      <Button
        busy={busy}
        aria-label={`Approve ${name}`}
        onClick={() => void run(() => client.waitlist.approve.mutate({ id }), `We've emailed ${name} an invitation.`)}
      >
        Approve
      </Button>
      <Button look="secondary" disabled={busy} onClick={() => ask('decline')}>
        Decline
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => ask('note')}>
        Note
      </Button>
      <Dialog
        open={asking !== undefined}
        busy={busy}
        close={() => setAsking(undefined)}
        title={asking === 'note' ? `Note on ${name}` : `Decline ${name}?`}
        description={
          asking === 'note' ? 'Only admins can see this.' : "We'll email them, with your reason if you give one."
        }
      >
        <form className={styles.form} onSubmit={(event) => void send(event)}>
          <UnsavedFields key={asking} name={`${asking} ${id}`} />
          {asking === 'note' ? (
            <TextArea label="Note" name="text" defaultValue={note ?? ''} maxLength={lengths.waitlistNote.max} />
          ) : (
            <TextArea label="Reason (optional)" name="text" maxLength={lengths.declineReason.max} />
          )}
          <FormMessage>{failure}</FormMessage>
          <div className={styles.actions}>
            <Button type="submit" look={asking === 'note' ? 'primary' : 'danger'} busy={busy}>
              {asking === 'note' ? 'Save note' : 'Decline'}
            </Button>
            <Button look="secondary" disabled={busy} onClick={() => setAsking(undefined)}>
              Cancel
            </Button>
          </div>
        </form>
      </Dialog>
    </Row>
  );
}
