import { skipToken } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useParams } from 'react-router';
import { besideList, ContactList } from '#client/features/contacts/contact-list.tsx';
import styles from '#client/features/contacts/contacts.module.css';
import { GuestFields, guestOf } from '#client/features/contacts/guest-fields.tsx';
import { SamePerson } from '#client/features/contacts/same-person.tsx';
import { useNotes } from '#client/features/contacts/use-notes.ts';
import { Visits } from '#client/features/contacts/visits.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { ReachContact } from '#client/features/visit/reach-contact.tsx';
import { saveErrorText, statusOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { dot } from '#client/ui/dot.ts';
import { Form } from '#client/ui/form.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { useMedia } from '#client/ui/use-media.ts';
import { useShortMoment } from '#client/ui/use-moment.ts';
import { useProblems } from '#client/ui/use-problems.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { lengths } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';
import { counted } from '#shared/counted.ts';
import { namesOf } from '#shared/isolated.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { formerClient, personName } from '#shared/person-name.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { factsOfNotes } from '#shared/rules/contact-notes.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatDate } from '#shared/time.ts';

const { title } = pages.contact;
const home = { to: pagePath('contacts'), linkText: 'Your clients' };

export function ContactPage() {
  const { contactId } = useParams();
  const isWide = useMedia(besideList);
  if (!contactId) return <FailurePage title={title} text="No client found." {...home} />;
  const client = <Loaded key={contactId} id={contactId} />;
  if (!isWide) return client;
  return (
    <div className={styles.wide}>
      <aside aria-label="Your clients">
        <p className={styles.asHeading} aria-hidden="true">
          Your clients
        </p>
        <ContactList shown={contactId} />
      </aside>
      {client}
    </div>
  );
}

/** Notes and the details of a guest take their values once, so they wait for fresh data. */
function Loaded({ id }: { id: string }) {
  const {
    data: contact,
    error,
    refetch,
    isFetchedAfterMount,
  } = trpc.contacts.byId.useQuery({ id }, { refetchOnMount: 'always' });
  const own = trpc.professionals.profile.useQuery();
  if (error && !contact && statusOf(error) === 404)
    return <FailurePage title={title} text="No client found." {...home} />;
  if ((error && !contact) || (own.error && !own.data)) {
    const retry = () => Promise.all([refetch(), own.refetch()]);
    return <FailurePage title={title} text="Failed to load the client." retry={retry} {...home} />;
  }
  if (!contact || !own.data || !isFetchedAfterMount) return <FormLoading title={title} text="Loading..." fields={2} />;
  return <Details contact={contact} own={own.data} />;
}

function Details({ contact, own }: { contact: Contact; own: OwnProfessional }) {
  const { name, phone_number, visits, no_shows, cancelled, total_spent, last_visit, next_visit, client_id } = contact;
  // After the end of a client's account nothing is left to be corrected, and nobody to be booked in.
  const isThere = client_id !== null || name !== personName({ client: formerClient });
  const now = useNow();
  const from = last_visit ?? undefined;
  const visited = { id: own.id, contact_id: contact.id, status: ['completed' as const], from, order: 'asc' as const };
  const last = trpc.bookings.ofProfessional.useQuery(from ? { ...visited, limit: 1 } : skipToken).data?.[0];
  const about = trpc.clients.byId.useQuery(client_id ? { id: client_id } : skipToken);
  const { formula, careful } = factsOfNotes(contact.notes ?? '');
  const short = useShortMoment(own.time_zone);
  const moment = (text: string | null) => (text ? <WholeTimes text={short(Date.parse(text), now)} /> : '–');
  return (
    <Page title={name} width="middle">
      <PageHeading>{name}</PageHeading>
      <div className={styles.page}>
        {phone_number && (
          <p>
            <PhoneLink className={styles.phone} number={phone_number} />
          </p>
        )}
        {phone_number && <ReachContact contact={contact} number={phone_number} own={own} />}
        {(contact.blocked || no_shows > 0) && (
          <p className={styles.warning}>
            {[contact.blocked && 'Blocked from booking online', no_shows > 0 && counted(no_shows, 'no-show')]
              .filter(Boolean)
              .join(dot)}
          </p>
        )}
        {careful.map((line) => (
          <p key={line} className={styles.warning}>
            {line}
          </p>
        ))}
        <DetailList>
          <Detail name="Last visit">
            <span>{moment(last_visit)}</span>
            {last && `${dot}${namesOf(last.services)}`}
            {last?.notes && <span className={styles.said}>{last.notes}</span>}
          </Detail>
          {formula && <Detail name="Formula">{formula}</Detail>}
          {about.data?.notes && (
            <Detail name={`About ${about.data.first_name}`} className={styles.said}>
              {about.data.notes}
            </Detail>
          )}
          <Detail name="Next visit">{moment(next_visit)}</Detail>
          <Detail name="Visits">{visits}</Detail>
          <Detail name="Spent">{formatPrice(total_spent)}</Detail>
          {cancelled > 0 && <Detail name="Cancelled">{cancelled}</Detail>}
        </DetailList>
        <Notes contact={contact} zone={own.time_zone} />
        {isThere && <SamePerson contact={contact} />}
        <Visits contactId={contact.id} professional={own} now={now} isThere={isThere} />
        {client_id !== null && (
          <ButtonLink look="secondary" to={`${pagePath('messages', { threadId: '' })}?to=${client_id}`}>
            Send a message
          </ButtonLink>
        )}
        {isThere && <Blocking contact={contact} />}
        {isThere && client_id === null && <GuestDetails contact={contact} />}
        <ButtonLink look="secondary" to={home.to}>
          {home.linkText}
        </ButtonLink>
      </div>
    </Page>
  );
}

/** Saved as they are typed, the newest day first. */
function Notes({ contact, zone }: { contact: Contact; zone: string }) {
  const { typed, setTyped, state } = useNotes(contact);
  const now = useNow();
  const today = `${formatDate(now, zone)}: `;
  const field = useRef<HTMLTextAreaElement>(null);

  function startToday() {
    flushSync(() => setTyped(typed === '' ? today : `${today}\n\n${typed}`));
    field.current?.focus();
    field.current?.setSelectionRange(today.length, today.length);
  }

  return (
    <div>
      <TextArea
        ref={field}
        label="Notes"
        hint="Only you can see these."
        rows={4}
        maxLength={lengths.contactNotes.max}
        value={typed}
        error={state === 'failed' ? "They couldn't be saved yet. What you typed is still here." : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {!typed.startsWith(today) && (
        <Button look="quiet" onClick={startToday}>
          Start today's note
        </Button>
      )}
      <p className="soft" role="status">
        {state === 'saving' ? 'Saving...' : state === 'saved' ? 'Saved.' : ''}
      </p>
    </div>
  );
}

/** Whether they can book themselves; asked first, and taken back at once. */
function Blocking({ contact: { id, name, blocked } }: { contact: Contact }) {
  const { client, contacts } = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function change() {
    setBusy(true);
    setFailure(undefined);
    try {
      await client.contacts.update.mutate({ id, blocked: !blocked });
      await contacts.invalidate();
      notify.success(blocked ? 'They can book online again.' : 'Blocked from booking online.');
    } catch (error) {
      setFailure(saveErrorText(error));
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <div className={styles.step}>
      {blocked && <p>Blocked: they can't book online, and haven't been told.</p>}
      <FormMessage>{failure}</FormMessage>
      <Button look="quiet" disabled={isBusy} onClick={() => (blocked ? void change() : setAsking(true))}>
        {blocked ? 'Let them book online' : 'Block from booking online'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        close={() => setAsking(false)}
        title={`Block ${name}?`}
        description="They can't book with you online or wait for a time. We won't tell them, and their bookings stay."
        confirmText="Block"
        danger
        busy={isBusy}
        busyText="Blocking..."
        onConfirm={() => void change()}
      />
    </div>
  );
}

/** What a professional typed of a guest can be corrected, or forgotten. */
function GuestDetails({ contact }: { contact: Contact }) {
  const { client, invalidate } = trpc.useUtils();
  const navigate = useNavigate();
  const [entry, setEntry, isOld] = useUnsavedState('guest', {
    name: contact.name,
    phone_number: contact.phone_number ?? '',
    email: contact.email ?? '',
  });
  const { form, problems, show, clear } = useProblems<HTMLFormElement>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useFocusBack(isBusy);

  function edit(field: keyof typeof entry, value: string) {
    setEntry({ ...entry, [field]: value });
    clear(field);
  }

  async function attempt(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    show({});
    setFailure(undefined);
    try {
      await work();
      notify.success(done);
      void invalidate();
      return true;
    } catch (error) {
      const said = fieldErrors(error);
      show(said);
      if (Object.keys(said).length === 0) setFailure(saveErrorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  const kept = { name: contact.name, phone_number: contact.phone_number, email: contact.email };
  const isChanged = JSON.stringify({ ...kept, ...guestOf(entry) }) !== JSON.stringify(kept);
  const save = () => attempt(() => client.contacts.update.mutate({ id: contact.id, ...guestOf(entry) }), 'Saved.');

  async function forget() {
    const isDone = await attempt(() => client.contacts.delete.mutate({ id: contact.id }), 'Deleted.');
    setAsking(false);
    if (isDone) await navigate(home.to);
  }

  return (
    <Form ref={form} className={styles.page} send={save}>
      <GuestFields entry={entry} problems={problems} onChange={edit} />
      <FormMessage>{failure}</FormMessage>
      {isChanged && !isBusy && <NotSaved isOld={isOld} />}
      <Button type="submit" busy={isBusy} busyText="Saving...">
        Save
      </Button>
      <Button look="danger" disabled={isBusy} onClick={() => setAsking(true)}>
        Delete this client
      </Button>
      <ConfirmDialog
        open={isAsking}
        close={() => setAsking(false)}
        title={`Delete ${contact.name}?`}
        description="We'll remove their name, number, email and notes. Their visits stay in your calendar without a name."
        confirmText="Delete"
        danger
        busy={isBusy}
        busyText="Deleting..."
        onConfirm={() => void forget()}
      />
    </Form>
  );
}
