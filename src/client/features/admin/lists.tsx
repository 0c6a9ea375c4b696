import { getQueryKey } from '@trpc/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx';
import { notify } from '#client/ui/notify.ts';
import { TextArea, TextField } from '#client/ui/text-field.tsx';
import type { ListedUser } from '#shared/admin.ts';
import { auditActions } from '#shared/audit.ts';
import { lengths } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import type { WaitlistEntry } from '#shared/waitlist.ts';
import styles from './admin.module.css';
import { AdminList } from './admin-list.tsx';
import { ConfirmedAhead, ConfirmedAheadToggle } from './confirmed-ahead.tsx';
import { When } from './when.tsx';

/** Runs a change, says why it failed, and reads everything of the dashboard again. */
function useChange() {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  async function run(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    try {
      await work();
      notify.success(done);
    } catch (error) {
      notify.error(errorText(error, 'That did not work.', 'An unexpected error occurred.'));
    }
    setBusy(false);
    await Promise.all([utils.admin.invalidate(), utils.users.invalidate(), utils.waitlist.invalidate()]);
  }
  return { busy, run, client: utils.client };
}

function Row({ title, about, children }: { title: ReactNode; about: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <p>{title}</p>
        <div className="soft">{about}</div>
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

/** People who verified their address and wait for a decision. */
export function WaitlistPanel() {
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

function Entry({ entry: { id, name, email, role, created_at, note } }: { entry: WaitlistEntry }) {
  const { busy, run, client } = useChange();
  const [asking, setAsking] = useState<'decline' | 'note'>();
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    const isNote = asking === 'note';
    setAsking(undefined);
    const work = () =>
      isNote
        ? client.waitlist.setNote.mutate({ id, note: text })
        : client.waitlist.decline.mutate({ id, reason: text });
    void run(work, isNote ? 'Note saved.' : `${name} was declined.`);
  }
  return (
    <Row
      title={
        <>
          <strong>{name}</strong> <Badge tone="plain">{role}</Badge>
        </>
      }
      about={
        <>
          {email} · <When at={created_at} />
          {note && ` · ${note}`}
        </>
      }
    >
      <Button busy={busy} onClick={() => void run(() => client.waitlist.approve.mutate({ id }), `${name} is invited.`)}>
        Approve
      </Button>
      <Button look="secondary" disabled={busy} onClick={() => setAsking('decline')}>
        Decline
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => setAsking('note')}>
        Note
      </Button>
      <Dialog
        open={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title={asking === 'note' ? `Note on ${name}` : `Decline ${name}?`}
        description={
          asking === 'note' ? 'Only admins see it.' : 'They are told by email, with the reason if you give one.'
        }
      >
        <form className={styles.form} onSubmit={send}>
          {asking === 'note' ? (
            <TextArea label="Note" name="text" defaultValue={note ?? ''} maxLength={lengths.waitlistNote.max} />
          ) : (
            <TextArea label="Reason (optional)" name="text" maxLength={lengths.declineReason.max} />
          )}
          <div className={styles.actions}>
            <Button type="submit" look={asking === 'note' ? 'primary' : 'danger'}>
              {asking === 'note' ? 'Save note' : 'Decline'}
            </Button>
            <Button look="secondary" onClick={() => setAsking(undefined)}>
              Cancel
            </Button>
          </div>
        </form>
      </Dialog>
    </Row>
  );
}

export function UsersPanel() {
  const { client } = trpc.useUtils();
  const [search, setSearch] = useState('');
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  }
  return (
    <div className={styles.panel}>
      <form className={styles.search} onSubmit={submit}>
        <TextField label="Name or email" name="search" type="search" maxLength={lengths.search.max} />
        <Button type="submit">Search</Button>
      </form>
      <AdminList
        queryKey={getQueryKey(trpc.users.list, { search }, 'infinite')}
        load={(page) => client.users.list.query({ search, ...page })}
        failedText="Failed to load users."
        empty={{ text: 'No users found.', advice: 'Try a part of the name or email.' }}
        row={(user) => <UserRow key={user.id} user={user} />}
      />
    </div>
  );
}

const professionalDisabled =
  'They are logged out at once and cannot log in again. Their page is hidden, and pending bookings are cancelled. Confirmed ones stay.';

function UserRow({ user }: { user: ListedUser }) {
  const { id, username, email, role, is_active, confirmed_ahead } = user;
  const { busy, run, client } = useChange();
  const [asking, setAsking] = useState(false);
  const change = () =>
    run(
      () => client.users.change.mutate({ id, is_active: !is_active }),
      `${username} is ${is_active ? 'disabled' : 'enabled'}.`,
    );
  return (
    <Row
      title={
        <>
          <strong>{username}</strong>{' '}
          <Badge tone={is_active ? 'good' : 'bad'}>{is_active ? role : `${role}, disabled`}</Badge>
        </>
      }
      about={
        <>
          {email} · <ConfirmedAheadToggle user={user} />
        </>
      }
    >
      {is_active && (
        <Button
          look="quiet"
          busy={busy}
          aria-label={`Resend invitation to ${username}`}
          onClick={() => void run(() => client.users.invite.mutate({ id }), `${username} is sent an invitation.`)}
        >
          Resend invitation
        </Button>
      )}
      <Button
        look="secondary"
        busy={busy}
        aria-label={`${is_active ? 'Disable' : 'Enable'} ${username}`}
        onClick={() => (is_active ? setAsking(true) : void change())}
      >
        {is_active ? 'Disable' : 'Enable'}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disable ${username}?`}
        description={
          role === 'professional' ? professionalDisabled : 'They are logged out at once and cannot log in again.'
        }
        confirmText="Disable"
        cancelText="Keep active"
        danger
        onConfirm={() => {
          setAsking(false);
          void change();
        }}
      >
        {confirmed_ahead > 0 && (
          <>
            <p>{counted(confirmed_ahead, 'confirmed booking')} ahead, to be decided by you:</p>
            <ConfirmedAhead user={user} />
          </>
        )}
      </ConfirmDialog>
    </Row>
  );
}

export function JobsPanel() {
  const { busy, run, client } = useChange();
  return (
    <AdminList
      queryKey={getQueryKey(trpc.admin.jobs, {}, 'infinite')}
      load={(page) => client.admin.jobs.query(page)}
      failedText="Failed to load jobs."
      empty={{ text: 'Nothing was given up.', advice: 'Events and emails appear here after their last attempt.' }}
      row={({ id, kind, what, attempts, failed_at, error }) => (
        <Row
          key={id}
          title={`${kind === 'mail' ? 'Email' : 'Event'}: ${what}`}
          about={
            <>
              {counted(attempts, 'attempt')} · <When at={failed_at} /> {error && `· ${error}`}
            </>
          }
        >
          <Button
            look="secondary"
            busy={busy}
            onClick={() => void run(() => client.admin.retryJob.mutate({ id }), 'It is tried again.')}
          >
            Run again
          </Button>
        </Row>
      )}
    />
  );
}

export function AuditPanel() {
  const { client } = trpc.useUtils();
  return (
    <AdminList
      queryKey={getQueryKey(trpc.admin.audit, {}, 'infinite')}
      load={(page) => client.admin.audit.query(page)}
      failedText="Failed to load the audit log."
      empty={{ text: 'No actions yet.', advice: 'What admins change is written down here.' }}
      row={({ id, action, actor, subject, subject_id, created_at }) => (
        <Row
          key={id}
          title={`${action.replace('.', ' ')} · ${subject ?? subject_id ?? auditActions['job.retried']}`}
          about={
            <>
              {actor ? (actor.email ?? 'a former admin') : 'command line'} · <When at={created_at} />
            </>
          }
        />
      )}
    />
  );
}
