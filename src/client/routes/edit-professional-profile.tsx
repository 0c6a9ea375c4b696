import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import {
  DashboardFailure,
  DashboardNotFound,
  ReturnToDashboard,
} from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { BooksOpenFields } from '#client/features/forms/books-open-fields.tsx';
import { changedFields } from '#client/features/forms/changed-fields.ts';
import styles from '#client/features/forms/form.module.css';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { HandleField, handleRefusal } from '#client/features/forms/handle-field.tsx';
import { LocationField } from '#client/features/forms/location-field.tsx';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { PlaceFields } from '#client/features/forms/place-fields.tsx';
import {
  type ProfileEntry,
  profileEntryOf,
  profileInputOf,
  profileSchema,
} from '#client/features/forms/profile-entry.ts';
import { profileWith } from '#client/features/forms/profile-with.ts';
import { ReceiptFields } from '#client/features/forms/receipt-fields.tsx';
import { schemaResolver } from '#client/features/forms/schema-resolver.ts';
import { TechniquesField } from '#client/features/forms/techniques-field.tsx';
import { TimeZoneField } from '#client/features/forms/time-zone-field.tsx';
import { useFormWidth } from '#client/features/forms/use-form-width.ts';
import { useNavigationAfterSave } from '#client/features/forms/use-navigation-after-save.ts';
import { useUnsaved } from '#client/features/forms/use-unsaved.ts';
import { professionalTypeNames } from '#client/features/professional/professional-type.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { showFieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { NumberField, SelectField, TextArea, TextField } from '#client/ui/text-field.tsx';
import { ToggleChips } from '#client/ui/toggles.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { hoursBounds, lengths, limits, professionalTypes, slotIntervals, specializations } from '#shared/constants.ts';
import { formatMinutes } from '#shared/duration.ts';
import { pagePath, pages } from '#shared/pages.ts';
import type { OwnProfessional, ProfessionalInput } from '#shared/professionals.ts';
import { spelled } from '#shared/spelled.ts';

const { title } = pages.editProfessionalProfile;
const types = professionalTypes.map((type) => ({ value: type, label: professionalTypeNames[type] }));
const intervals = slotIntervals.map((minutes) => ({
  value: String(minutes),
  label: formatMinutes(minutes),
}));
/** Chips and checkboxes have no place for a message. */
const silent = new Set<keyof ProfileEntry>([
  'specializations',
  'techniques',
  'is_active',
  'instant_confirmation',
  'cancellation_list',
  'books_open',
  'gst_registered',
]);
const chips = specializations.map(({ id, name }) => ({ value: String(id), label: spelled(name) }));

/** The form takes its values once, so it waits for fresh data. */
export function EditProfessionalProfile() {
  const { data, error, refetch, isFetchedAfterMount } = trpc.professionals.profile.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  const width = useFormWidth();
  if (error && isFetchedAfterMount) {
    if (statusOf(error) === 404) return <DashboardNotFound title={title} text="No user data found." />;
    return <DashboardFailure title={title} text="Failed to load profile." retry={refetch} />;
  }
  if (!data || !isFetchedAfterMount)
    return <FormLoading title={title} text="Loading profile..." fields={6} width={width} />;
  return (
    <Page title={title} width={width}>
      <PageHeading>{title}</PageHeading>
      <ProfileForm profile={data} />
      <ReturnToDashboard />
    </Page>
  );
}

