import { useState } from 'react';
import formStyles from '#client/features/forms/form.module.css';
import { errorText } from '#client/lib/errors.ts';
import { saveFile } from '#client/lib/save-file.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { SettingsSection } from './settings-section.tsx';

const fileName = 'saluni-export.json';

export function DataSection() {
  const { client } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ failure: string } | 'saved'>();
  useFocusBack(isBusy);

  async function save() {
    setBusy(true);
    setOutcome(undefined);
    try {
      saveFile(fileName, JSON.stringify(await client.users.export.query(), null, 2), 'application/json');
      setOutcome('saved');
    } catch (error) {
      const failed = 'Your data could not be exported.';
      setOutcome({ failure: errorText(error, failed, failed) });
    }
    setBusy(false);
  }

  return (
    <SettingsSection
      title="Your data"
      lead="Everything that Saluni keeps about you, in one file that programs can read: profile, bookings, messages, settings."
    >
      <FormMessage>{outcome !== 'saved' && outcome?.failure}</FormMessage>
      <div className={formStyles.actions}>
        <Button look="secondary" busy={isBusy} busyText="Exporting..." onClick={() => void save()}>
          Export my data
        </Button>
      </div>
      <p className="soft" role="status">
        {outcome === 'saved' && `Saved as ${fileName}.`}
      </p>
    </SettingsSection>
  );
}
