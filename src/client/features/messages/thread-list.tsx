import { getQueryKey } from '@trpc/react-query';
import { sinceInWords } from '#client/lib/in-words.ts';
import { useNow } from '#client/lib/now.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { Link } from '#client/ui/link.tsx';
import { PanelEnd, RowsSkeleton } from '#client/ui/panel-end.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { defaultTimeZone } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import type { Thread } from '#shared/threads.ts';
import styles from './messages.module.css';
import { otherOf, ownSide } from './other-side.ts';

/** Conversations, the one with the newest message first. */
export function ThreadList({ shown }: { shown: string | undefined }) {
  const { client } = trpc.useUtils();
  const role = useSession((session) => session.role);
  const found = usePages({
    queryKey: getQueryKey(trpc.threads.list, undefined, 'infinite'),
    load: (page) => client.threads.list.query(page),
    failedText: 'Failed to load your messages.',
  });
  return (
    <section className={styles.list} aria-label="Conversations">
      {found.items.length > 0 && (
        <ul>
          {found.items.map((thread) => (
            <Row key={thread.id} thread={thread} isShown={thread.id === shown} />
          ))}
        </ul>
      )}
      <PanelEnd
        found={found}
        skeleton={<RowsSkeleton text="Loading your messages" height="72px" />}
        failedText="Failed to load your messages."
        empty={
          found.items.length > 0
            ? undefined
            : {
                text: 'No messages yet.',
                advice:
                  role === 'client'
                    ? "Ask a question on a professional's page, or write from one of your bookings."
                    : 'Write to a client from a booking or from your clients. Questions show up here, too.',
              }
        }
      />
    </section>
  );
}

function Row({ thread, isShown }: { thread: Thread; isShown: boolean }) {
  const role = useSession((session) => session.role);
  const zone = useViewerZone() ?? defaultTimeZone;
  const now = useNow();
  const { last, unread } = thread;
  const { name } = otherOf(thread, role);
  const said = last.text === '' ? 'Photo' : last.text;
  return (
    <li className={styles.row} data-unread={unread > 0 || undefined}>
      <Link
        className={styles.rowLink}
        to={pagePath('messages', { threadId: thread.id })}
        aria-current={isShown ? 'page' : undefined}
      >
        <span className={styles.rowHead}>
          <bdi className={styles.name}>{name}</bdi>
          <time className="soft" dateTime={last.sent_at}>
            <WholeTimes text={sinceInWords(Date.parse(last.sent_at), now, zone)} />
          </time>
        </span>
        <span className={styles.said}>
          {last.from === ownSide(role) ? 'You: ' : ''}
          {said}
        </span>
        {unread > 0 && (
          <span className={styles.count}>
            {unread}
            <span className="visually-hidden"> unread</span>
          </span>
        )}
      </Link>
    </li>
  );
}
