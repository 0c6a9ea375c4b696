import { getQueryKey } from '@trpc/react-query';
import { type FormEvent, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { ListedUser } from '#shared/admin.ts';
import { lengths } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import styles from './admin.module.css';
import { AdminList } from './admin-list.tsx';
import { ConfirmedAhead, ConfirmedAheadToggle } from './confirmed-ahead.tsx';
import { Row } from './row.tsx';
import { useChange } from './use-change.ts';

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
        empty={{ text: 'No users found.', advice: 'Try part of the name or email.' }}
        row={(user) => <UserRow key={user.id} user={user} />}
      />
    </div>
  );
}

const professionalDisabled =
  "They're logged out straight away and can't log in again. Their page is hidden, and pending bookings are cancelled. Confirmed ones stay.";

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
          <p>{email}</p>
          <ConfirmedAheadToggle user={user} />
        </>
      }
    >
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
        close={() => setAsking(false)}
        title={`Disable ${username}?`}
        description={
          role === 'professional' ? professionalDisabled : "They're logged out straight away and can't log in again."
        }
        confirmText="Disable"
        cancelText="Keep active"
        danger
        busy={busy}
        onConfirm={() => void change().then(() => setAsking(false))}
      >
        {confirmed_ahead > 0 && (
          <>
            <p>{counted(confirmed_ahead, 'confirmed booking')} ahead, for you to keep or cancel:</p>
            <ConfirmedAhead user={user} />
          </>
        )}
      </ConfirmDialog>
    </Row>
  );
}
