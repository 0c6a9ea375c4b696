import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { missingText } from '#client/features/booking/choose/line-cost.tsx';
import { TimeOffDialog } from '#client/features/booking/place/time-off-dialog.tsx';
import { useIsTimeOff } from '#client/features/booking/place/use-time-check.ts';
import { VisitAddressField } from '#client/features/booking/where/visit-address-field.tsx';
import { guestErrors } from '#client/features/contacts/guest-errors.ts';
import { WhoComes } from '#client/features/contacts/who-comes.tsx';
import { DashboardFailure, ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { besideForm, DayBeside } from '#client/features/dashboard/day-beside.tsx';
import { waitForDeposit } from '#client/features/deposits/waits.ts';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { PriceAndNotes, WhatFields, WhenFields } from '#client/features/write-in/entry-fields.tsx';
import { useAdding } from '#client/features/write-in/use-adding.ts';
import { useEntry } from '#client/features/write-in/use-entry.ts';
import { bookingErrorText } from '#client/lib/form-errors.ts';
import { useNow } from '#client/lib/now.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { ScreenLoading } from '#client/ui/loading.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Split } from '#client/ui/split.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { useMedia } from '#client/ui/use-media.ts';
import { useProblems } from '#client/ui/use-problems.ts';
import { MINUTE, serviceBounds } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';
import { counted } from '#shared/counted.ts';
import { pagePath, pages } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import type { Service } from '#shared/services.ts';
import { dayKey } from '#shared/time.ts';
import styles from './write-in.module.css';

const { title } = pages.writeIn;

/** Somebody on the phone or in front of them is written into the calendar: who, what, when. */
export function WriteIn() {
  const [query] = useSearchParams();
  const contactId = query.get('contact');
  const profile = trpc.professionals.profile.useQuery();
  const services = trpc.services.mine.useQuery({ limit: serviceBounds.limit });
  const contact = trpc.contacts.byId.useQuery({ id: contactId ?? '' }, { enabled: contactId !== null });
  const [isDone, setDone] = useState(false);
  const found = [profile, services];
  if (found.some(({ error, data }) => error && !data)) {
    const retry = () => Promise.all(found.map(({ refetch }) => refetch()));
    return <DashboardFailure title={title} text="Failed to load your services." retry={retry} />;
  }
  const isAsking = contactId !== null && contact.isPending;
  if (!profile.data || !services.data || isAsking) return <FormLoading title={title} text="Loading..." fields={3} />;
  // The form would find its own time taken, and keep what was typed for a reload.
  if (isDone) return <ScreenLoading title={title} />;
  const done = () => setDone(true);
  return <BookingForm profile={profile.data} services={services.data} person={contact.data} done={done} />;
}

interface FormProps {
  profile: OwnProfessional;
  services: readonly Service[];
  /** Who comes, where that is known. */
  person: Contact | undefined;
  done: () => void;
}

function BookingForm({ profile, services, person, done }: FormProps) {
  const zone = profile.time_zone;
  const now = useNow();
  const navigate = useNavigate();
  const { bookings, invalidate } = trpc.useUtils();
  const entry = useEntry(services, person);
  const add = useAdding();
  const { when, at, visit, isSeries, starts, who, setWho } = entry;
  const isTimeOff = useIsTimeOff(when === 'later' ? at : undefined, entry.minutes);
  const { form, problems, show, clear } = useProblems<HTMLFormElement>();
  const [failure, setFailure] = useState<string>();
  const [isAskingOff, setAskingOff] = useState(false);
  const [shownDay, setShownDay] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isWide = useMedia(besideForm);
  useFocusBack(isBusy);

  async function save(isSure = false) {
    const start = when === 'now' ? Math.floor(now / MINUTE) * MINUTE : at;
    const found: Record<string, string> = {};
    if (visit.length === 0) found.service_ids = 'Choose a service';
    else if (!entry.isWhole) found.service_ids = visit.filter((line) => !line.isWhole).map(missingText)[0] ?? '';
    if (start === undefined) found.start_time = 'Start time is required';
    if (when === 'later' && who.contact_id === undefined && who.name.trim() === '') found.name = 'Name is required';
    show(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0 || start === undefined || isBusy) return;
    const wanted = isSeries ? starts : [new Date(start).toISOString()];
    if (wanted.length === 0) return setFailure('Choose at least one date.');
    if (isTimeOff && !isSeries && !isSure) return setAskingOff(true);
    setAskingOff(false);
    setBusy(true);
    try {
      const { made, count } = await add(entry, wanted);
      const id = made?.id ?? '';
      // Who asked for the deposit waits for it.
      if (made?.deposit) waitForDeposit(id);
      done();
      notify.success(count === 1 ? 'Booking added.' : `${counted(count, 'visit')} added.`);
      void navigate(pagePath('bookingDetails', { bookingId: id }));
      void invalidate();
      bookingsChanged();
      bookings.byId.setData({ id }, made);
      return;
    } catch (error) {
      const said = guestErrors(error);
      show(said);
      // 'Now' has no field to say it at.
      const ofNow = when === 'now' ? said.start_time : said.start_times;
      if (ofNow || Object.keys(said).length === 0) setFailure(ofNow ?? bookingErrorText(error));
    }
    setBusy(false);
  }

  const day = when === 'later' ? (shownDay ?? dayKey(at ?? now, zone)) : dayKey(now, zone);
  return (
    <Page title={title} width={isWide ? 'wide' : 'narrow'}>
      <PageHeading lead="For phone calls and walk-ins. You can book outside your hours, as long as nothing else is on.">
        {title}
      </PageHeading>
      <Split aside={isWide && <DayBeside professionalId={profile.id} zone={zone} day={day} />}>
        <Form ref={form} className={styles.form} send={save}>
          <WhoComes
            who={who}
            onChange={(next, ...changed) => {
              setWho(next);
              clear('guest', ...changed);
            }}
            problems={problems}
            isNameless={when === 'now'}
          />
          <WhatFields entry={entry} services={services} problems={problems} clear={clear} />
          <WhenFields entry={entry} profile={profile} problems={problems} clear={clear} onDay={setShownDay} />
          {profile.place?.kind === 'mobile' && (
            <VisitAddressField
              label="Where you go"
              hint="The address of the visit, if you have it."
              error={problems.visit_address}
              value={entry.address}
              onType={(address) => {
                entry.setAddress(address);
                clear('visit_address');
              }}
            />
          )}
          <PriceAndNotes entry={entry} problems={problems} clear={clear} />
          <FormMessage>{failure}</FormMessage>
          <StickyActions>
            <Button type="submit" wide busy={isBusy} busyText="Adding...">
              {isSeries && starts.length > 1 ? `Add ${counted(starts.length, 'visit')}` : 'Add booking'}
            </Button>
          </StickyActions>
          {isAskingOff && at !== undefined && (
            <TimeOffDialog
              start={at}
              zone={zone}
              confirmText="Add booking"
              onConfirm={() => void save(true)}
              onKeep={() => setAskingOff(false)}
            />
          )}
        </Form>
        <ReturnToDashboard />
      </Split>
    </Page>
  );
}
