import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import pictureStyles from '#client/features/pictures/private-pictures.module.css';
import { PrivatePictures } from '#client/features/pictures/private-pictures.tsx';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { sinceInWords } from '#client/lib/in-words.ts';
import { useNow } from '#client/lib/now.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { LoadButton } from '#client/ui/load-button.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { defaultTimeZone, MINUTE, messageBounds } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { beginningOf } from '#shared/cut-text.ts';
import { pagePath } from '#shared/pages.ts';
import { openFor } from '#shared/rules/thread-state.ts';
import type { Message, Thread } from '#shared/threads.ts';
import { Composer } from './composer.tsx';
import { type Outgoing, useDraft } from './drafts.ts';
import { MessageText } from './message-text.tsx';
import styles from './messages.module.css';
import { otherOf, ownSide } from './other-side.ts';
import { QuoteCard } from './quote-card.tsx';
import { ThreadMenu, useBlock } from './thread-menu.tsx';
import { useMessages } from './use-messages.ts';
import { type Target, useSending } from './use-sending.ts';

/** A thread: what was written, the newest at the bottom, and where to write. */
export function Conversation({ id }: { id: string }) {
  const { data: thread, error, refetch } = trpc.threads.byId.useQuery({ id });
  if (error && !thread) {
    return (
      <section className={styles.conversation} aria-label="Conversation">
        <Head>Conversation</Head>
        {statusOf(error) === 404 ? (
          <Failure text="No conversation found." />
        ) : (
          <Failure text="Failed to load the conversation." retry={refetch} />
        )}
      </section>
    );
  }
  if (!thread) {
    return (
      <section className={styles.conversation} aria-label="Conversation">
        <Head>Loading...</Head>
        <Skeleton height="320px" />
      </section>
    );
  }
  return <Loaded thread={thread} />;
}

/** With the way back to the list, which a phone does not show beside it. */
function Head({ children, menu }: { children: ReactNode; menu?: ReactNode }) {
  return (
    <div className={styles.head}>
      <Link className={styles.back} to={pagePath('messages', { threadId: '' })} aria-label="All messages">
        <Icon size={20} path="M12.5 4l-6 6 6 6" />
      </Link>
      <PageHeading>{children}</PageHeading>
      {menu}
    </div>
  );
}

function Loaded({ thread }: { thread: Thread }) {
  const role = useSession((session) => session.role);
  const { id, state } = thread;
  const other = otherOf(thread, role);
  const conversation = `thread ${id}`;
  const mayAsk = state === 'closed' && role === 'client' && other.id !== null;
  // What is asked of somebody with whom no thread is open goes on in the same one.
  const target: Target = mayAsk ? { professional_id: other.id ?? '' } : { threadId: id };
  const sending = useSending(
    conversation,
    target,
    useCallback(() => undefined, []),
  );
  const isWaiting = state === 'request' && role === 'client';
  return (
    <section className={styles.conversation} aria-label={`Conversation with ${other.name}`}>
      <Head menu={<ThreadMenu thread={thread} other={other.name} />}>
        <bdi>{other.name}</bdi>
      </Head>
      <Log thread={thread} conversation={conversation} sending={sending} />
      {state === 'blocked' ? (
        <Blocked id={id} />
      ) : isWaiting ? (
        <p className={styles.notice}>We've sent your question. You can write again when {other.name} replies.</p>
      ) : state === 'closed' && !mayAsk ? (
        <p className={styles.notice}>This conversation is closed.</p>
      ) : (
        <>
          {mayAsk && <p className={styles.notice}>You can send one message until {other.name} replies.</p>}
          {state === 'request' && (
            <p className={styles.notice}>{other.name} hasn't booked with you yet. Reply, and you can both write.</p>
          )}
          <Composer
            conversation={conversation}
            to={other.name}
            send={sending.send}
            quoteIn={role === 'professional' ? id : undefined}
          />
        </>
      )}
    </section>
  );
}

function Blocked({ id }: { id: string }) {
  const block = useBlock(id);
  return (
    <div className={styles.notice}>
      <p>You cannot write in this conversation.</p>
      <FormMessage>{block.failure}</FormMessage>
      <Button look="secondary" busy={block.isPending} busyText="Unblocking..." onClick={() => void block.put(false)}>
        Unblock
      </Button>
    </div>
  );
}