function ProfileForm({ profile }: { profile: OwnProfessional }) {
  const update = trpc.professionals.updateMe.useMutation();
  const { client, professionals, invalidate } = trpc.useUtils();
  const [failure, setFailure] = useState<string>();
  const form = useForm<ProfileEntry, unknown, ProfessionalInput>({
    defaultValues: profileEntryOf(profile),
    resolver: schemaResolver(profileSchema, profileInputOf),
  });
  const { register, control, handleSubmit, setError, setValue, watch, formState } = form;
  const { errors, isSubmitting, isDirty, dirtyFields } = formState;
  const isOld = useUnsaved(form);
  const fields = (Object.keys(profileEntryOf(profile)) as (keyof ProfileEntry)[]).filter((field) => !silent.has(field));
  useFocusBack(isSubmitting);
  useNavigationAfterSave(update.isSuccess, pagePath('professionalDashboard'));

  async function save(input: ProfessionalInput) {
    setFailure(undefined);
    try {
      const latest = await client.professionals.profile.query();
      const saved = await update.mutateAsync(profileWith(latest, changedFields(input, dirtyFields)));
      // Screens that are opened next begin with it, and none is loaded again here: a failure to load would replace the
      // message of success.
      professionals.profile.setData(undefined, saved);
      void invalidate(undefined, { refetchType: 'none' });
    } catch (error) {
      const refusal = 'handle' in dirtyFields ? handleRefusal(error) : undefined;
      if (refusal !== undefined) setError('handle', { type: 'server', message: refusal }, { shouldFocus: true });
      else if (!showFieldErrors(error, fields, setError))
        setFailure(errorText(error, 'Failed to update profile.', 'Unexpected error occurred.'));
    }
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit(save)} noValidate>
      <div className={styles.columns}>
        <div className={styles.form}>
          <TextField
            label="Display Name"
            required
            maxLength={lengths.name.max}
            autoComplete="organization"
            error={errors.display_name?.message}
            {...register('display_name')}
          />
          <SelectField
            label="Professional Type"
            options={types}
            error={errors.professional_type?.message}
            {...register('professional_type')}
          />
          <LocationField
            label="Location"
            required
            rows={2}
            maxLength={lengths.location.max}
            autoComplete="address-level2"
            error={errors.location?.message}
            location={watch('location')}
            timeZone={watch('time_zone')}
            onChoose={(location) => setValue('location', location, { shouldDirty: true, shouldValidate: true })}
            {...register('location')}
          />
          <PlaceFields form={form} />
          <fieldset className={styles.group}>
            <legend>Specialities</legend>
            <Controller
              control={control}
              name="specializations"
              render={({ field }) => (
                <ToggleChips label="Specialities" options={chips} value={field.value} onChange={field.onChange} />
              )}
            />
          </fieldset>
          <Controller
            control={control}
            name="techniques"
            render={({ field }) => <TechniquesField value={field.value} onChange={field.onChange} />}
          />
          <TextArea label="Bio" maxLength={lengths.bio.max} error={errors.bio?.message} {...register('bio')} />
          <NumberField
            label="Years of Experience"
            min={0}
            max={limits.experienceYears.max}
            required
            error={errors.experience_years?.message}
            {...register('experience_years')}
          />
          <TextField
            label="Profile Picture URL"
            type="url"
            inputMode="url"
            placeholder="https://"
            hint={
              <>
                Or upload and crop one in <Link to={pagePath('ownPictures')}>Your pictures</Link>.
              </>
            }
            error={errors.profile_picture?.message}
            {...register('profile_picture')}
          />
          <HandleField profile={profile} control={control} error={errors.handle?.message} {...register('handle')} />
          <Checkbox label="Active" {...register('is_active')} />
        </div>
        <section className={styles.part} aria-labelledby="booking-settings">
          <h2 id="booking-settings">Booking settings</h2>
          <div className={styles.form}>
            <TimeZoneField own={profile.time_zone} error={errors.time_zone?.message} {...register('time_zone')} />
            <SelectField
              label="Start times every"
              options={intervals}
              error={errors.slot_interval_minutes?.message}
              {...register('slot_interval_minutes')}
            />
            <div className={styles.pair}>
              <NumberField
                label="Minimum Notice (minutes)"
                hint="How long before its start a time can still be booked."
                whole
                min={0}
                max={limits.minNoticeMinutes.max}
                error={errors.min_notice_minutes?.message}
                {...register('min_notice_minutes')}
              />
              <NumberField
                label="Gap between clients (minutes)"
                whole
                min={0}
                max={limits.bufferMinutes.max}
                error={errors.buffer_minutes?.message}
                {...register('buffer_minutes')}
              />
            </div>
            <NumberField
              label="Days Ahead"
              hint="How far ahead your hours can be booked."
              whole
              min={hoursBounds.horizonDays.min}
              max={hoursBounds.horizonDays.max}
              error={errors.booking_horizon_days?.message}
              {...register('booking_horizon_days')}
            />
            <BooksOpenFields form={form} />
            <Checkbox
              label={
                watch('place.kind') === 'home'
                  ? 'Confirm bookings automatically. As you work from home, only for clients who have visited you before'
                  : 'Confirm bookings automatically'
              }
              {...register('instant_confirmation')}
            />
            <Checkbox
              label="Keep a cancellation list: when a time frees up, we offer it to the next client waiting"
              {...register('cancellation_list')}
            />
            <NumberField
              label="Clients can cancel online up to … hours before"
              hint="This also applies to changing the time."
              whole
              min={0}
              max={limits.cancellationCutoffHours.max}
              error={errors.cancellation_cutoff_hours?.message}
              {...register('cancellation_cutoff_hours')}
            />
            <TextArea
              label="Cancellation Policy"
              hint="Shown before booking and on every ticket."
              rows={3}
              maxLength={lengths.cancellationPolicy.max}
              error={errors.cancellation_policy?.message}
              {...register('cancellation_policy')}
            />
            <ReceiptFields form={form} />
          </div>
        </section>
      </div>
      <StickyActions>
        <div className={styles.actions}>
          <Button type="submit" busy={isSubmitting} busyText="Saving..." disabled={update.isSuccess}>
            Save Changes
          </Button>
          {isDirty && !isSubmitting && !update.isSuccess && <NotSaved isOld={isOld} />}
        </div>
        <FormMessage>{failure}</FormMessage>
        {update.isSuccess && <FormMessage tone="good">Profile updated successfully!</FormMessage>}
      </StickyActions>
    </form>
  );
}
