import { create } from 'zustand';
import { lighterFile } from '#client/features/pictures/lighter-file.ts';
import { PictureRefused, previewOf, sendPicture } from '#client/features/pictures/send-picture.ts';
import { newKey } from '#client/lib/new-key.ts';
import { useSession, whenSessionEnds } from '#client/lib/session.ts';
import { draftsKey, quietly } from '#client/lib/stored-keys.ts';
import { messageBounds } from '#shared/constants.ts';
import type { SentPicture } from '#shared/threads.ts';

/** A picture of a message that is written; with `id` once it is stored. */
export interface DraftPicture {
  key: string;
  name: string;
  /** Empty until it is made, and where the browser cannot. */
  preview: string;
  /** How much of it has gone out, from 0 to 1. */
  progress: number;
  id?: string;
  failure?: string;
}

/** A message that is on its way, or has failed. Its key makes it one message, however often it is sent. */
export interface Outgoing {
  key: string;
  text: string;
  pictures: { id: string; preview: string }[];
  at: number;
  failure?: string;
}

interface Draft {
  text: string;
  pictures: DraftPicture[];
  /** Send was pressed, and it goes once its pictures are uploaded. */
  isDue?: boolean;
  outgoing: Outgoing[];
}
const none: Draft = { text: '', pictures: [], outgoing: [] };

type Drafts = Record<string, Draft>;
/** `owner`: the address of whoever is logged in, null of a visitor, undefined before anybody was looked at. */
type Stored = { owner: string | null | undefined; drafts: Drafts };

/**
 * What is written and not sent yet, by conversation. It outlives a change of page, and a reload as long as its person
 * stays logged in; a file that has not gone out by then does not.
 */
const useDrafts = create((): Stored => ({ owner: undefined, drafts: {} }));

/** A visitor's stay in their tab. */
const storageOf = (email: string | null) => (email === null ? sessionStorage : localStorage);

function storedOf(email: string | null): Drafts {
  const stored = quietly(() => JSON.parse(storageOf(email).getItem(draftsKey) ?? 'null') as Stored | null);
  return stored?.owner === email ? stored.drafts : {};
}

/**
 * Of the person who is logged in: another one finds nothing. What somebody asked as a visitor, just before they came in,
 * goes on with them.
 */
function draftsOf(email: string | null): Drafts {
  const { owner, drafts } = useDrafts.getState();
  if (owner === email) return drafts;
  const asked = email === null ? {} : owner === null ? drafts : storedOf(null);
  const all = { ...storedOf(email), ...asked };
  useDrafts.setState({ owner: email, drafts: all });
  if (Object.keys(asked).length === 0) return all;
  quietly(() => sessionStorage.removeItem(draftsKey));
  store(email, all);
  // Not while something renders.
  setTimeout(() => {
    for (const [conversation, { pictures }] of Object.entries(asked))
      for (const { key } of pictures) void upload(conversation, key);
  });
  return all;
}

function store(owner: string | null, drafts: Drafts): void {
  const kept = Object.entries(drafts).flatMap(([name, { text, pictures, outgoing }]) => {
    const stored = pictures.filter(({ id }) => id !== undefined);
    return text || stored.length > 0 || outgoing.length > 0 ? [[name, { text, pictures: stored, outgoing }]] : [];
  });
  const value = JSON.stringify({ owner, drafts: Object.fromEntries(kept) });
  quietly(() => storageOf(owner).setItem(draftsKey, value));
}

// Whoever logs out leaves nothing behind; after the end of a session it is there again.
whenSessionEnds(() => {
  if (useSession.getState().left) useDrafts.setState({ owner: null, drafts: {} });
});

function change(conversation: string, update: (draft: Draft) => Draft): void {
  const { email } = useSession.getState();
  const before = draftsOf(email);
  const drafts = { ...before, [conversation]: update(before[conversation] ?? none) };
  useDrafts.setState({ owner: email, drafts });
  store(email, drafts);
}

export function useDraft(conversation: string): Draft {
  const email = useSession((session) => session.email);
  const drafts = useDrafts((state) => (state.owner === email ? state.drafts : undefined));
  return (drafts ?? draftsOf(email))[conversation] ?? none;
}

