import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { changedFields } from '#client/features/forms/changed-fields.ts';
import formStyles from '#client/features/forms/form.module.css';
import { FormEnd } from '#client/features/forms/form-end.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { schemaResolver } from '#client/features/forms/schema-resolver.ts';
import { useNavigationAfterSave } from '#client/features/forms/use-navigation-after-save.ts';
import { useUnsaved } from '#client/features/forms/use-unsaved.ts';
import { showFieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { TextArea, TextField } from '#client/ui/text-field.tsx';
import { type Client, type ClientInput, clientInput } from '#shared/clients.ts';
import { delays, lengths } from '#shared/constants.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { phoneDigits } from '#shared/rules/person.ts';

const { title } = pages.editClientProfile;
const fields = ['first_name', 'last_name', 'phone_number', 'notes'] as const;
type Entry = Record<(typeof fields)[number], string>;

/** The form takes its values once, so it waits for fresh data. */
export function EditClientProfile() {
  const {
    data: client,
    error,
    refetch,
    isFetchedAfterMount,
  } = trpc.clients.me.useQuery(undefined, { refetchOnMount: 'always', refetchOnWindowFocus: false });
  if (error && isFetchedAfterMount) {
    return (
      <FailurePage
        title={title}
        text="Failed to load client profile."
        retry={refetch}
        to={pagePath('clientProfile')}
        linkText="Return to Profile"
      />
    );
  }
  if (!client || !isFetchedAfterMount) return <FormLoading title={title} text="Loading..." />;
  return (
    <Page title={title} width="narrow">
      <PageHeading>{title}</PageHeading>
      <ProfileForm client={client} />
    </Page>
  );
}

function entryOf({ first_name, last_name, phone_number, notes }: Client): Entry {
  return { first_name, last_name, phone_number: phone_number ?? '', notes: notes ?? '' };
}

function inputOf(entry: Entry) {
  return { ...entry, phone_number: phoneDigits(entry.phone_number) };
}

function ProfileForm({ client }: { client: Client }) {
  const utils = trpc.useUtils();
  const save = trpc.clients.updateMe.useMutation();
  const [failure, setFailure] = useState<string>();
  const [isSaved, setIsSaved] = useState(false);
  const form = useForm<Entry, unknown, ClientInput>({
    defaultValues: entryOf(client),
    resolver: schemaResolver(clientInput, inputOf),
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting, isDirty, dirtyFields } = formState;
  const isOld = useUnsaved(form);

  useNavigationAfterSave(isSaved, pagePath('clientProfile'));

  async function submit(input: ClientInput) {
    setFailure(undefined);
    try {
      const latest = inputOf(entryOf(await utils.client.clients.me.query()));
      const saved = await save.mutateAsync({ ...latest, ...changedFields(input, dirtyFields) });
      utils.clients.me.setData(undefined, saved);
      notify.success('Profile updated successfully!', { duration: delays.toast });
      setIsSaved(true);
    } catch (error) {
      notify.failure(error, 'There was an error updating your profile.', { duration: delays.toast });
      showFieldErrors(error, fields, setError);
      setFailure('Failed to update profile.');
    }
  }

  return (
    <form className={formStyles.form} onSubmit={handleSubmit(submit)} noValidate>
      <div className={formStyles.pair}>
        <TextField
          label="First Name"
          autoComplete="given-name"
          required
          maxLength={lengths.name.max}
          error={errors.first_name?.message}
          {...register('first_name')}
        />
        <TextField
          label="Last Name"
          autoComplete="family-name"
          required
          maxLength={lengths.name.max}
          error={errors.last_name?.message}
          {...register('last_name')}
        />
      </div>
      <TextField
        label="Phone Number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        error={errors.phone_number?.message}
        {...register('phone_number')}
      />
      <TextArea
        label="Notes"
        hint="What a professional should know: your hair, your scalp, what you like."
        maxLength={lengths.clientNotes.max}
        error={errors.notes?.message}
        {...register('notes')}
      />
      <FormEnd failure={failure} submitText="Save Changes" busy={isSubmitting} busyText="Saving..." disabled={isSaved}>
        <ButtonLink look="secondary" to={pagePath('clientProfile')}>
          Return to Profile
        </ButtonLink>
        {isDirty && !isSubmitting && !isSaved && <NotSaved isOld={isOld} />}
      </FormEnd>
    </form>
  );
}
