import { useEffect, useState } from 'react';
import { storedInEntry, storeInEntry } from '#client/lib/history-entry.ts';
import { isRecord } from '#client/lib/is-record.ts';
import { quietly } from '#client/lib/stored-keys.ts';

const key = 'saluni.draft-notes';

/** Whose notes to whom. */
interface Owner {
  clientId: string | null;
  professionalId: string;
}

/**
 * Unsent notes: this tab's survive going back to choose another time, those in the history entry a session that
 * expired. Another client on the same device gets neither.
 */
export function useDraftNotes({ clientId, professionalId }: Owner) {
  const [notes, setNotes] = useState(() => readDraft({ clientId, professionalId }));
  useEffect(() => keepDraft({ clientId, professionalId }, notes), [clientId, professionalId, notes]);
  return [notes, setNotes] as const;
}

function readDraft(owner: Owner): string {
  return (
    notesIn(
      quietly(() => JSON.parse(sessionStorage.getItem(key) ?? 'null')),
      owner,
    ) ??
    notesIn(storedInEntry().draft, owner) ??
    ''
  );
}

function notesIn(draft: unknown, { clientId, professionalId }: Owner): string | undefined {
  if (!isRecord(draft) || draft.clientId !== clientId || draft.professionalId !== professionalId) return undefined;
  return typeof draft.notes === 'string' ? draft.notes : undefined;
}

/** Keeps unsent notes, empty ones too: they replace older ones. */
export function keepDraft(owner: Owner, notes: string) {
  const draft = { ...owner, notes };
  quietly(() => sessionStorage.setItem(key, JSON.stringify(draft)));
  storeInEntry({ draft });
}