export const setDue = (conversation: string, isDue: boolean) => change(conversation, (draft) => ({ ...draft, isDue }));

export const setText = (conversation: string, text: string) => change(conversation, (draft) => ({ ...draft, text }));

/** Puts a text where nothing is written yet. */
export function begin(conversation: string, text: string): void {
  change(conversation, (draft) => ({ ...draft, text: draft.text || text }));
}

/** Files of pictures that are not stored yet, and what ends their upload. */
const uploads = new Map<string, { file: File; cancel: AbortController }>();

function changePicture(conversation: string, key: string, update: Partial<DraftPicture>): void {
  change(conversation, (draft) => ({
    ...draft,
    pictures: draft.pictures.map((one) => (one.key === key ? { ...one, ...update } : one)),
  }));
}

async function upload(conversation: string, key: string): Promise<void> {
  const waiting = uploads.get(key);
  const { token } = useSession.getState();
  if (!waiting || !token) return;
  const cancel = new AbortController();
  uploads.set(key, { ...waiting, cancel });
  // A new object without the failure of the attempt before.
  change(conversation, (draft) => ({
    ...draft,
    pictures: draft.pictures.map(({ failure: _, ...one }) => (one.key === key ? { ...one, progress: 0 } : one)),
  }));
  try {
    const onProgress = (progress: number) => changePicture(conversation, key, { progress });
    const file = await lighterFile(waiting.file);
    const { id } = await sendPicture<SentPicture>('/threads/pictures', file, token, {
      signal: cancel.signal,
      onProgress,
    });
    changePicture(conversation, key, { id, progress: 1 });
    uploads.delete(key);
  } catch (error) {
    if (cancel.signal.aborted) return;
    const failure = error instanceof PictureRefused ? error.message : "It couldn't be uploaded.";
    changePicture(conversation, key, { failure });
  }
}

/** Adds as many pictures as a message has room for, and uploads each. Returns how many were left out. */
export function addPictures(conversation: string, files: readonly File[]): number {
  const room = messageBounds.pictures - (draftsOf(useSession.getState().email)[conversation]?.pictures.length ?? 0);
  const added = files.slice(0, Math.max(0, room));
  for (const file of added) {
    const key = newKey();
    uploads.set(key, { file, cancel: new AbortController() });
    const picture = { key, name: file.name, preview: '', progress: 0 };
    change(conversation, (draft) => ({ ...draft, pictures: [...draft.pictures, picture] }));
    void previewOf(file).then((preview) => changePicture(conversation, key, { preview }));
    void upload(conversation, key);
  }
  return files.length - added.length;
}

export function uploadAgain(conversation: string, key: string): void {
  void upload(conversation, key);
}

/** Takes a picture out of what is written; an upload of it ends. */
export function leaveOutPicture(conversation: string, key: string): void {
  uploads.get(key)?.cancel.abort();
  uploads.delete(key);
  change(conversation, (draft) => ({ ...draft, pictures: draft.pictures.filter((one) => one.key !== key) }));
}

/** Makes what is written a message that is to be sent, and empties the field. */
export function enqueue(conversation: string): void {
  change(conversation, ({ text, pictures, outgoing }) => {
    const sent = pictures.flatMap(({ id, preview }) => (id === undefined ? [] : [{ id, preview }]));
    return { ...none, outgoing: [...outgoing, { key: newKey(), text, pictures: sent, at: Date.now() }] };
  });
}

export function markFailed(conversation: string, key: string, failure: string | undefined): void {
  change(conversation, (draft) => ({
    ...draft,
    outgoing: draft.outgoing.map(({ failure: _, ...one }) =>
      one.key !== key || failure === undefined ? one : { ...one, failure },
    ),
  }));
}

/** A message was sent, or is given up. */
export function forget(conversation: string, key: string): void {
  change(conversation, (draft) => ({ ...draft, outgoing: draft.outgoing.filter((one) => one.key !== key) }));
}

/** The next message of a conversation that waits to be sent. */
export function nextOutgoing(conversation: string): Outgoing | undefined {
  const all = draftsOf(useSession.getState().email)[conversation]?.outgoing ?? [];
  return all.find(({ failure }) => failure === undefined);
}
