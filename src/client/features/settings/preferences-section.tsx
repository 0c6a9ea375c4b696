import { useRef, useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Switch } from '#client/ui/switch.tsx';
import type { Channel, EmailKind as Kind, Preferences } from '#shared/users.ts';
import styles from './settings-section.module.css';
import { SettingsSection } from './settings-section.tsx';

const groups: readonly { channel: Channel; title: string; choices: { kind: Kind; label: string; hint: string }[] }[] = [
  {
    channel: 'mail',
    title: 'By email',
    choices: [
      { kind: 'booking', label: 'Emails about bookings', hint: 'Requests, confirmations, cancellations.' },
      { kind: 'reminder', label: 'Reminder emails', hint: 'Before a visit.' },
      {
        kind: 'message',
        label: 'Emails about messages',
        hint: 'One email when a message is still unread after 5 minutes.',
      },
    ],
  },
  {
    channel: 'in_app',
    title: 'In the app',
    choices: [
      { kind: 'booking', label: 'Notifications about bookings', hint: 'The same updates, in the app.' },
      { kind: 'reminder', label: 'Reminder notifications', hint: 'Before a visit, in the app.' },
      { kind: 'message', label: 'Notifications about messages', hint: 'When someone writes to you.' },
    ],
  },
  {
    channel: 'push',
    title: 'On your devices',
    choices: [
      { kind: 'booking', label: 'Device alerts about bookings', hint: 'On each device where you turned them on.' },
      { kind: 'reminder', label: 'Reminder alerts', hint: 'Before a visit, on your devices.' },
      { kind: 'message', label: 'Device alerts about messages', hint: 'A few seconds after someone writes to you.' },
    ],
  },
];

export function PreferencesSection() {
  const { data, error, refetch } = trpc.users.preferences.useQuery();
  return (
    <SettingsSection title="Notifications" lead="Emails about the security of your account are always sent.">
      {data ? (
        <Switches preferences={data} />
      ) : error ? (
        <Failure text="Failed to load your preferences." retry={refetch} />
      ) : (
        <Skeleton height="940px" />
      )}
    </SettingsSection>
  );
}

/** A switch shows its new state at once, and goes back when the change cannot be saved. */
function Switches({ preferences }: { preferences: Preferences }) {
  const { users } = trpc.useUtils();
  // One after another, so that the last choice is the one that stays.
  const update = trpc.users.updatePreferences.useMutation({ scope: { id: 'preferences' } });
  const last = useRef<Preferences>(undefined);
  const [failure, setFailure] = useState<string>();
  const [isSaved, setIsSaved] = useState(false);

  async function choose(change: (now: Preferences) => Partial<Preferences>) {
    setFailure(undefined);
    setIsSaved(false);
    const now = users.preferences.getData() ?? preferences;
    const next = { ...now, ...change(now) };
    last.current = next;
    await users.preferences.cancel();
    users.preferences.setData(undefined, next);
    try {
      const saved = await update.mutateAsync(next);
      // It has the choices before, too, of which one may have failed on its own and been taken back here.
      if (last.current === next) users.preferences.setData(undefined, saved);
      setIsSaved(true);
    } catch (error) {
      const failed = "Your choice couldn't be saved.";
      setFailure(errorText(error, failed));
      void users.preferences.invalidate();
      users.preferences.setData(undefined, now);
    }
  }

  return (
    <>
      {groups.map(({ channel, title, choices }) => (
        <div key={channel} className={styles.group}>
          <h3>{title}</h3>
          <Card rows aria-busy={update.isPending || undefined}>
            {choices.map(({ kind, label, hint }) => (
              <Switch
                key={label}
                label={label}
                hint={hint}
                checked={preferences[channel][kind]}
                onChange={({ target: { checked } }) =>
                  void choose((now) => ({ [channel]: { ...now[channel], [kind]: checked } }))
                }
              />
            ))}
            {channel === 'push' && (
              <Switch
                label="Show details on the lock screen"
                hint="Names and messages. Otherwise just the service and the time."
                checked={preferences.push_details}
                onChange={({ target: { checked } }) => void choose(() => ({ push_details: checked }))}
              />
            )}
          </Card>
        </div>
      ))}
      <FormMessage>{failure}</FormMessage>
      <p className={`soft ${styles.saved}`} role="status">
        {isSaved && !update.isPending ? 'Saved.' : ''}
      </p>
    </>
  );
}
