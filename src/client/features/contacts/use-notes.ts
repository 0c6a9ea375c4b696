import { useEffect, useRef, useState } from 'react';
import { isRecord } from '#client/lib/is-record.ts';
import { quietly } from '#client/lib/stored-keys.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Contact } from '#shared/contacts.ts';

/** How long after the last letter notes are saved, milliseconds. */
const pause = 700;
const keyOf = (id: string) => `saluni.contact-notes.${id}`;

/** What was typed and not saved, if nobody has saved other notes since; a crash of the tab or browser leaves it. */
function draftOf({ id, notes }: Contact): string | undefined {
  const found: unknown = quietly(() => JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null'));
  return isRecord(found) && found.of === notes && typeof found.typed === 'string' ? found.typed : undefined;
}

/** Private notes, which are saved as they are typed. */
export function useNotes(contact: Contact) {
  const { contacts } = trpc.useUtils();
  const { id } = contact;
  const [typed, setTyped] = useState(() => draftOf(contact) ?? contact.notes ?? '');
  const [state, setState] = useState<'saved' | 'saving' | 'failed'>();
  const latest = useRef(contact.notes);
  const unsaved = useRef<string>(undefined);

  const update = trpc.contacts.update.useMutation({
    // One after another, so that what was typed last is what stays.
    scope: { id: keyOf(id) },
    onSuccess(saved) {
      latest.current = saved.notes;
      if (unsaved.current === undefined) quietly(() => localStorage.removeItem(keyOf(id)));
      contacts.byId.setData({ id }, saved);
      setState('saved');
    },
    onError(error) {
      console.error('Failed to save the notes.', error);
      setState('failed');
    },
  });

  function save(notes: string) {
    unsaved.current = undefined;
    update.mutate({ id, notes });
  }
  const saveLatest = useRef(save);
  saveLatest.current = save;

  useEffect(() => {
    if (typed === (latest.current ?? '')) {
      if (unsaved.current === undefined) return;
      unsaved.current = undefined;
      quietly(() => localStorage.removeItem(keyOf(id)));
      setState(undefined);
      return;
    }
    quietly(() => localStorage.setItem(keyOf(id), JSON.stringify({ of: latest.current, typed })));
    unsaved.current = typed;
    setState('saving');
    const timer = setTimeout(() => saveLatest.current(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, id]);

  // Whoever leaves the page within the pause has typed it all the same.
  useEffect(
    () => () => {
      if (unsaved.current !== undefined) saveLatest.current(unsaved.current);
    },
    [],
  );

  return { typed, setTyped, state };
}
