import { useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { guestErrors } from '#client/features/contacts/guest-errors.ts';
import { known, type Who, WhoComes } from '#client/features/contacts/who-comes.tsx';
import { DashboardFailure, ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { statusOf } from '#client/lib/errors.ts';
import { bookingErrorText } from '#client/lib/form-errors.ts';
import { newKey } from '#client/lib/idempotency-key.ts';
import { useNow } from '#client/lib/now.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Fieldset } from '#client/ui/fieldset.tsx';
import { Length } from '#client/ui/length.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { DateTimeField, NumberField, TextArea } from '#client/ui/text-field.tsx';
import { ChoiceChips, ToggleChips } from '#client/ui/toggles.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { useProblems } from '#client/ui/use-problems.ts';
import { lengths, limits, MINUTE, serviceBounds } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';
import { totalMinutes } from '#shared/duration.ts';
import { pagePath, pages } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { phoneDigits } from '#shared/rules/person.ts';
import { formatPrice, totalPrice } from '#shared/rules/price.ts';
import type { Service } from '#shared/services.ts';
import { fromLocalInput, toLocalInput, zoneAbbreviation } from '#shared/time.ts';
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
  return <Form profile={profile.data} services={services.data} person={contact.data} />;
}

interface FormProps {
  profile: OwnProfessional;
  services: readonly Service[];
  /** Who comes, where that is known. */
  person: Contact | undefined;
}

function Form({ profile, services, person }: FormProps) {
  const zone = profile.time_zone;
  const now = useNow();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { client, invalidate } = trpc.useUtils();
  const given = Date.parse(query.get('start') ?? '');
  const [when, setWhen] = useState<'now' | 'later'>(Number.isFinite(given) || person ? 'later' : 'now');
  const [typed, setTyped] = useState(() => toLocalInput(Number.isFinite(given) ? given : now, zone));
  const [chosen, setChosen] = useState(() =>
    query.getAll('service').filter((id) => services.some((one) => one.id === id)),
  );
  const [who, setWho] = useUnsavedState<Who>('who', person ? known(person) : nobody);
  const [notes, setNotes] = useUnsavedState('notes', '');
  const [price, setPrice] = useState('');
  const { form, problems, show, clear } = useProblems<HTMLFormElement>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef({ of: '', key: '', start: 0 });
  const servicesId = useId();
  useFocusBack(isBusy);
  // In the order chosen.
  const visit = chosen.flatMap((id) => services.find((one) => one.id === id) ?? []);

  async function save() {
    const start = when === 'now' ? Math.floor(now / MINUTE) * MINUTE : fromLocalInput(typed, zone);
    const found: Record<string, string> = {};
    if (visit.length === 0) found.service_ids = 'Choose a service';
    if (start === undefined) found.start_time = 'Start time is required';
    if (who.contact_id === undefined && who.name.trim() === '') found.name = 'Name is required';
    show(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0 || start === undefined || isBusy) return;
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
    const of = JSON.stringify([when === 'now' ? when : start, entry]);
    if (attempt.current.of !== of) attempt.current = { of, key: newKey(), start };
    const input = { start_time: new Date(attempt.current.start).toISOString(), ...entry };
    setBusy(true);
    try {
      const booking = await client.bookings.writeIn.mutate(input, { context: { idempotencyKey: attempt.current.key } });
      void invalidate();
      bookingsChanged();
      notify.success('Written in.');
      await navigate(pagePath('bookingDetails', { bookingId: booking.id }));
    } catch (error) {
      if ((statusOf(error) ?? 500) < 500) attempt.current.of = '';
      const said = guestErrors(error);
      show(said);
      // 'Now' has no field to say it at.
      const ofNow = when === 'now' ? said.start_time : undefined;
      if (ofNow || Object.keys(said).length === 0) setFailure(ofNow ?? bookingErrorText(error));
    }
    setBusy(false);
  }

  return (
    <Page title={title} width="narrow">
      <PageHeading lead="For who calls or walks in. No hours, notice or buffer are needed, only a free time.">
        {title}
      </PageHeading>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Fieldset
          legend="What"
          aria-describedby={problems.service_ids ? servicesId : undefined}
          data-invalid={problems.service_ids ? '' : undefined}
        >
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
              <Length minutes={totalMinutes(visit)} /> · {formatPrice(totalPrice(visit))}
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
          {when === 'later' && (
            <DateTimeField
              label="Start Time"
              hint={`Times are those of ${zone} (${zoneAbbreviation(now, zone)}).`}
              value={typed}
              error={problems.start_time}
              onChange={(event) => {
                setTyped(event.target.value);
                clear('start_time');
              }}
            />
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
              hint="Empty: the sum of the services."
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
          <Button type="submit" wide busy={isBusy} busyText="Writing in...">
            Write in
          </Button>
        </StickyActions>
      </form>
      <ReturnToDashboard />
    </Page>
  );
}
