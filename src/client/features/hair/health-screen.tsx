import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { Fieldset } from '#client/ui/fieldset.tsx';
import { Form } from '#client/ui/form.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { SelectField, TextArea } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { hairBounds } from '#shared/constants.ts';
import type { OwnHair } from '#shared/hair.ts';
import { pagePath } from '#shared/pages.ts';
import { allergies } from '#shared/rules/hair.ts';
import styles from './hair.module.css';
import { PatchTests } from './patch-tests.tsx';
import { allergyWords } from './words.ts';

const overview = pagePath('myHair', { part: 'all' });
const failed = "Your health notes couldn't be saved.";
const notDeleted = "Your health notes couldn't be deleted.";

/** Health, apart from all else: what is typed stays on this screen until it is saved, and nowhere in the browser. */
export function HealthScreen({ own }: { own: OwnHair }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const put = trpc.hair.putHealth.useMutation();
  const [typed, setTyped] = useState(() => ({
    allergies: own.health?.allergies ?? [],
    allergy_note: own.health?.allergy_note ?? '',
    scalp_note: own.health?.scalp_note ?? '',
    tender: own.health?.tender ?? null,
    patch_tests: own.health?.patch_tests ?? [],
  }));
  const [agreed, setAgreed] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  useFocusBack(put.isPending);

  async function send() {
    setProblems({});
    setFailure(undefined);
    if (!agreed) return setProblems({ consent: 'Please agree that we keep this.' });
    try {
      await put.mutateAsync({ ...typed, consent: true });
      await utils.hair.mine.invalidate();
      notify.success('Health notes saved.');
      await navigate(overview);
    } catch (error) {
      const said = fieldErrors(error);
      setProblems(said);
      if (Object.keys(said).length === 0) setFailure(errorText(error, failed));
    }
    return undefined;
  }

  return (
    <Page title="Health" width="middle">
      <PageHeading lead="Only what matters in the chair. Leave out what you like.">Health</PageHeading>
      <Form className={styles.question} send={send}>
        <Fieldset legend="Are you allergic to anything?">
          <div className={styles.boxes}>
            {allergies.map((one) => (
              <Checkbox
                key={one}
                label={allergyWords[one]}
                checked={typed.allergies.includes(one)}
                onChange={({ target: { checked } }) =>
                  setTyped({
                    ...typed,
                    allergies: allergies.filter((other) => (other === one ? checked : typed.allergies.includes(other))),
                  })
                }
              />
            ))}
          </div>
          <TextArea
            rows={2}
            label="More about it (optional)"
            autoComplete="off"
            maxLength={hairBounds.healthNote}
            value={typed.allergy_note}
            error={problems.allergy_note}
            onChange={({ target: { value } }) => setTyped({ ...typed, allergy_note: value })}
          />
        </Fieldset>
        <Fieldset legend="How is your scalp?">
          <SelectField
            label="Is it tender?"
            emptyLabel="Not sure"
            value={typed.tender === null ? '' : typed.tender ? 'yes' : 'no'}
            options={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
            onChange={({ target: { value } }) => setTyped({ ...typed, tender: value === '' ? null : value === 'yes' })}
          />
          <TextArea
            rows={2}
            label="Anything to look out for (optional)"
            hint="Eczema, psoriasis, hair loss, a wound."
            autoComplete="off"
            maxLength={hairBounds.healthNote}
            value={typed.scalp_note}
            error={problems.scalp_note}
            onChange={({ target: { value } }) => setTyped({ ...typed, scalp_note: value })}
          />
        </Fieldset>
        <PatchTests
          tests={typed.patch_tests}
          error={problems.patch_tests}
          onChange={(patch_tests) => setTyped({ ...typed, patch_tests })}
        />
        <Card padded className={styles.question}>
          <p>
            These notes are about your health, so the law asks us to ask you. We keep them encrypted. A professional
            sees them only for a booking where you tick them, until 30 days after the visit. You can delete them here
            any time.
          </p>
          <Checkbox
            label="I agree that Saluni keeps these notes."
            checked={agreed}
            aria-invalid={problems.consent ? true : undefined}
            aria-describedby={problems.consent ? 'consent-problem' : undefined}
            onChange={({ target: { checked } }) => setAgreed(checked)}
          />
          <div id="consent-problem">
            <FormMessage>{problems.consent}</FormMessage>
          </div>
        </Card>
        <FormMessage>{failure}</FormMessage>
        <div className={styles.actions}>
          <Button type="submit" busy={put.isPending} busyText="Saving...">
            Save health notes
          </Button>
          <ButtonLink look="secondary" to={overview}>
            Back to my hair
          </ButtonLink>
          {own.health && <DeleteHealth />}
        </div>
      </Form>
    </Page>
  );
}

function DeleteHealth() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const remove = trpc.hair.deleteHealth.useMutation();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function removeIt() {
    setFailure(undefined);
    try {
      await remove.mutateAsync();
      await Promise.all([utils.hair.mine.invalidate(), utils.bookings.invalidate()]);
      notify.success('Health notes deleted.');
      await navigate(overview);
    } catch (error) {
      setFailure(errorText(error, notDeleted));
    }
  }

  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Delete health notes
      </Button>
      <ConfirmDialog
        open={isAsking}
        close={() => setAsking(false)}
        title="Delete your health notes?"
        description="No booking shares them any more, nor what you write here later. You can't undo this."
        confirmText="Delete notes"
        danger
        busy={remove.isPending}
        busyText="Deleting..."
        onConfirm={() => void removeIt()}
      >
        <FormMessage>{failure}</FormMessage>
      </ConfirmDialog>
    </>
  );
}
