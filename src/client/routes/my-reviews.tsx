import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { useHasUnsaved, useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { Summary } from '#client/features/reviews/profile-reviews.tsx';
import { ReportButton } from '#client/features/reviews/report-button.tsx';
import { ReviewItem } from '#client/features/reviews/review-item.tsx';
import styles from '#client/features/reviews/reviews.module.css';
import { errorText } from '#client/lib/errors.ts';
import { useNow } from '#client/lib/now.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Form } from '#client/ui/form.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PanelEnd, RowsSkeleton } from '#client/ui/panel-end.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { defaultTimeZone, lengths } from '#shared/constants.ts';
import { pages } from '#shared/pages.ts';
import type { PublicReview, ReviewsQuery } from '#shared/reviews.ts';

const { title } = pages.myReviews;
const orders: { value: ReviewsQuery['sort']; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'lowest', label: 'Lowest' },
  { value: 'highest', label: 'Highest' },
];

/** What clients say, for the professional to answer. */
export function MyReviews() {
  const id = useSession((session) => session.professional_id) ?? '';
  const { client } = trpc.useUtils();
  const { data: profile } = trpc.professionals.profile.useQuery();
  const [sort, setSort] = useState<ReviewsQuery['sort']>('newest');
  const { data: first, isLoading } = trpc.reviews.ofProfessional.useQuery({ id, limit: 1 });
  const asked = { id, sort };
  const found = usePages({
    queryKey: getQueryKey(trpc.reviews.ofProfessional, asked, 'infinite'),
    load: (page) => client.reviews.ofProfessional.query({ ...asked, ...page }),
    failedText: 'Failed to load your reviews.',
    limit: 20,
  });
  // The list comes with its summary, which stands above it.
  const reviews = isLoading ? [] : found.items;
  const now = useNow();
  const name = profile?.display_name ?? '';

  return (
    <Page title={title} width="middle">
      <PageHeading lead="Clients can review a visit for 90 days. Everyone can read it, and your reply.">
        {title}
      </PageHeading>
      {first && <Summary summary={first.summary} />}
      {reviews.length > 0 && (
        <>
          <ChoiceChips label="Order" options={orders} value={sort} onChange={setSort} />
          <Card rows>
            {reviews.map((review) => (
              <ReviewItem
                key={review.id}
                review={review}
                zone={profile?.time_zone ?? defaultTimeZone}
                now={now}
                professional={name}
              >
                <Answer review={review} />
              </ReviewItem>
            ))}
          </Card>
        </>
      )}
      <PanelEnd
        found={{ ...found, isPending: isLoading || found.isPending }}
        skeleton={<RowsSkeleton key={`${isLoading} ${reviews.length}`} text="Loading your reviews" height="120px" />}
        failedText="Failed to load your reviews."
        empty={
          reviews.length > 0
            ? undefined
            : {
                text: 'No reviews yet.',
                advice: 'After a visit we ask your clients how it was. What they say shows up here.',
              }
        }
      />
    </Page>
  );
}

function Answer({ review }: { review: PublicReview }) {
  const [isOpen, setOpen] = useState(useHasUnsaved(`reply ${review.id}`));
  return isOpen ? (
    <ReplyForm review={review} close={() => setOpen(false)} />
  ) : (
    <div className={styles.actions}>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {review.reply === null ? 'Reply' : 'Change reply'}
      </Button>
      <ReportButton id={review.id} />
    </div>
  );
}

function ReplyForm({ review: { id, reply }, close }: { review: PublicReview; close: () => void }) {
  const utils = trpc.useUtils();
  const write = trpc.reviews.reply.useMutation();
  const remove = trpc.reviews.removeReply.useMutation();
  const [text, setText, isOld] = useUnsavedState(`reply ${id}`, reply ?? '');
  const [failure, setFailure] = useState<string>();
  const isBusy = write.isPending || remove.isPending;
  useFocusBack(isBusy);

  async function save(work: () => Promise<unknown>, done: string) {
    setFailure(undefined);
    try {
      await work();
      await utils.reviews.invalidate();
      notify.success(done);
      close();
    } catch (error) {
      setFailure(errorText(error, "Your reply couldn't be saved. Please try again."));
    }
  }

  return (
    <Form className={styles.form} send={() => save(() => write.mutateAsync({ id, text }), 'Reply saved.')}>
      <FormMessage>{failure}</FormMessage>
      <TextArea
        label="Your reply"
        hint="Everyone can read this."
        maxLength={lengths.reviewReply.max}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={write.isPending} busyText="Saving..." disabled={isBusy}>
          Save reply
        </Button>
        {reply !== null && text !== reply && !isBusy && <NotSaved isOld={isOld} />}
        {reply !== null && (
          <Button
            look="quiet"
            busy={remove.isPending}
            busyText="Deleting..."
            disabled={isBusy}
            onClick={() => void save(() => remove.mutateAsync({ id }), 'Reply deleted.')}
          >
            Delete reply
          </Button>
        )}
        <Button look="quiet" disabled={isBusy} onClick={close}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