/** Somebody to whom nothing was written yet. */
export function NewConversation({
  target,
  name,
  onStarted,
}: {
  target: Exclude<Target, { threadId: string }>;
  name: string;
  onStarted: (threadId: string) => void;
}) {
  const conversation = `to ${Object.values(target)[0]}`;
  const { outgoing } = useDraft(conversation);
  const sending = useSending(conversation, target, onStarted);
  const now = useNow();
  const asks = 'professional_id' in target;
  const isOpen = useIsOpen(asks ? target.professional_id : undefined, now);
  return (
    <section className={styles.conversation} aria-label={`Conversation with ${name}`}>
      <Head>
        <bdi>{name}</bdi>
      </Head>
      <ol className={styles.log}>
        {outgoing.map((one) => (
          <OutgoingItem key={one.key} outgoing={one} now={now} sending={sending} />
        ))}
      </ol>
      {asks && (
        <p className={styles.notice}>
          Ask about your hair, a style or a price. A photo helps.
          {isOpen === false && ` You can send one message until ${name} replies.`}
        </p>
      )}
      <Composer conversation={conversation} to={name} send={sending.send} />
    </section>
  );
}

/** Whether a client's booking lets both write; undefined until that is known. `now` in epoch milliseconds. */
function useIsOpen(professionalId: string | undefined, now: number): boolean | undefined {
  const clientId = useSession((session) => session.client_id);
  const isAsked = clientId !== null && professionalId !== undefined;
  const { data } = trpc.bookings.ofClient.useQuery({ id: clientId ?? '' }, { enabled: isAsked });
  return data?.some(
    ({ professional, end_time }) => professional.id === professionalId && now < Date.parse(end_time) + openFor,
  );
}

type Sending = ReturnType<typeof useSending>;
/** So near the end of a conversation somebody is who reads the newest, CSS pixels. */
const nearEnd = 240;

/** How far the end of a conversation is below the window, or the bar of places at its bottom. */
function beyond(log: HTMLElement | null): number {
  const section = log?.closest('section');
  const bar = Number.parseFloat(getComputedStyle(document.body).paddingBottom) || 0;
  return section ? section.getBoundingClientRect().bottom + bar - window.innerHeight : 0;
}

