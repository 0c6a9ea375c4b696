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

const choices: readonly { channel: Channel; kind: Kind; label: string; hint: string }[] = [
  { channel: 'mail', kind: 'booking', label: 'Emails about bookings', hint: 'Requests, confirmations, cancellations.' },
  { channel: 'mail', kind: 'reminder', label: 'Reminder emails', hint: 'Before an appointment.' },
  {
    channel: 'mail',
    kind: 'message',
    label: 'Emails about messages',
    hint: 'One email when a message is still unread after 5 minutes.',
  },
  { channel: 'in_app', kind: 'booking', label: 'Notifications about bookings', hint: 'The same news, here in Saluni.' },
  {
    channel: 'in_app',
    kind: 'reminder',
    label: 'Reminder notifications',
    hint: 'Before an appointment, here in Saluni.',
  },
  { channel: 'in_app', kind: 'message', label: 'Notifications about messages', hint: 'When someone writes to you.' },
];

export function PreferencesSection() {
  const { data, error, refetch } = trpc.users.preferences.useQuery();
  return (
    <SettingsSection title="What we tell you" lead="Emails about the security of your account are always sent.">
      {data ? (
        <Switches preferences={data} />
      ) : error ? (
        <Failure text="Failed to load your preferences." retry={refetch} />
      ) : (
        <Skeleton height="498px" />
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

  async function choose(channel: Channel, kind: Kind, isOn: boolean) {
    setFailure(undefined);
    setIsSaved(false);
    const now = users.preferences.getData() ?? preferences;
    const next = { ...now, [channel]: { ...now[channel], [kind]: isOn } };
    last.current = next;
    await users.preferences.cancel();
    users.preferences.setData(undefined, next);
    try {
      const saved = await update.mutateAsync(next);
      // It has the choices before, too, of which one may have failed on its own and been taken back here.
      if (last.current === next) users.preferences.setData(undefined, saved);
      setIsSaved(true);
    } catch (error) {
      const failed = 'Your choice could not be saved.';
      setFailure(errorText(error, failed, failed));
      void users.preferences.invalidate();
      users.preferences.setData(undefined, now);
    }
  }

  return (
    <>
      <Card rows aria-busy={update.isPending || undefined}>
        {choices.map(({ channel, kind, label, hint }) => (
          <Switch
            key={label}
            label={label}
            hint={hint}
            checked={preferences[channel][kind]}
            onChange={({ target }) => void choose(channel, kind, target.checked)}
          />
        ))}
      </Card>
      <FormMessage>{failure}</FormMessage>
      <p className={`soft ${styles.saved}`} role="status">
        {isSaved && !update.isPending ? 'Saved.' : ''}
      </p>
    </>
  );
}
