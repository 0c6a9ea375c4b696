import { useCallback } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Conversation, NewConversation } from '#client/features/messages/conversation.tsx';
import styles from '#client/features/messages/messages.module.css';
import { ThreadList } from '#client/features/messages/thread-list.tsx';
import { useQuestion } from '#client/features/messages/use-question.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Failure } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.messages;

/** Conversations, and one of them beside them; on a phone one or the other. `to` names somebody to begin one with. */
export function Messages() {
  const { threadId } = useParams();
  const to = useSearchParams()[0].get('to') ?? undefined;
  const isOpen = threadId !== undefined || to !== undefined;
  return (
    <Page title={title}>
      {!isOpen && <PageHeading>{title}</PageHeading>}
      <div className={styles.screen} data-thread={isOpen || undefined}>
        <ThreadList shown={threadId} />
        {threadId !== undefined ? (
          <Conversation key={threadId} id={threadId} />
        ) : to !== undefined ? (
          <To key={to} id={to} />
        ) : (
          <p className={styles.empty}>Choose a conversation.</p>
        )}
      </div>
    </Page>
  );
}

/** The conversation with somebody: the one that there is, or a new one. */
function To({ id }: { id: string }) {
  const role = useSession((session) => session.role);
  const navigate = useNavigate();
  const isClient = role === 'client';
  const target = isClient ? { professional_id: id } : { client_id: id };
  const threads = trpc.threads.list.useQuery(target);
  const professional = trpc.professionals.byId.useQuery({ id }, { enabled: isClient });
  const contact = trpc.contacts.byId.useQuery({ id }, { enabled: role === 'professional' });
  const known = threads.data?.[0]?.id;
  useQuestion(threads.data && (known ?? `to ${id}`));
  const open = useCallback(
    (threadId: string) => void navigate(pagePath('messages', { threadId }), { replace: true }),
    [navigate],
  );
  const name = isClient ? professional.data?.display_name : contact.data?.name;
  const isLoading = threads.isPending || (isClient ? professional : contact).isLoading;
  if (known !== undefined) return <Conversation key={known} id={known} />;
  if (isLoading || threads.isError)
    return (
      <section className={styles.conversation} aria-label="Conversation">
        <PageHeading>{threads.isError ? title : 'Loading...'}</PageHeading>
        {threads.isError ? (
          <Failure text="Failed to load the conversation." retry={threads.refetch} />
        ) : (
          <Skeleton height="320px" />
        )}
      </section>
    );
  return <NewConversation target={target} name={name ?? 'your client'} onStarted={open} />;
}