function Log({ thread, conversation, sending }: { thread: Thread; conversation: string; sending: Sending }) {
  const { id } = thread;
  const role = useSession((session) => session.role);
  const own = ownSide(role);
  const { name } = otherOf(thread, role);
  const { messages, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMessages(id);
  const { outgoing } = useDraft(conversation);
  const now = useNow();
  const zone = useViewerZone() ?? defaultTimeZone;
  const [heard, setHeard] = useState<Message[]>([]);
  const newest = messages?.[0];
  useReadMark(thread, newest);

  // The newest is at the bottom: there the page begins, and stays while somebody is there.
  const list = useRef<HTMLOListElement>(null);
  const last = useRef<{ message: string | undefined; waiting: string | undefined }>(undefined);
  const followed = useRef(true);
  const isLoaded = messages !== undefined;
  useEffect(() => {
    const follow = () => {
      followed.current = beyond(list.current) < nearEnd;
    };
    window.addEventListener('scroll', follow, { passive: true });
    // Pictures and larger text make it longer.
    const growth = new ResizeObserver(() => {
      if (followed.current) window.scrollBy(0, beyond(list.current));
    });
    if (list.current && isLoaded) growth.observe(list.current);
    return () => {
      window.removeEventListener('scroll', follow);
      growth.disconnect();
    };
  }, [isLoaded]);
  const waiting = outgoing.at(-1)?.key;
  useLayoutEffect(() => {
    if (!messages) return;
    const before = last.current;
    const message = messages[0]?.id;
    last.current = { message, waiting };
    if (message === before?.message && waiting === before?.waiting) return;
    const added = before ? messages.filter(({ id }) => before.message === undefined || id > before.message) : [];
    const isOwn = (waiting !== undefined && waiting !== before?.waiting) || added.some(({ from }) => from === own);
    if (!before || isOwn || followed.current) window.scrollBy(0, beyond(list.current));
    const others = added.filter(({ from, deleted }) => from !== own && !deleted);
    if (others.length > 0) setHeard(others.reverse());
  }, [messages, waiting, own]);

  /** What was on the screen stays where it is. */
  async function older() {
    const before = document.documentElement.scrollHeight;
    await fetchNextPage();
    requestAnimationFrame(() => window.scrollBy(0, document.documentElement.scrollHeight - before));
  }

  if (!messages)
    return error ? <Failure text="Failed to load the messages." retry={refetch} /> : <Skeleton height="320px" />;
  return (
    <>
      {hasNextPage && (
        <LoadButton look="quiet" busy={isFetchingNextPage} load={older}>
          {isFetchingNextPage ? 'Loading...' : 'Show older messages'}
        </LoadButton>
      )}
      <ol ref={list} className={styles.log} aria-label={`Messages with ${name}`}>
        {messages.toReversed().map((message) => (
          <Item
            key={message.id}
            threadId={id}
            message={message}
            isOwn={message.from === own}
            name={name}
            now={now}
            zone={zone}
          />
        ))}
        {outgoing.map((one) => (
          <OutgoingItem key={one.key} outgoing={one} now={now} sending={sending} />
        ))}
      </ol>
      <div className="visually-hidden" role="status">
        {heard.map((one) => (
          <p key={one.id}>
            {name}: {one.text || counted(one.pictures.length, 'picture')}
          </p>
        ))}
      </div>
    </>
  );
}

/** What is on the screen of somebody who looks at it counts as read. */
function useReadMark({ id, unread }: Thread, newest: Message | undefined) {
  const utils = trpc.useUtils();
  const read = trpc.threads.read.useMutation();
  const { mutateAsync } = read;
  const newestId = newest?.id;
  useEffect(() => {
    if (newestId === undefined || unread === 0) return;
    const mark = () => {
      if (document.hidden) return;
      mutateAsync({ id, message_id: newestId }).then(
        () => {
          void utils.threads.list.invalidate();
          void utils.threads.unread.invalidate();
          void utils.threads.byId.invalidate({ id });
          void utils.notifications.invalidate();
        },
        // It is tried again with the next message, or the next visit.
        () => undefined,
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [id, newestId, unread, mutateAsync, utils]);
}

interface ItemProps {
  threadId: string;
  message: Message;
  isOwn: boolean;
  name: string;
  now: number;
  zone: string;
}

function Item({ threadId, message, isOwn, name, now, zone }: ItemProps) {
  const { text, pictures, sent_at, deleted, quote } = message;
  const sent = Date.parse(sent_at);
  const isFresh = now < sent + messageBounds.deleteMinutes * MINUTE;
  return (
    <li className={styles.message} data-own={isOwn || undefined}>
      <p className="visually-hidden">{isOwn ? 'You' : name}:</p>
      {deleted ? (
        <p className="soft">This message was deleted.</p>
      ) : quote ? (
        <QuoteCard quote={quote} isOwn={isOwn} now={now} zone={zone} />
      ) : (
        <div className={styles.bubble}>
          {pictures.length > 0 && (
            <PrivatePictures
              address={`/threads/${threadId}/pictures`}
              pictures={pictures}
              alt={`Picture from ${isOwn ? 'you' : name}`}
            />
          )}
          {text !== '' && <MessageText text={text} />}
        </div>
      )}
      <div className={styles.under}>
        <time dateTime={sent_at}>
          <WholeTimes text={sinceInWords(sent, now, zone)} />
        </time>
        {isOwn && !deleted && isFresh && quote?.status !== 'booked' && (
          <DeleteButton threadId={threadId} message={message} />
        )}
      </div>
    </li>
  );
}

function DeleteButton({ threadId, message }: { threadId: string; message: Message }) {
  const utils = trpc.useUtils();
  const remove = trpc.threads.deleteMessage.useMutation();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function removeIt() {
    setFailure(undefined);
    try {
      await remove.mutateAsync({ id: threadId, message_id: message.id });
      setAsking(false);
      await utils.threads.invalidate();
    } catch (error) {
      const failed = "This message couldn't be deleted. Please try again.";
      setFailure(errorText(error, failed));
    }
  }

  return (
    <>
      <button type="button" className={styles.delete} onClick={() => setAsking(true)}>
        Delete<span className="visually-hidden"> message: {beginningOf(message.text, 60)}</span>
      </button>
      <ConfirmDialog
        open={isAsking}
        close={() => setAsking(false)}
        title="Delete this message?"
        description="It disappears for both of you. It may have been mailed."
        confirmText="Delete"
        danger
        busy={remove.isPending}
        busyText="Deleting..."
        onConfirm={() => void removeIt()}
      >
        <FormMessage>{failure}</FormMessage>
      </ConfirmDialog>
    </>
  );
}

/** A message that is on its way, or has failed and waits for its writer. */
function OutgoingItem({ outgoing, now, sending }: { outgoing: Outgoing; now: number; sending: Sending }) {
  const { text, pictures, failure } = outgoing;
  return (
    <li className={styles.message} data-own data-waiting>
      <p className="visually-hidden">You:</p>
      <div className={styles.bubble}>
        {pictures.length > 0 && (
          <div className={pictureStyles.pictures} data-pictures>
            {pictures.map(
              ({ id, preview }) => preview && <img key={id} className={pictureStyles.image} src={preview} alt="" />,
            )}
          </div>
        )}
        {text !== '' && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
      </div>
      {failure === undefined ? (
        <p className={styles.under} role="status">
          {now - outgoing.at > 3_000 ? 'Still sending...' : 'Sending...'}
        </p>
      ) : (
        <div className={styles.under}>
          <p className={styles.failure} role="alert">
            {failure}
          </p>
          <Button look="quiet" onClick={() => sending.again(outgoing)}>
            Try again
          </Button>
          <Button look="quiet" onClick={() => sending.giveUp(outgoing)}>
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}
