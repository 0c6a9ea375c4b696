import { useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { PlaceTime } from '#client/features/booking/place/place-time.tsx';
import { TimeOffDialog } from '#client/features/booking/place/time-off-dialog.tsx';
import { useIsTimeOff } from '#client/features/booking/place/use-time-check.ts';
import { DatePlan, type Rhythm } from '#client/features/booking/series/date-plan.tsx';
import { guestErrors } from '#client/features/contacts/guest-errors.ts';
import { known, type Who, WhoComes } from '#client/features/contacts/who-comes.tsx';
import { DashboardFailure, ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { besideForm, DayBeside } from '#client/features/dashboard/day-beside.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { statusOf } from '#client/lib/errors.ts';
import { bookingErrorText } from '#client/lib/form-errors.ts';
import { newKey } from '#client/lib/new-key.ts';
import { useNow } from '#client/lib/now.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { dot } from '#client/ui/dot.ts';
import { Fieldset } from '#client/ui/fieldset.tsx';
import { Form } from '#client/ui/form.tsx';
import { Link } from '#client/ui/link.tsx';
import { ScreenLoading } from '#client/ui/loading.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Split } from '#client/ui/split.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { NumberField, TextArea } from '#client/ui/text-field.tsx';
import { ChoiceChips, ToggleChips } from '#client/ui/toggles.tsx';
import { unbroken } from '#client/ui/unbroken.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { useMedia } from '#client/ui/use-media.ts';
import { useProblems } from '#client/ui/use-problems.ts';
import { lengths, limits, MINUTE, serviceBounds } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';
import { counted } from '#shared/counted.ts';
import { formatHours } from '#shared/duration.ts';
import { pagePath, pages } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { totalMinutes, totalPrice } from '#shared/rules/lines.ts';
import { phoneDigits } from '#shared/rules/person.ts';
import { formatPrice } from '#shared/rules/price.ts';
import type { Service } from '#shared/services.ts';
import { dayKey } from '#shared/time.ts';
import styles from './write-in.module.css';

const { title } = pages.writeIn;

const nobody: Who = { name: '', phone_number: '', email: '' };

/** Somebody on the phone or in front of them is written into the calendar: what, when, who. */
export function WriteIn() {
  const [query] = useSearchParams();
  const contactId = query.get('contact');
  const profile = trpc.professionals.profile.useQuery();
  const services = trpc.services.mine.useQuery({ limit: serviceBounds.limit });
  const contact = trpc.contacts.byId.useQuery({ id: contactId ?? '' }, { enabled: contactId !== null });
  const found = [profile, services];
  if (found.some(({ error, data }) => error && !data)) {
    const retry = () => Promise.all(found.map(({ refetch }) => refetch()));
    return <DashboardFailure title={title} text="Failed to load your services." retry={retry} />;
  }
  const isAsking = contactId !== null && contact.isPending;
  if (!profile.data || !services.data || isAsking) return <FormLoading title={title} text="Loading..." fields={3} />;
  return <BookingForm profile={profile.data} services={services.data} person={contact.data} />;
}

interface FormProps {
  profile: OwnProfessional;
  services: readonly Service[];
  /** Who comes, where that is known. */
  person: Contact | undefined;
}

function BookingForm({ profile, services, person }: FormProps) {
  const zone = profile.time_zone;
  const now = useNow();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { client, bookings, invalidate } = trpc.useUtils();
  const given = Date.parse(query.get('start') ?? '');
  // What is typed for somebody, or for a time of the calendar, is nothing for others.
  const kept = (name: string) => `${name} ${query}`;
  const [when, setWhen] = useUnsavedState<'now' | 'later'>(
    kept('when'),
    Number.isFinite(given) || person ? 'later' : 'now',
  );
  const [at, setAt] = useUnsavedState(kept('start'), Number.isFinite(given) ? given : undefined);
  const [shownDay, setShownDay] = useState<string>();
  const isWide = useMedia(besideForm);
  const asked = Number(query.get('repeat'));
  const [repeats, setRepeats] = useState<'once' | 'repeat'>(asked > 0 ? 'repeat' : 'once');
  const [rhythm, setRhythm] = useState<Rhythm>({ everyWeeks: asked >= 1 && asked <= 12 ? asked : 5, count: 6 });
  const [starts, setStarts] = useState<string[]>([]);
  const [isAskingOff, setAskingOff] = useState(false);
  const [chosen, setChosen] = useUnsavedState(
    kept('services'),
    query.getAll('service').filter((id) => services.some((one) => one.id === id)),
  );
  const [who, setWho] = useUnsavedState<Who>(kept('who'), person ? known(person) : nobody);
  const [notes, setNotes] = useUnsavedState(kept('notes'), '');
  const [price, setPrice] = useUnsavedState(kept('price'), '');
  const { form, problems, show, clear } = useProblems<HTMLFormElement>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const attempt = useRef({ of: '', key: '', starts: [''] });
  const servicesId = useId();
  useFocusBack(isBusy);
  // In the order chosen.
  const visit = chosen.flatMap((id) => services.find((one) => one.id === id) ?? []);
  const minutes = totalMinutes(visit);
  const isTimeOff = useIsTimeOff(when === 'later' ? at : undefined, minutes);
  const isSeries = when === 'later' && repeats === 'repeat' && at !== undefined && visit.length > 0;

  async function save(isSure = false) {
    const start = when === 'now' ? Math.floor(now / MINUTE) * MINUTE : at;
    const found: Record<string, string> = {};
    if (visit.length === 0) found.service_ids = 'Choose a service';
    if (start === undefined) found.start_time = 'Start time is required';
    if (who.contact_id === undefined && who.name.trim() === '') found.name = 'Name is required';
    show(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0 || start === undefined || isBusy) return;
    const wanted = isSeries ? starts : [new Date(start).toISOString()];
    if (wanted.length === 0) return setFailure('Choose at least one date.');
    if (isTimeOff && !isSeries && !isSure) return setAskingOff(true);
    setAskingOff(false);
    const entry = {
      service_ids: chosen,
      notes: notes.trim() || null,
      ...(price.trim() === '' ? {} : { total_price: Number(price) }),
      ...(who.contact_id === undefined
        ? {
            guest: {
              name: who.name,
              phone_number: phoneDigits(who.phone_number) || null,
              email: who.email.trim() || null,
            },
          }
        : { contact_id: who.contact_id }),
    };
    // Without an answer it may be written in already: the same entry is sent again, 'Now' as of its first press.
    const of = JSON.stringify([when === 'now' ? when : wanted, entry]);
    if (attempt.current.of !== of) attempt.current = { of, key: newKey(), starts: wanted };
    const { key, starts: start_times } = attempt.current;
    const context = { context: { idempotencyKey: key } };
    setBusy(true);
    try {
      const [only = '', another] = start_times;
      const made =
        another === undefined
          ? await client.bookings.writeIn.mutate({ start_time: only, ...entry }, context)
          : (await client.series.create.mutate({ start_times, every_weeks: rhythm.everyWeeks, ...entry }, context))
              .bookings[0];
      const id = made?.id ?? '';
      // The form would find its own time taken.
      setDone(true);
      notify.success(another === undefined ? 'Booking added.' : `${counted(start_times.length, 'visit')} added.`);
      void navigate(pagePath('bookingDetails', { bookingId: id }));
      void invalidate();
      bookingsChanged();
      bookings.byId.setData({ id }, made);
      return;
    } catch (error) {
      if ((statusOf(error) ?? 500) < 500) attempt.current.of = '';
      const said = guestErrors(error);
      show(said);
      // 'Now' has no field to say it at.
      const ofNow = when === 'now' ? said.start_time : said.start_times;
      if (ofNow || Object.keys(said).length === 0) setFailure(ofNow ?? bookingErrorText(error));
    }
    setBusy(false);
  }

  if (isDone) return <ScreenLoading title={title} />;
  return (
    <Page title={title} width={isWide ? 'wide' : 'narrow'}>
      <PageHeading lead="For phone calls and walk-ins. You can book outside your hours, as long as nothing else is on.">
        {title}
      </PageHeading>
      <Split
        aside={
          isWide && (
            <DayBeside
              professionalId={profile.id}
              zone={zone}
              day={when === 'later' ? (shownDay ?? dayKey(at ?? now, zone)) : dayKey(now, zone)}
            />
          )
        }
      >
        <Form ref={form} className={styles.form} send={save}>
          <Fieldset
            legend="What"
            aria-describedby={problems.service_ids ? servicesId : undefined}
            data-invalid={problems.service_ids ? '' : undefined}
          >
            {services.length === 0 && (
              <p>
                <Link to={pagePath('createService')}>Add your first service</Link> to book it.
              </p>
            )}
            <ToggleChips
              label="Services"
              options={services.map(({ id, name }) => ({ value: id, label: name }))}
              value={chosen}
              onChange={(next) => {
                setChosen([...chosen.filter((id) => next.includes(id)), ...next.filter((id) => !chosen.includes(id))]);
                clear('service_ids');
              }}
            />
            {problems.service_ids && (
              <p id={servicesId} className={styles.problem} role="alert">
                {problems.service_ids}
              </p>
            )}
            {visit.length > 0 && (
              <p className="soft">
                {unbroken(formatHours(totalMinutes(visit)))}
                {dot}
                {formatPrice(totalPrice(visit))}
              </p>
            )}
          </Fieldset>
          <Fieldset legend="When">
            <ChoiceChips
              label="When"
              options={[
                { value: 'now', label: 'Now' },
                { value: 'later', label: 'At another time' },
              ]}
              value={when}
              onChange={setWhen}
            />
            {when === 'later' && visit.length === 0 && (
              <p className="soft">Choose what comes first: free times depend on it.</p>
            )}
            {when === 'later' && visit.length > 0 && (
              <PlaceTime
                professionalId={profile.id}
                zone={zone}
                visit={{ service_ids: chosen }}
                minutes={minutes}
                start={at}
                label="Start Time"
                problem={problems.start_time}
                onChoose={(start) => {
                  setAt(start);
                  clear('start_time');
                }}
                onDay={setShownDay}
              />
            )}
            {when === 'later' && at !== undefined && visit.length > 0 && (
              <>
                <ChoiceChips
                  label="Repeat"
                  options={[
                    { value: 'once', label: 'Once' },
                    { value: 'repeat', label: 'Repeat' },
                  ]}
                  value={repeats}
                  onChange={setRepeats}
                />
                {isSeries && (
                  <DatePlan
                    visit={{ service_ids: chosen }}
                    zone={zone}
                    start={at}
                    rhythm={rhythm}
                    onRhythm={setRhythm}
                    onStarts={setStarts}
                  />
                )}
              </>
            )}
          </Fieldset>
          <WhoComes
            who={who}
            onChange={(next, ...changed) => {
              setWho(next);
              clear('guest', ...changed);
            }}
            problems={problems}
          />
          <details className={styles.more} open={'total_price' in problems || 'notes' in problems || undefined}>
            <summary>Price and notes</summary>
            <div className={styles.fields}>
              <NumberField
                label="Price ($)"
                hint="Leave blank to use the usual price."
                min={limits.walkInPrice.min}
                max={limits.walkInPrice.max}
                step={0.01}
                value={price}
                error={problems.total_price}
                onChange={(event) => {
                  setPrice(event.target.value);
                  clear('total_price');
                }}
              />
              <TextArea
                label="Notes"
                rows={2}
                maxLength={lengths.bookingNotes.max}
                value={notes}
                error={problems.notes}
                onChange={(event) => {
                  setNotes(event.target.value);
                  clear('notes');
                }}
              />
            </div>
          </details>
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
