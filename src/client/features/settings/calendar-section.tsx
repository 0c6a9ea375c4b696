import { useState } from 'react';
import formStyles from '#client/features/forms/form.module.css';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { SettingsSection } from './settings-section.tsx';

/** The address is shown once, after it was created: only its hash is stored. */
export function CalendarSection() {
  const create = trpc.calendar.createFeed.useMutation();
  const revoke = trpc.calendar.deleteFeed.useMutation();
  const [isAsking, setIsAsking] = useState(false);
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const url = revoke.isSuccess ? undefined : create.data?.url;
  const error = create.error ?? revoke.error;
  const failed = "Your calendar link couldn't be changed.";
  useFocusBack(create.isPending);

  function createOne() {
    revoke.reset();
    setCopied(undefined);
    create.mutate();
  }

  function revokeIt() {
    create.reset();
    revoke.mutate(undefined, { onSettled: () => setIsAsking(false) });
  }

  async function copy(text: string) {
    try {
      // Without a secure connection there is no clipboard.
      await navigator.clipboard.writeText(text);
      setCopied('yes');
    } catch {
      setCopied('no');
    }
  }

  return (
    <SettingsSection
      title="Your bookings in your own calendar"
      lead={
        'Create a secret link and subscribe to it. Your calendar then follows your bookings by itself. ' +
        'Anyone with this link can see your bookings, so keep it private. Creating a new link turns off the old one.'
      }
    >
      {url && (
        <div className={formStyles.form}>
          <FormMessage tone="good">
            This is your link. Copy it now: we won't show it again, and an earlier one no longer works.
          </FormMessage>
          <TextField label="Calendar link" value={url} readOnly onFocus={({ target }) => target.select()} />
          <div className={formStyles.actions}>
            <Button onClick={() => void copy(url)}>Copy link</Button>
          </div>
          {copied && (
            <p className="soft" role="status">
              {copied === 'yes' ? 'Copied.' : "It couldn't be copied: select the link and copy it yourself."}
            </p>
          )}
          <ul>
            <li>
              Apple Calendar: choose File, then New Calendar Subscription, and paste the link. On an iPhone, paste it
              into Safari.
            </li>
            <li>Google Calendar: on a computer, choose Other calendars, then From URL, and paste the link.</li>
            <li>Outlook: choose Add calendar, then Subscribe from web, and paste the link.</li>
          </ul>
        </div>
      )}
      {revoke.isSuccess && (
        <FormMessage tone="good">The link no longer works. Calendars that use it get no more bookings.</FormMessage>
      )}
      <FormMessage>{error && errorText(error, failed)}</FormMessage>
      <div className={formStyles.actions}>
        <Button look="secondary" busy={create.isPending} busyText="Creating..." onClick={createOne}>
          Create a new link
        </Button>
        <Button look="quiet" onClick={() => setIsAsking(true)}>
          Stop the calendar
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        close={() => setIsAsking(false)}
        title="Stop the calendar?"
        description="The link stops working for every calendar that uses it. You can create a new one at any time."
        cancelText="Cancel"
        confirmText="Stop the calendar"
        danger
        busy={revoke.isPending}
        onConfirm={revokeIt}
      />
    </SettingsSection>
  );
}
