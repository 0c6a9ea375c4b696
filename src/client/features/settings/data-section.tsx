import formStyles from '#client/features/forms/form.module.css';
import { useSaveFile } from '#client/lib/save-file.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { SettingsSection } from './settings-section.tsx';

const fileName = 'saluni-export.json';

export function DataSection() {
  const { client } = trpc.useUtils();
  const { save, isBusy, isSaved, failure } = useSaveFile("Your data couldn't be exported.");
  useFocusBack(isBusy);
  const exported = async () => JSON.stringify(await client.users.export.query(), null, 2);

  return (
    <SettingsSection
      title="Your data"
      lead="Everything Saluni keeps about you, in one file other programs can read: profile, bookings, messages, settings."
    >
      <FormMessage>{failure}</FormMessage>
      <div className={formStyles.actions}>
        <Button look="secondary" busy={isBusy} busyText="Exporting..." onClick={() => void save(fileName, exported)}>
          Export my data
        </Button>
      </div>
      <p className="soft" role="status">
        {isSaved && `Saved as ${fileName}.`}
      </p>
    </SettingsSection>
  );
}
