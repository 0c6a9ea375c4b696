import { useState } from 'react';
import { useNavigate } from 'react-router';
import { LoadedBooking } from '#client/features/booking/ticket/loaded-booking.tsx';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { useHasUnsaved, useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { canReview } from '#client/features/reviews/can-review.ts';
import { ReviewItem } from '#client/features/reviews/review-item.tsx';
import styles from '#client/features/reviews/reviews.module.css';
import { StarsField } from '#client/features/reviews/stars-field.tsx';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { Form } from '#client/ui/form.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import { lengths } from '#shared/constants.ts';
import { pagePath, pages } from '#shared/pages.ts';
import type { Review } from '#shared/reviews.ts';
import { textureOf } from '#shared/rules/hair.ts';
import { textureNames } from '#shared/texture-names.ts';
import { formatLongDate } from '#shared/time.ts';

const { title } = pages.review;

/** How a visit was: stars and words, which can be changed or deleted later. */
export function ReviewVisit() {
  return <LoadedBooking title={title}>{(booking) => <OfVisit booking={booking} />}</LoadedBooking>;
}

function OfVisit({ booking }: { booking: Booking }) {
  const { professional, services, start_time } = booking;
  const { data, error, refetch } = trpc.reviews.ofBooking.useQuery({ id: booking.id }, { retry: false });
  const isNone = statusOf(error) === 404;
  const [isChanging, setChanging] = useState(useHasUnsaved('review'));
  const now = useNow();
  const names = services.map(({ name }) => name).join(', ');
  const lead = `${names}, ${formatLongDate(Date.parse(start_time), professional.time_zone)}`;
  return (
    <Page title={title} width="middle">
      <PageHeading lead={<WholeTimes text={lead} />}>
        How was your visit with <bdi>{professional.display_name}</bdi>?
      </PageHeading>
      {error && !isNone ? (
        <Failure text="Failed to load your review." retry={refetch} />
      ) : data && !isNone && !isChanging ? (
        <Written booking={booking} review={data} now={now} change={() => setChanging(true)} />
      ) : isNone && !canReview(booking, now) ? (
        <FormMessage tone="wait">{whyNot(booking)}</FormMessage>
      ) : data || isNone ? (
        <ReviewForm booking={booking} review={isNone ? undefined : data} done={() => setChanging(false)} />
      ) : (
        <Skeleton height="260px" />
      )}
      <p data-held="always">
        <ButtonLink look="quiet" to={pagePath('bookingDetails', { bookingId: booking.id })}>
          Booking details
        </ButtonLink>
      </p>
    </Page>
  );
}

/** Who comes to this page by an old address hears it before they write. */
function whyNot({ status, no_show }: Booking): string {
  if (status === 'cancelled') return 'This booking was cancelled.';
  if (status !== 'completed') return 'You can review this visit once it has ended.';
  return no_show ? 'This visit was marked as a no-show.' : 'This visit can no longer be reviewed.';
}

interface FormProps {
  booking: Booking;
  review: Review | undefined;
  done: () => void;
}

function ReviewForm({ booking: { id, professional }, review, done }: FormProps) {
  const utils = trpc.useUtils();
  const write = trpc.reviews.write.useMutation();
  const [typed, setTyped, isOld] = useUnsavedState('review', {
    stars: review?.stars ?? 0,
    text: review?.text ?? '',
    show_texture: (review?.texture ?? null) !== null,
  });
  const { data: own } = trpc.hair.mine.useQuery();
  const texture = textureOf(own?.hair?.patterns);
  const [problem, setProblem] = useState<{ stars?: string; form?: string }>({});
  const isChanged = review && (typed.stars !== review.stars || typed.text !== (review.text ?? ''));
  useFocusBack(write.isPending);

  async function send() {
    if (typed.stars === 0) return setProblem({ stars: 'Choose 1 to 5 stars' });
    setProblem({});
    try {
      const saved = await write.mutateAsync({ id, ...typed });
      utils.reviews.ofBooking.setData({ id }, saved);
      void utils.reviews.ofProfessional.invalidate();
      notify.success(review ? 'Review changed.' : 'Thanks for your review.');
      done();
    } catch (error) {
      const failed = "Your review couldn't be saved. Please try again.";
      setProblem({ form: errorText(error, failed) });
    }
    return undefined;
  }

  return (
    <Card padded>
      <Form className={styles.form} send={send}>
        <FormMessage>{problem.form}</FormMessage>
        <StarsField
          label="Your rating"
          value={typed.stars}
          onChange={(stars) => setTyped({ ...typed, stars })}
          error={problem.stars}
        />
        <TextArea
          label="Your review (optional)"
          hint={`Everyone can read this, with your first name and initial. ${professional.display_name} can reply.`}
          maxLength={lengths.reviewText.max}
          value={typed.text}
          onChange={(event) => setTyped({ ...typed, text: event.target.value })}
        />
        {texture && (
          <Checkbox
            label={`Say that my hair is ${textureNames[texture]}`}
            checked={typed.show_texture}
            onChange={({ target: { checked } }) => setTyped({ ...typed, show_texture: checked })}
          />
        )}
        <div className={styles.actions}>
          <Button type="submit" busy={write.isPending} busyText="Saving...">
            {review ? 'Save changes' : 'Post review'}
          </Button>
          {isChanged && !write.isPending && <NotSaved isOld={isOld} />}
          {review && (
            <Button look="quiet" disabled={write.isPending} onClick={done}>
              Cancel
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}

interface WrittenProps {
  booking: Booking;
  review: Review;
  now: number;
  change: () => void;
}

function Written({ booking, review, now, change }: WrittenProps) {
  const { id, professional } = booking;
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const remove = trpc.reviews.remove.useMutation();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function removeIt() {
    setFailure(undefined);
    try {
      await remove.mutateAsync({ id });
      await Promise.all([utils.reviews.invalidate(), utils.bookings.invalidate()]);
      notify.success('Review deleted.');
      await navigate(pagePath('bookingDetails', { bookingId: id }));
    } catch (error) {
      setFailure(errorText(error, "Your review couldn't be deleted."));
    }
  }

  return (
    <>
      {review.hidden && (
        <FormMessage tone="wait">
          We've hidden this review. Only you and {professional.display_name} can see it.
        </FormMessage>
      )}
      <Card>
        <ReviewItem review={review} zone={professional.time_zone} now={now} professional={professional.display_name} />
      </Card>
      <div className={styles.actions}>
        {canReview(booking, now) && (
          <Button look="secondary" onClick={change}>
            Change
          </Button>
        )}
        <Button look="quiet" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        close={() => setAsking(false)}
        title="Delete your review?"
        description={`Your rating and your words disappear from the page of ${professional.display_name}.`}
        confirmText="Delete review"
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
