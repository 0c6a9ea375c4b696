import { useEffect, useState } from 'react';
import { storedInEntry, storeInEntry } from '#client/lib/history-entry.ts';
import { isRecord } from '#client/lib/is-record.ts';
import { quietly } from '#client/lib/stored-keys.ts';
import type { Share } from '#shared/rules/hair.ts';

const key = 'saluni.draft-notes';

/** Whose booking with whom. */
interface Owner {
  clientId: string | null;
  professionalId: string;
}

/** What is not sent yet; `share` once something was chosen. */
interface Draft {
  notes: string;
  share?: Share;
}

/**
 * Unsent notes and what is to be shared: this tab's survive going back to choose another time, those in the history
 * entry a session that expired. Another client on the same device gets neither.
 */
export function useDraft({ clientId, professionalId }: Owner) {
  const [draft, setDraft] = useState(() => readDraft({ clientId, professionalId }));
  useEffect(() => keepDraft({ clientId, professionalId }, draft), [clientId, professionalId, draft]);
  return [draft, setDraft] as const;
}

function readDraft(owner: Owner): Draft {
  return (
    draftIn(
      quietly(() => JSON.parse(sessionStorage.getItem(key) ?? 'null')),
      owner,
    ) ??
    draftIn(storedInEntry().draft, owner) ?? { notes: '' }
  );
}

function draftIn(draft: unknown, { clientId, professionalId }: Owner): Draft | undefined {
  if (!isRecord(draft) || draft.clientId !== clientId || draft.professionalId !== professionalId) return undefined;
  if (typeof draft.notes !== 'string') return undefined;
  return { notes: draft.notes, ...(isRecord(draft.share) ? { share: draft.share as Share } : {}) };
}

/** Keeps what is unsent, empty notes too: they replace older ones. */
export function keepDraft(owner: Owner, unsent: Draft) {
  const draft = { ...owner, ...unsent };
  quietly(() => sessionStorage.setItem(key, JSON.stringify(draft)));
  storeInEntry({ draft });
}
